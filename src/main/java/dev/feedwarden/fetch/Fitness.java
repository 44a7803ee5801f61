package dev.feedwarden.fetch;

import dev.feedwarden.model.Validators;
import org.jspecify.annotations.Nullable;

/** Which validators may be kept: those that can be echoed byte for byte without harm. */
final class Fitness {
  private static final int LONGEST_ETAG = 512;
  private static final int LONGEST_DATE = 128;

  private Fitness() {}

  static Validators validators(@Nullable String etag, @Nullable String lastModified) {
    return new Validators(fit(etag, LONGEST_ETAG), fit(lastModified, LONGEST_DATE));
  }

  private static @Nullable String fit(@Nullable String value, int longest) {
    var fits =
        value != null
            && !value.isBlank()
            && value.length() <= longest
            && value.chars().allMatch(c -> c >= 0x20 && c < 0x7f);
    return fits ? value : null;
  }
}
