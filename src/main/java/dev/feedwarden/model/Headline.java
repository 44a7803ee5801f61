package dev.feedwarden.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** By what people know an entry again whose keys have changed with its feed's address. */
public record Headline(String title, @Nullable String link, @Nullable Instant published) {}
