package dev.feedwarden.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What somebody looks for in articles: words that must all be there, {@code "a phrase"}, and {@code
 * -what} must not. Every text can be read so; signs that mean something to a database are only
 * signs.
 *
 * @param wanted phrases of one word or more, of which there is at least one
 */
public record TextQuery(List<List<String>> wanted, List<List<String>> unwanted) {
  private static final Pattern PART = Pattern.compile("(-?)\"([^\"]*)\"?|(-?)([^\\s\"]+)");
  private static final int MOST_PARTS = 16;
  private static final int MOST_WORDS = 32;

  public TextQuery {
    wanted = List.copyOf(wanted);
    unwanted = List.copyOf(unwanted);
  }

  /** The query in a text; nothing if it has no word that must be there. */
  public static Optional<TextQuery> parse(String text) {
    var wanted = new ArrayList<List<String>>();
    var unwanted = new ArrayList<List<String>>();
    var part = PART.matcher(text);
    for (int n = 0; n < MOST_PARTS && part.find(); n++) {
      var isQuoted = part.group(2) != null;
      var words = Words.of(isQuoted ? part.group(2) : part.group(4), MOST_WORDS);
      if (!words.isEmpty()) {
        (part.group(isQuoted ? 1 : 3).isEmpty() ? wanted : unwanted).add(words);
      }
    }
    return wanted.isEmpty() ? Optional.empty() : Optional.of(new TextQuery(wanted, unwanted));
  }
}
