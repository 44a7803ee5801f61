package dev.feedwarden.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What the poller remembers of one feed between two polls. */
public record FeedState(Snapshot snapshot, Health health, Visits visits, NextPoll next) {
  /** The document that was stored last. */
  public record Snapshot(Validators validators, @Nullable String bodyHash, int itemCount) {
    public static final Snapshot NONE = new Snapshot(Validators.NONE, null, 0);
  }

  /** When we were there last, and when it last went well. */
  public record Visits(@Nullable Instant lastPolledAt, @Nullable Instant lastSuccessAt) {
    public static final Visits NONE = new Visits(null, null);
  }
}
