package dev.feedwarden.model;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;

/** A word that people sort sources by: lower case, composed, without commas or controls. */
public record Tag(String value) implements Comparable<Tag> {
  private static final int LONGEST = 64;

  public Tag {
    if (!value.equals(folded(value)) || !isFit(value)) {
      throw new IllegalArgumentException("not a tag: " + value);
    }
  }

  /** The tag that a person or a client wrote, if it is one. */
  public static Optional<Tag> parse(String text) {
    var folded = folded(text.strip());
    return isFit(folded) ? Optional.of(new Tag(folded)) : Optional.empty();
  }

  // Lower case may take a composed letter apart, so that composing comes last.
  private static String folded(String text) {
    return Normalizer.normalize(text.toLowerCase(Locale.ROOT), Normalizer.Form.NFC);
  }

  private static boolean isFit(String text) {
    return !text.isBlank()
        && text.equals(text.strip())
        && text.codePointCount(0, text.length()) <= LONGEST
        && text.codePoints().allMatch(Tag::isFit);
  }

  private static boolean isFit(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.UNASSIGNED ->
          false;
      default -> c != ',';
    };
  }

  @Override
  public int compareTo(Tag other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
