package dev.feedwarden.model;

import org.jspecify.annotations.Nullable;

/**
 * A file that comes with an entry: an episode, a film, a picture.
 *
 * @param length in bytes, as far as the feed says so
 */
public record Enclosure(String url, @Nullable String type, @Nullable Long length) {}
