package dev.feedwarden.store;

import dev.feedwarden.model.TextQuery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/** The full-text index of articles, as an engine has it. */
sealed interface TextIndex {
  /**
   * A query as SQL.
   *
   * @param from the index with {@code articles a}
   * @param by for ORDER BY
   */
  record Match(String from, String where, String by, Map<String, String> binds) {}

  Match match(TextQuery query);

  /** Sets the words of an article, whatever they were before. */
  void put(Handle h, long article, List<String> words);

  /**
   * Forgets purged articles among those that follow an id; the last one looked at, or 0 at the end.
   */
  long sweep(Handle h, long after, int most);

  /** FTS5 without content; the row's number is the article's. */
  record Sqlite() implements TextIndex {
    // Words have no quotes and no other signs, so that nothing in them is syntax.
    @Override
    public Match match(TextQuery query) {
      var text = new StringBuilder();
      query.wanted().forEach(p -> text.append(text.isEmpty() ? "" : " AND ").append(quoted(p)));
      query.unwanted().forEach(p -> text.append(" NOT ").append(quoted(p)));
      return new Match(
          "article_text t CROSS JOIN articles a",
          "article_text MATCH :match AND t.rowid > :id AND a.id = t.rowid",
          "t.rowid",
          Map.of("match", text.toString()));
    }

    private static String quoted(List<String> phrase) {
      return '"' + String.join(" ", phrase) + '"';
    }

    @Override
    public void put(Handle h, long article, List<String> words) {
      h.createUpdate("INSERT OR REPLACE INTO article_text (rowid, words) VALUES (:id, :words)")
          .bind("id", article)
          .bind("words", String.join(" ", words))
          .execute();
    }

    @Override
    public long sweep(Handle h, long after, int most) {
      var ids =
          h.createQuery(
                  "SELECT id FROM article_text_docsize WHERE id > :after ORDER BY id LIMIT :most")
              .bind("after", after)
              .bind("most", most)
              .mapTo(Long.class)
              .list();
      if (ids.isEmpty()) {
        return 0;
      }
      h.createUpdate(
              """
              DELETE FROM article_text WHERE rowid IN (
                SELECT d.id FROM article_text_docsize d
                WHERE d.id > :after AND d.id <= :last
                  AND NOT EXISTS (SELECT 1 FROM articles a WHERE a.id = d.id))
              """)
          .bind("after", after)
          .bind("last", ids.getLast())
          .execute();
      return ids.getLast();
    }
  }

  /** A table of word vectors. */
  record Postgres() implements TextIndex {
    @Override
    public Match match(TextQuery query) {
      var binds = new LinkedHashMap<String, String>();
      var parts = new ArrayList<String>();
      query.wanted().forEach(p -> parts.add(part(p, binds)));
      query.unwanted().forEach(p -> parts.add("!! " + part(p, binds)));
      return new Match(
          "article_text t JOIN articles a ON a.id = t.article_id",
          "t.words @@ (" + String.join(" && ", parts) + ")",
          "",
          binds);
    }

    private static String part(List<String> phrase, Map<String, String> binds) {
      var name = "word" + binds.size();
      binds.put(name, String.join(" ", phrase));
      return "phraseto_tsquery('simple', :" + name + ")";
    }

    @Override
    public void put(Handle h, long article, List<String> words) {
      h.createUpdate(
              """
              INSERT INTO article_text (article_id, words)
              SELECT a.id, to_tsvector('simple', :words) FROM articles a WHERE a.id = :id
              ON CONFLICT (article_id) DO UPDATE SET words = excluded.words
              """)
          .bind("id", article)
          .bind("words", String.join(" ", words))
          .execute();
    }

    // The foreign key does it.
    @Override
    public long sweep(Handle h, long after, int most) {
      return 0;
    }
  }
}
