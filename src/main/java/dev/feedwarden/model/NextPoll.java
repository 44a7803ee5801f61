package dev.feedwarden.model;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** When a feed is due and why then; no instant means never, until a person acts. */
public record NextPoll(@Nullable Instant at, Reason reason) {
  /** Which rule wrote the instant. */
  public enum Reason {
    FIRST,
    /** A person wants to see it now. */
    ASKED,
    INTERVAL,
    LEARNED,
    HINT,
    RETRY_AFTER,
    BACKOFF,
    COOLDOWN,
    /** It would be cooling down, had there not been too many before it. */
    HELD,
    STOPPED;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Reason ofWire(String wire) {
      return valueOf(wire.toUpperCase(Locale.ROOT));
    }
  }
}
