package dev.feedwarden.model;

import java.time.Instant;

/** Something that happened, in the order in which it was written down for each source. */
public record Event(long id, Instant at, Happening what) {}
