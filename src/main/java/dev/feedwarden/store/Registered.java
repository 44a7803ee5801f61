package dev.feedwarden.store;

import dev.feedwarden.model.FeedState;
import dev.feedwarden.model.Source;

/** A source with what the poller remembers of its feed. */
public record Registered(Source source, FeedState state) {}
