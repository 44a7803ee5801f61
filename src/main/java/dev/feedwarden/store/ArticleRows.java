package dev.feedwarden.store;

import dev.feedwarden.model.Change;
import dev.feedwarden.model.Change.Known;
import dev.feedwarden.model.Changes;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.Entry.EntryKey;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Poll.Receipt.Stored;
import dev.feedwarden.model.SourceId;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/** Stores what is new, revises what changed, and leaves the rest alone. */
final class ArticleRows {
  private ArticleRows() {}

  static Stored store(Handle h, Poll poll) {
    return switch (poll.outcome()) {
      case Outcome.Fresh(var changes, var snapshot) when changes.all().isEmpty() ->
          new Stored(0, 0, snapshot.itemCount());
      case Outcome.Fresh(var changes, _) ->
          store(h, poll.claim().source().id(), changes, poll.visit().endedAt().toEpochMilli());
      case Outcome.NotModified _ -> new Stored(0, 0, poll.claim().state().snapshot().itemCount());
      case Outcome.Failed _, Outcome.Deferred _ -> new Stored(0, 0, 0);
    };
  }

  private static Stored store(Handle h, SourceId source, Changes changes, long now) {
    int inserted = 0;
    int updated = 0;
    // Oldest first, so that a larger id is a newer article.
    for (var change : changes.all().reversed()) {
      switch (change) {
        case Change.Added(var entry) -> {
          remember(h, source, entry.key(), insert(h, source, entry, now));
          inserted++;
        }
        case Change.Revised(var article, var entry) -> {
          remember(h, source, entry.key(), article);
          revise(h, article, entry, now);
          updated++;
        }
        case Change.Refreshed(var article, var entry) -> {
          remember(h, source, entry.key(), article);
          refresh(h, article, entry);
        }
        case Change.Same(var key, var article) -> remember(h, source, key, article);
      }
    }
    return new Stored(inserted, updated, changes.all().size() - inserted - updated);
  }

  private static final String KNOWN =
      """
      SELECT k.key, k.article_id, a.content_hash
      FROM seen_keys k LEFT JOIN articles a ON a.id = k.article_id
      WHERE k.source_id = :source AND k.key IN (<keys>)
      """;

  static Map<String, Known> known(Handle h, SourceId source, Collection<EntryKey> entries) {
    var keys = entries.stream().flatMap(ArticleRows::all).distinct().toList();
    var known = new HashMap<String, Known>();
    for (int from = 0; from < keys.size(); from += 500) {
      h.createQuery(KNOWN)
          .bind("source", source.value())
          .bindList("keys", keys.subList(from, Math.min(keys.size(), from + 500)))
          .map(
              (row, _) -> {
                var article = row.getLong("article_id");
                var found = row.wasNull() ? null : (Long) article;
                return Map.entry(
                    row.getString("key"), new Known(found, row.getString("content_hash")));
              })
          .forEach(e -> known.put(e.getKey(), e.getValue()));
    }
    return known;
  }

  private static Stream<String> all(EntryKey key) {
    return Stream.of(key.primary(), key.alias()).filter(Objects::nonNull);
  }

  private static final String INSERT =
      """
      INSERT INTO articles (source_id, guid, title, link, author, summary, tags, published_at,
                            updated_at, content_hash, first_seen_at, changed_at)
      VALUES (:source, :guid, :title, :link, :author, :summary, :tags, :published, :updated, :hash,
              :now, :now)
      RETURNING id
      """;

  private static long insert(Handle h, SourceId source, Entry entry, long now) {
    return content(h.createQuery(INSERT), entry)
        .bind("source", source.value())
        .bind("guid", entry.guid())
        .bind("published", Rows.millis(entry.dates().published()))
        .bind("now", now)
        .mapTo(Long.class)
        .one();
  }

  private static final String REMEMBER =
      """
      INSERT INTO seen_keys (source_id, key, article_id) VALUES (:source, :key, :article)
      ON CONFLICT (source_id, key) DO NOTHING
      """;

  private static void remember(Handle h, SourceId source, EntryKey key, @Nullable Long article) {
    all(key)
        .forEach(
            known ->
                h.createUpdate(REMEMBER)
                    .bind("source", source.value())
                    .bind("key", known)
                    .bind("article", article)
                    .execute());
  }

  private static final String KEEP_OLD =
      """
      INSERT INTO revisions (article_id, revision, title, link, author, summary, tags,
                             content_hash, replaced_at)
      SELECT id, revision, title, link, author, summary, tags, content_hash, :now
      FROM articles WHERE id = :id
      """;

  private static final String REFRESH =
      """
      UPDATE articles
      SET title = :title, link = :link, author = :author, summary = :summary, tags = :tags,
          updated_at = :updated, content_hash = :hash
      WHERE id = :id
      """;

  private static void refresh(Handle h, long article, Entry entry) {
    content(h.createUpdate(REFRESH), entry).bind("id", article).execute();
  }

  private static final String RAISE =
      "UPDATE articles SET revision = revision + 1, changed_at = :now WHERE id = :id";

  private static void revise(Handle h, long article, Entry entry, long now) {
    h.createUpdate(KEEP_OLD).bind("id", article).bind("now", now).execute();
    refresh(h, article, entry);
    h.createUpdate(RAISE).bind("id", article).bind("now", now).execute();
  }

  private static <S extends SqlStatement<S>> S content(S statement, Entry entry) {
    return statement
        .bind("title", entry.content().title())
        .bind("link", entry.content().link())
        .bind("author", entry.content().author())
        .bind("summary", entry.content().summary())
        .bind("tags", String.join("\n", entry.content().tags()))
        .bind("updated", Rows.millis(entry.dates().updated()))
        .bind("hash", entry.marks().content());
  }
}
