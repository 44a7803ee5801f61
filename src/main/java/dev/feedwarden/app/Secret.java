package dev.feedwarden.app;

/** A value that may be used and never be shown. */
public record Secret(String value) {
  static final String MASK = "***";

  @Override
  public String toString() {
    return MASK;
  }
}
