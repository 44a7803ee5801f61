package dev.feedwarden.model;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is taken in from a source, and how often.
 *
 * @param interval between two polls; nothing for what is learned
 */
public record Intake(@Nullable Duration interval, Mode mode) {
  /** The feed, as often as it is learned. */
  public static final Intake USUAL = new Intake(null, Mode.FEED);

  /** The feed, at an interval if one is given. */
  public static Intake every(@Nullable Duration interval) {
    return new Intake(interval, Mode.FEED);
  }

  /** The same at another interval. */
  public Intake at(@Nullable Duration another) {
    return new Intake(another, mode);
  }

  /** The same in another mode. */
  public Intake in(Mode another) {
    return new Intake(interval, another);
  }

  /** How much of a source is read. */
  public enum Mode {
    FEED("feed"),
    /** And the page behind every new entry. */
    PAGES("feed+pages");

    private final String wire;

    Mode(String wire) {
      this.wire = wire;
    }

    /** The name in database, API and files. */
    public String wire() {
      return wire;
    }

    /** The mode that somebody named, if there is such a one. */
    public static Optional<Mode> parse(String text) {
      return Arrays.stream(values()).filter(mode -> mode.wire.equals(text)).findFirst();
    }

    /** A stored name. */
    public static Mode ofWire(String text) {
      return parse(text).orElseThrow();
    }
  }
}
