package dev.feedwarden.model;

import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A text as the words it is found by: lower case, without accents, letters and digits only; so
 * folded that both databases see the same.
 */
public final class Words {
  private static final Pattern MARKS = Pattern.compile("\\p{M}+");
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+");
  private static final int LONGEST_WORD = 100;

  private Words() {}

  /** The words of a text in their order, at most so many; what is too long to be one is cut. */
  public static List<String> of(String text, int most) {
    var plain = MARKS.matcher(Normalizer.normalize(text, Normalizer.Form.NFKD)).replaceAll("");
    return WORD.matcher(plain.toLowerCase(Locale.ROOT))
        .results()
        .limit(most)
        .map(found -> cut(found.group()))
        .toList();
  }

  private static String cut(String word) {
    return word.codePointCount(0, word.length()) <= LONGEST_WORD
        ? word
        : word.substring(0, word.offsetByCodePoints(0, LONGEST_WORD));
  }
}
