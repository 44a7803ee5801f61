package dev.feedwarden.store;

import static java.util.Objects.requireNonNull;

import dev.feedwarden.model.Change;
import dev.feedwarden.model.Change.Known;
import dev.feedwarden.model.Changes;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.Entry.EntryKey;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll.Receipt.Stored;
import dev.feedwarden.model.SourceId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** Stores what is new, revises what changed, and leaves the rest alone. */
final class ArticleRows implements AutoCloseable {
  /**
   * What was stored.
   *
   * @param first the id of the first new article; 0 if there is none
   */
  record Kept(Stored stored, long first, long last) {
    static Kept nothing(int skipped) {
      return new Kept(new Stored(0, 0, skipped), 0, 0);
    }
  }

  static Kept store(Handle h, ReadyPoll ready) {
    var poll = ready.poll();
    return switch (poll.outcome()) {
      case Outcome.Fresh(var changes, var snapshot) when changes.all().isEmpty() ->
          Kept.nothing(snapshot.itemCount());
      case Outcome.Fresh(var changes, _) -> {
        try (var rows = new ArticleRows(h, ready)) {
          yield rows.store(changes);
        }
      }
      case Outcome.NotModified _ -> Kept.nothing(poll.claim().state().snapshot().itemCount());
      case Outcome.Failed _, Outcome.Deferred _ -> Kept.nothing(0);
    };
  }

  private final Handle h;
  private final SourceId source;
  private final long now;
  private final Map<Entry, byte[]> texts;
  private final RowByRow inserting;
  private final Batch remembering;
  private final Set<String> remembered = new HashSet<>();

  private ArticleRows(Handle h, ReadyPoll ready) {
    this.h = h;
    this.source = ready.poll().claim().source().id();
    this.now = ready.poll().visit().endedAt().toEpochMilli();
    this.texts = ready.texts();
    this.inserting = RowByRow.of(h, INSERT);
    this.remembering = Batch.of(h, REMEMBER);
  }

  @Override
  public void close() {
    remembering.close();
    inserting.close();
  }

  private Kept store(Changes changes) {
    int inserted = 0;
    int updated = 0;
    long first = 0;
    long last = 0;
    // Oldest first, so that a larger id is a newer article.
    for (var change : changes.all().reversed()) {
      switch (change) {
        case Change.Added(var entry) -> {
          var article = insert(entry);
          if (article.isPresent()) {
            remember(entry.key().all(), article.get());
            last = article.get();
            first = inserted++ == 0 ? last : first;
          }
        }
        case Change.Revised(var article, var entry) -> {
          remember(entry.key().all(), article);
          revise(article, entry);
          updated++;
        }
        case Change.Refreshed(var article, var entry) -> {
          remember(entry.key().all(), article);
          refresh(article, entry);
        }
        case Change.Same(var unknown, var article) -> remember(unknown, article);
      }
    }
    if (!remembered.isEmpty()) {
      remembering.execute();
    }
    var same = changes.all().size() - inserted - updated;
    return new Kept(new Stored(inserted, updated, same), first, last);
  }

  private static final String KNOWN =
      """
      SELECT k.key, k.article_id, a.content_hash
      FROM seen_keys k LEFT JOIN articles a ON a.id = k.article_id
      WHERE k.source_id = :source AND k.key\s
      """;

  static Map<String, Known> known(
      Handle h, SourceId source, Collection<EntryKey> entries, Many many) {
    var keys = entries.stream().flatMap(key -> key.all().stream()).distinct().toList();
    var known = new HashMap<String, Known>();
    many.bind(h.createQuery(KNOWN + many.among()), keys)
        .bind("source", source.value())
        .map(
            (row, _) -> {
              var article = Rows.maybeId(row, "article_id");
              return Map.entry(
                  row.getString("key"), new Known(article, row.getString("content_hash")));
            })
        .forEach(e -> known.put(e.getKey(), e.getValue()));
    return known;
  }

  // Only the oldest article of a hash is looked at: the first row of a range of an index, however
  // many entries of one source share a link. What it is a duplicate of speaks for it, unless that
  // is the source's own.
  static final String ORIGINAL =
      """
      SELECT min(o.id) FROM (
        SELECT * FROM (
          SELECT a.id, a.source_id, a.duplicate_of FROM articles a
          WHERE a.url_hash = :url ORDER BY a.id LIMIT 1) by_url
        UNION ALL
        SELECT * FROM (
          SELECT a.id, a.source_id, a.duplicate_of FROM articles a
          WHERE a.content_hash = :telling ORDER BY a.id LIMIT 1) by_content) found
      JOIN articles o ON o.id = coalesce(found.duplicate_of, found.id)
      WHERE found.source_id <> :source AND o.source_id <> :source
      """;

  // A key that is known already is another worker's doing, and is not stored twice.
  private static final String INSERT =
      """
      INSERT INTO articles (source_id, guid, title, link, author, summary, tags, language, packed,
                            enclosures, comments_url, published_at, updated_at, dates_guessed,
                            content_hash, url_hash, first_seen_at, changed_at, duplicate_of)
      SELECT :source, CAST(:guid AS TEXT), :title, CAST(:link AS TEXT), CAST(:author AS TEXT),
             '', :tags, CAST(:language AS TEXT), :packed, :enclosures,
             CAST(:comments AS TEXT), CAST(:published AS BIGINT), CAST(:updated AS BIGINT),
             :guessed, :hash, CAST(:url AS TEXT), :now, :now, (%s)
      WHERE NOT EXISTS (SELECT 1 FROM seen_keys k
                        WHERE k.source_id = :source AND k.key IN (:primary, :alias))
      RETURNING id
      """
          .formatted(ORIGINAL);

  private Optional<Long> insert(Entry entry) {
    if (entry.key().all().stream().anyMatch(remembered::contains)) {
      return Optional.empty();
    }
    content(inserting, entry)
        .bind("source", source.value())
        .bind("guid", entry.guid())
        .bind("primary", entry.key().primary())
        .bind("alias", entry.key().alias())
        .bind("telling", says(entry) ? entry.marks().content() : null)
        .bind("now", now);
    return inserting.returned();
  }

  // Two sources may well have an "Untitled" each.
  private static boolean says(Entry entry) {
    return !entry.content().summary().isBlank() || !entry.body().html().isBlank();
  }

  private static final String REMEMBER =
      """
      INSERT INTO seen_keys (source_id, key, article_id) SELECT :source, :key, :article
      """
          + Batch.ROWS
          + " WHERE TRUE ON CONFLICT (source_id, key) DO NOTHING";

  private void remember(List<String> keys, @Nullable Long article) {
    for (var key : keys) {
      if (remembered.add(key)) {
        remembering.bind("source", source.value()).bind("key", key).bind("article", article).add();
      }
    }
  }

  private static final String KEEP_OLD =
      """
      INSERT INTO revisions (article_id, revision, title, link, author, summary, tags, language,
                             content_html, packed, enclosures, comments_url, published_at,
                             updated_at, dates_guessed, content_hash, replaced_at)
      SELECT id, revision, title, link, author, summary, tags, language, content_html, packed,
             enclosures, comments_url, published_at, updated_at, dates_guessed, content_hash, :now
      FROM articles WHERE id = :id
      """;

  // A feed that stops telling when an article was published takes nothing back.
  private static final String REFRESH =
      """
      UPDATE articles
      SET title = :title, link = :link, author = :author, summary = '', tags = :tags,
          language = :language, content_html = '', packed = :packed, enclosures = :enclosures,
          comments_url = :comments,
          published_at = coalesce(CAST(:published AS BIGINT), published_at),
          updated_at = :updated, dates_guessed = :guessed, content_hash = :hash, url_hash = :url
      WHERE id = :id
      """;

  private void refresh(long article, Entry entry) {
    try (var row = RowByRow.of(h, REFRESH)) {
      content(row, entry).bind("id", article).add();
      row.execute();
    }
    h.createUpdate("INSERT INTO article_changes (article_id) VALUES (:id)")
        .bind("id", article)
        .execute();
  }

  private static final String RAISE =
      "UPDATE articles SET revision = revision + 1, changed_at = :now WHERE id = :id";

  private void revise(long article, Entry entry) {
    h.createUpdate(KEEP_OLD).bind("id", article).bind("now", now).execute();
    refresh(article, entry);
    h.createUpdate(RAISE).bind("id", article).bind("now", now).execute();
  }

  private RowByRow content(RowByRow row, Entry entry) {
    row.bind("packed", requireNonNull(texts.get(entry)))
        .bind("guessed", entry.dates().guessed())
        .bind("title", entry.content().title())
        .bind("link", entry.content().link())
        .bind("author", entry.content().author())
        .bind("tags", String.join("\n", entry.content().tags()))
        .bind("language", entry.content().language())
        .bind("enclosures", EnclosureText.of(entry.body().enclosures()))
        .bind("comments", entry.body().comments())
        .bind("published", Rows.millis(entry.dates().published()))
        .bind("updated", Rows.millis(entry.dates().updated()))
        .bind("hash", entry.marks().content())
        .bind("url", entry.marks().url());
    return row;
  }
}
