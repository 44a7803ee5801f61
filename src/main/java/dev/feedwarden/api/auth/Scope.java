package dev.feedwarden.api.auth;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a caller may do; each scope includes those before it. */
public enum Scope {
  READ,
  WRITE,
  ADMIN;

  /** The name in tokens and commands. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<Scope> ofWire(String text) {
    return Arrays.stream(values()).filter(scope -> scope.wire().equals(text)).findFirst();
  }

  public boolean includes(Scope other) {
    return compareTo(other) >= 0;
  }
}
