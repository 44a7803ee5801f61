package dev.feedwarden.store;

import dev.feedwarden.model.FeedState;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.SourceFilter;
import dev.feedwarden.model.SourceId;
import org.jspecify.annotations.Nullable;

/**
 * A source with what the poller remembers of its feed.
 *
 * @param mergedInto the source that has its feed now, if it is another
 */
public record Registered(Source source, FeedState state, @Nullable SourceId mergedInto) {
  /** A source with a feed of its own. */
  public Registered(Source source, FeedState state) {
    this(source, state, null);
  }

  /** How it stands, in the word that a {@link SourceFilter} knows. */
  public String status() {
    return mergedInto == null ? SourceFilter.status(source, state) : SourceFilter.MERGED;
  }
}
