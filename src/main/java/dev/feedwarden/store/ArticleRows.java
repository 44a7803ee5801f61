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
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
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

  static Kept store(Handle h, ReadyPoll ready, Database.Engine engine) {
    var poll = ready.poll();
    return switch (poll.outcome()) {
      case Outcome.Fresh(var changes, var snapshot) when changes.all().isEmpty() ->
          Kept.nothing(snapshot.itemCount());
      case Outcome.Fresh(var changes, _) -> {
        try (var rows = new ArticleRows(h, ready, engine)) {
          yield rows.store(changes);
        }
      }
      case Outcome.NotModified _ -> Kept.nothing(poll.claim().state().snapshot().itemCount());
      case Outcome.Failed _, Outcome.Deferred _ -> Kept.nothing(0);
    };
  }

  private final Handle h;
  private final Database.Engine engine;
  private final SourceId source;
  private final long now;
  private final Map<Entry, byte[]> texts;
  private final Batch inserting;
  private final Batch remembering;
  private final Set<String> remembered = new HashSet<>();

  private ArticleRows(Handle h, ReadyPoll ready, Database.Engine engine) {
    this.h = h;
    this.engine = engine;
    this.source = ready.poll().claim().source().id();
    this.now = ready.poll().visit().endedAt().toEpochMilli();
    this.texts = ready.texts();
    this.inserting = Batch.of(h, INSERT);
    this.remembering = Batch.of(h, REMEMBER);
  }

  @Override
  public void close() {
    remembering.close();
    inserting.close();
  }

  private Kept store(Changes changes) {
    var added = unknown(changes);
    var numbers = added.isEmpty() ? List.<Long>of() : engine.numbers(h, "articles", added.size());
    var next = numbers.iterator();
    int updated = 0;
    // Oldest first, so that a larger id is a newer article.
    for (var change : changes.all().reversed()) {
      switch (change) {
        case Change.Added(var entry) -> {
          if (added.contains(entry)) {
            var article = next.next();
            insert(article, entry);
            remember(entry.key().all(), article);
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
    if (!added.isEmpty()) {
      inserting.execute();
    }
    if (!remembered.isEmpty()) {
      remembering.execute();
    }
    var same = changes.all().size() - added.size() - updated;
    var stored = new Stored(added.size(), updated, same);
    return added.isEmpty()
        ? new Kept(stored, 0, 0)
        : new Kept(stored, numbers.getFirst(), numbers.getLast());
  }

  private static final String KNOWN =
      """
      SELECT k.key, a.id, a.content_hash
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
              var article = Rows.maybeId(row, "id");
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

  private static final String INSERT =
      """
      INSERT INTO articles (id, source_id, guid, title, link, author, summary, tags, language,
                            packed, enclosures, comments_url, published_at, updated_at,
                            dates_guessed, content_hash, url_hash, first_seen_at, changed_at,
                            duplicate_of)
      """
          + Batch.row(
              """
              :id, :source, :guid, :title, :link, :author, '', :tags, :language, :packed,
              :enclosures, :comments, :published, :updated, :guessed, :hash, :url, :now, :now,
              """
                  + "("
                  + ORIGINAL
                  + ")");

  // A key that is known by now is another worker's doing, and is not stored twice; nor is an entry
  // one of whose keys an older one of the document has.
  private Set<Entry> unknown(Changes changes) {
    var added = Collections.<Entry>newSetFromMap(new IdentityHashMap<>());
    var candidates =
        changes.all().stream()
            .<EntryKey>mapMulti(
                (change, keys) -> {
                  if (change instanceof Change.Added(var entry)) {
                    keys.accept(entry.key());
                  }
                })
            .toList();
    if (candidates.isEmpty()) {
      return added;
    }
    var taken = new HashSet<>(known(h, source, candidates, engine.many()).keySet());
    for (var change : changes.all().reversed()) {
      switch (change) {
        case Change.Added(var entry) -> {
          if (Collections.disjoint(taken, entry.key().all())) {
            taken.addAll(entry.key().all());
            added.add(entry);
          }
        }
        case Change.Revised(_, var entry) -> taken.addAll(entry.key().all());
        case Change.Refreshed(_, var entry) -> taken.addAll(entry.key().all());
        case Change.Same(var unknown, _) -> taken.addAll(unknown);
      }
    }
    return added;
  }

  private void insert(long article, Entry entry) {
    content(inserting, entry)
        .bind("id", article)
        .bind("source", source.value())
        .bind("guid", entry.guid())
        .bind("telling", says(entry) ? entry.marks().content() : null)
        .bind("now", now)
        .add();
  }

  // Two sources may well have an "Untitled" each.
  private static boolean says(Entry entry) {
    return !entry.content().summary().isBlank() || !entry.body().html().isBlank();
  }

  private static final String REMEMBER =
      """
      INSERT INTO seen_keys (source_id, key, article_id)
      """
          + Batch.row(":source, :key, :article")
          + " ON CONFLICT (source_id, key) DO NOTHING";

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
      """
          + Batch.ROWS
          + " WHERE articles.id = :id";

  private void refresh(long article, Entry entry) {
    try (var row = Batch.of(h, REFRESH)) {
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

  private Batch content(Batch row, Entry entry) {
    return row.bind("packed", requireNonNull(texts.get(entry)))
        .bind("guessed", entry.dates().guessed())
        .bind("title", entry.content().title())
        .bind("link", entry.content().link())
        .bind("author", entry.content().author())
        .bind("tags", String.join("\n", entry.content().tags()))
        .bind("language", entry.content().language())
        .bind("enclosures", EnclosureText.of(entry.body().enclosures()))
        .bind("comments", CommentsText.of(entry.body().comments(), entry.content().link()))
        .bind("published", Rows.millis(entry.dates().published()))
        .bind("updated", Rows.millis(entry.dates().updated()))
        .bind("hash", entry.marks().content())
        .bind("url", entry.marks().url());
  }
}
