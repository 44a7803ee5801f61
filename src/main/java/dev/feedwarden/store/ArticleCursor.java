package dev.feedwarden.store;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A place in the order in which articles were committed.
 *
 * @param turn of the transaction that stored the article; 0 where there is but one writer
 */
public record ArticleCursor(long turn, long id) implements Comparable<ArticleCursor> {
  /** Before the first article. */
  public static final ArticleCursor START = new ArticleCursor(0, 0);

  private static final Pattern TEXT = Pattern.compile("a([0-9a-f]{1,15})-([0-9a-f]{1,15})");

  /** As clients are given it. */
  public String text() {
    return "a" + Long.toHexString(turn) + "-" + Long.toHexString(id);
  }

  /** Reads what {@link #text} wrote, and nothing else. */
  public static Optional<ArticleCursor> parse(String text) {
    var match = TEXT.matcher(text);
    return match.matches()
        ? Optional.of(
                new ArticleCursor(
                    Long.parseLong(match.group(1), 16), Long.parseLong(match.group(2), 16)))
            .filter(cursor -> cursor.text().equals(text))
        : Optional.empty();
  }

  @Override
  public int compareTo(ArticleCursor other) {
    var turns = Long.compare(turn, other.turn);
    return turns == 0 ? Long.compare(id, other.id) : turns;
  }
}
