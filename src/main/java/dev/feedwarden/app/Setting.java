package dev.feedwarden.app;

/**
 * One thing that an operator may set.
 *
 * @param name in upper case, without the prefix of variables
 * @param standard the default as the reference shows it; empty means none
 * @param meaning one line for the reference
 */
public record Setting<T>(String name, String standard, Kind<T> kind, String meaning) {
  /** One setting as {@code config show} and the reference print it; secrets are masked. */
  public record Shown(
      String name, String value, Origin origin, String standard, String rule, String meaning) {}
}
