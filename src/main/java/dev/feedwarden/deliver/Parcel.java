package dev.feedwarden.deliver;

import dev.feedwarden.store.Deliveries.Episode;
import dev.feedwarden.store.OutboxPlace;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a destination is to be given next. */
sealed interface Parcel {
  /** Nothing waits. */
  record Nothing() implements Parcel {}

  /** What waits is not for this destination. */
  record Skip(OutboxPlace to, Set<String> closed) implements Parcel {
    public Skip {
      closed = Set.copyOf(closed);
    }
  }

  /** Something to be sent, which takes the cursor to a place. */
  record Send(Letter letter, OutboxPlace to, Follow follow) implements Parcel {}

  /** Several at once, in their order: how far the cursor goes is how many were taken. */
  record Bundle(List<Send> sends) implements Parcel {
    public Bundle {
      sends = List.copyOf(sends);
    }
  }

  /**
   * What holds once a letter was taken.
   *
   * @param events how many it tells of
   * @param toldDropped whether it tells of those that were dropped
   * @param daily whether it is the daily digest
   */
  record Follow(
      int events, boolean toldDropped, boolean daily, List<Episode> opened, Set<String> closed) {
    public Follow {
      opened = List.copyOf(opened);
      closed = Set.copyOf(closed);
    }

    static Follow of(int events, @Nullable Episode opened, @Nullable String closed) {
      return new Follow(
          events,
          false,
          false,
          opened == null ? List.of() : List.of(opened),
          closed == null ? Set.of() : Set.of(closed));
    }
  }
}
