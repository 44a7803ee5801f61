package dev.feedwarden.app;

import static java.util.Comparator.comparingInt;

import java.util.Collection;
import java.util.Optional;

/** Finds the name that somebody probably meant. */
final class Nearest {
  private Nearest() {}

  /** The closest name, if so few letters differ that it can be a slip. */
  static Optional<String> to(String name, Collection<String> known) {
    var slip = Math.clamp(name.length() / 4, 1, 3);
    return known.stream()
        .filter(other -> distance(name, other) <= slip)
        .min(comparingInt(other -> distance(name, other)));
  }

  // Levenshtein's distance, one row of the matrix at a time.
  private static int distance(String a, String b) {
    var row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      var diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        var replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
