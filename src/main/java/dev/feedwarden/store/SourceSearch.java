package dev.feedwarden.store;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/** How sources are found by a part of their name or URL, as an engine does it. */
sealed interface SourceSearch {
  /** So many are sorted faster than they are met on a walk along all. */
  int FEW = 2_000;

  /**
   * A condition on {@code sources s}.
   *
   * @param sql with the parameter {@code search}
   * @param few whether it begins with the few rows that it lets through
   */
  record Condition(String sql, String search, boolean few) {}

  /** Asks each source's text, which ends soon where many have the part. */
  static Condition among(String part) {
    return new Condition("s.search_text LIKE :search ESCAPE '\\'", SearchText.pattern(part), false);
  }

  Condition condition(Handle h, String part);

  /** FTS5 of all three letters in a row. */
  record Sqlite() implements SourceSearch {
    private static final int MOST_THREES = 100;

    // Looked up once: whether they are few, how many pass the filter and which are shown is asked
    // of the ids then.
    private static final String FOUND =
        """
        SELECT x.source_id FROM source_text t CROSS JOIN source_numbers x
        WHERE source_text MATCH :search AND x.n = t.rowid LIMIT :most
        """;

    private static final String AMONG_FOUND = "s.id IN (SELECT value FROM json_each(:search))";

    private static final String THREES =
        "SELECT term FROM source_threes WHERE term >= :from AND term < :to LIMIT :most";

    @Override
    public Condition condition(Handle h, String part) {
      return match(h, SearchText.folded(part))
          .map(match -> found(h, match))
          .filter(ids -> ids.size() <= FEW)
          .map(ids -> new Condition(AMONG_FOUND, array(ids), true))
          .orElseGet(() -> among(part));
    }

    private static List<String> found(Handle h, String match) {
      return h.createQuery(FOUND)
          .bind("search", match)
          .bind("most", FEW + 1)
          .mapTo(String.class)
          .list();
    }

    // An id needs no escapes.
    private static String array(List<String> ids) {
      return ids.stream().collect(Collectors.joining("\",\"", "[\"", "\"]"));
    }

    private static Optional<String> match(Handle h, String text) {
      if (text.chars().anyMatch(Character::isISOControl)) {
        return Optional.empty(); // our own line feeds are none of the text's
      }
      if (text.codePointCount(0, text.length()) >= 3) {
        return Optional.of(quoted(text));
      }
      var threes = threes(h, text);
      if (threes.size() > MOST_THREES) {
        return Optional.empty();
      }
      return Optional.of(
          threes.isEmpty()
              ? quoted(text) // is found nowhere, as it is no three
              : threes.stream().map(Sqlite::quoted).collect(Collectors.joining(" OR ")));
    }

    private static List<String> threes(Handle h, String beginning) {
      return h.createQuery(THREES)
          .bind("from", beginning)
          .bind("to", beginning + Character.toString(Character.MAX_CODE_POINT))
          .bind("most", MOST_THREES + 1)
          .mapTo(String.class)
          .list();
    }

    private static String quoted(String text) {
      return '"' + text.replace("\"", "\"\"") + '"';
    }
  }

  /** {@code LIKE}, with pg_trgm's index under it where there is one. */
  record Postgres() implements SourceSearch {
    @Override
    public Condition condition(Handle h, String part) {
      return among(part);
    }
  }
}
