package dev.feedwarden.feed;

import org.jspecify.annotations.Nullable;

/** Of everything offered, what had the lowest rank; of several of one rank the first. */
final class Pick<T> {
  private @Nullable T best;
  private int rank = Integer.MAX_VALUE;

  /** Whether an offer of this rank could still count. */
  boolean wants(int offered) {
    return offered < rank;
  }

  void offer(int offered, @Nullable T value) {
    if (value != null && offered < rank) {
      best = value;
      rank = offered;
    }
  }

  /** As {@link #offer}, but of several of one rank the last. */
  void insist(int offered, @Nullable T value) {
    if (value != null && offered <= rank) {
      best = value;
      rank = offered;
    }
  }

  @Nullable T best() {
    return best;
  }
}
