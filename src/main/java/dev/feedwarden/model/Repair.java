package dev.feedwarden.model;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An address where a feed that is gone may be now, with what speaks for it. */
public record Repair(
    long id,
    SourceId source,
    WebUrl to,
    Proof proof,
    State state,
    Instant proposedAt,
    @Nullable Decision decision) {

  /** What has become of it. */
  public enum State {
    PROPOSED,
    ACCEPTED,
    REJECTED,
    UNDONE;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static State ofWire(String wire) {
      return valueOf(wire.toUpperCase(Locale.ROOT));
    }
  }

  /**
   * What speaks for an address.
   *
   * @param how it was found
   * @param titles of entries that are known, a few of them
   * @param reasons what raised or lowered the confidence
   * @param confidence in percent
   */
  public record Proof(
      String how, Overlap overlap, List<String> titles, List<String> reasons, int confidence) {
    public Proof {
      titles = List.copyOf(titles);
      reasons = List.copyOf(reasons);
    }

    /** In a line. */
    public String text() {
      return overlap.text() + "; " + String.join("; ", reasons);
    }
  }

  /** Who decided, and when. */
  public record Decision(Instant at, String by) {}
}
