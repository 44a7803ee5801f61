package dev.feedwarden.deliver;

import dev.feedwarden.store.Deliveries.Standing;
import java.time.Instant;

/** How a destination is told: event by event, or as people like it. */
interface Manner {
  /**
   * What it is to be given next.
   *
   * @param throttled whether it had to wait because it was told so much before
   */
  Parcel next(Standing standing, boolean throttled, Instant now);

  /** A message that is only there to see whether it comes through. */
  Letter test(Instant now);

  /** Whether more than a few messages at once are too many. */
  boolean isForPeople();
}
