package dev.feedwarden.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A hole in what we know of a feed: entries may have come and gone between two polls.
 *
 * @param from when the newest was published that we knew; nothing if nobody can tell
 * @param to when the oldest was published that is there now
 * @param older where the feed says that its older entries are
 * @param filling what was found there
 */
public record Gap(@Nullable Instant from, Instant to, @Nullable String older, Filling filling) {
  /**
   * What a feed's older pages gave.
   *
   * @param closed whether they led back to entries that we knew
   */
  public record Filling(int pages, int entries, boolean closed) {
    public static final Filling NONE = new Filling(0, 0, false);
  }

  /** The same after its older pages were read. */
  public Gap filled(Filling now) {
    return new Gap(from, to, older, now);
  }
}
