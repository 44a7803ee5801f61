package dev.feedwarden.model;

import java.util.Optional;
import java.util.regex.Pattern;

/** The identity of a source: a UUID in its one canonical form, lower case with dashes. */
public record SourceId(String value) implements Comparable<SourceId> {
  private static final Pattern CANONICAL =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

  public SourceId {
    if (!CANONICAL.matcher(value).matches()) {
      throw new IllegalArgumentException("not a source id: " + value);
    }
  }

  /** The id that a person or a client wrote, if it is one. */
  public static Optional<SourceId> parse(String text) {
    return CANONICAL.matcher(text).matches() ? Optional.of(new SourceId(text)) : Optional.empty();
  }

  @Override
  public int compareTo(SourceId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
