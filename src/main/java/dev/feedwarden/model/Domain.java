package dev.feedwarden.model;

/**
 * The unit of evidence about our own line: what one party may register under a public suffix, or
 * the host itself where there is none.
 */
public record Domain(String value) {
  @Override
  public String toString() {
    return value;
  }
}
