package dev.feedwarden.store;

import java.time.Duration;

/** Who wants to know how long transactions take, the wait for a connection included. */
@FunctionalInterface
public interface Timing {
  Timing NONE = (_, _) -> {};

  enum Kind {
    READ,
    WRITE
  }

  void took(Kind kind, Duration length);
}
