package dev.feedwarden.fetch;

import dev.feedwarden.model.Validators;
import org.jspecify.annotations.Nullable;

/** Which validators may be kept: those that can be echoed byte for byte without harm. */
final class Fitness {
  private static final int LONGEST_ETAG = 512;
  private static final int LONGEST_DATE = 128;

  private Fitness() {}

  static Validators validators(@Nullable String etag, @Nullable String lastModified) {
    // "If-None-Match: *" asks whether there is anything at all: the answer would be 304 for ever.
    var tag = "*".equals(etag) ? null : fit(etag, LONGEST_ETAG);
    return new Validators(tag, fit(lastModified, LONGEST_DATE));
  }

  private static @Nullable String fit(@Nullable String value, int longest) {
    return value != null && value.length() <= longest && isFit(value) ? value : null;
  }

  /** Whether a text can be the value of a header as it stands. */
  static boolean isFit(String value) {
    return !value.isBlank() && value.chars().allMatch(c -> c >= 0x20 && c < 0x7f);
  }
}
