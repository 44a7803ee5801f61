package dev.feedwarden.model;

/**
 * What a crawler knows of the registry's word about a source.
 *
 * @param revision the registry's, as it was last taken over; 0 if that is not to be relied on
 * @param listed whether the registry's list had it
 */
public record Followed(long revision, boolean listed) {}
