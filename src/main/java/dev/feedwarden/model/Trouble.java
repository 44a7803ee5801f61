package dev.feedwarden.model;

import java.time.Instant;

/**
 * A host that fails as a whole.
 *
 * @param since when it was found out
 * @param probes how often it was asked in vain since
 * @param evidence why we think so, in words
 */
public record Trouble(Instant since, int probes, String evidence) {}
