package dev.feedwarden.store;

import dev.feedwarden.model.FeedState;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.SourceFilter;

/** A source with what the poller remembers of its feed. */
public record Registered(Source source, FeedState state) {
  /** How it stands, in the word that a {@link SourceFilter} knows. */
  public String status() {
    return SourceFilter.status(source, state);
  }
}
