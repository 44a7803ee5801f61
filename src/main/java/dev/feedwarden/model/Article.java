package dev.feedwarden.model;

import java.time.Instant;

/** An entry as it is stored. */
public record Article(long id, SourceId sourceId, Entry entry, int revision, Instant firstSeenAt) {}
