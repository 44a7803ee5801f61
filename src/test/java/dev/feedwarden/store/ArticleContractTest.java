package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.claim;
import static dev.feedwarden.store.Fixtures.entry;
import static dev.feedwarden.store.Fixtures.feed;
import static dev.feedwarden.store.Fixtures.fresh;
import static dev.feedwarden.store.Fixtures.poll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Article;
import dev.feedwarden.model.Article.Revision;
import dev.feedwarden.model.Article.Version;
import dev.feedwarden.model.Change;
import dev.feedwarden.model.Changes;
import dev.feedwarden.model.Enclosure;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Poll.Receipt.Stored;
import dev.feedwarden.model.SourceId;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConnection;

@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class ArticleContractTest {
  private static final Entry RICH =
      new Entry(
          new Entry.EntryKey("k1", "alias"),
          "guid",
          new Entry.Content(
              "Title", "https://a.example/1", "Ann, Bob", "Words", List.of("x", "y"), "de-AT"),
          new Entry.Body(
              "<p>Words</p>",
              List.of(
                  new Enclosure("https://a.example/1.mp3", "audio/mpeg", 12_345L),
                  new Enclosure("https://a.example/\"odd\".ogg", null, null)),
              "https://a.example/1#comments"),
          new Entry.Dates(NOW, NOW.plusSeconds(5), true),
          new Entry.Marks("1:first", "url1"));
  private static final Entry PLAIN =
      new Entry(
          RICH.key(),
          "guid",
          new Entry.Content("Another title", null, null, "", List.of(), null),
          Entry.Body.NONE,
          new Entry.Dates(NOW.plusSeconds(60), null, false),
          new Entry.Marks("1:second", null));

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private Registry registry;
  private Commits commits;
  private Articles articles;
  private SourceId source;
  private SourceId other;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    registry = new Registry(database);
    commits = new Commits(database);
    articles = new Articles(database);
    source = registry.add(feed("http://a.example/feed"), NOW).id();
    other = registry.add(feed("http://b.example/feed"), NOW).id();
  }

  @AfterEach
  void close() {
    database.close();
  }

  private Poll.Receipt commit(SourceId source, Outcome outcome) {
    var poll = poll(claim(database, source), outcome);
    var receipt = commits.commit(List.of(poll)).getFirst();
    new BatchQueue(database).release(poll.claim().lease(), NOW);
    return receipt;
  }

  private Poll.Receipt seen(Entry... entries) {
    return commit(source, Fixtures.seen(database, source, entries));
  }

  private long stored(SourceId source, Entry entry) {
    commit(source, Fixtures.seen(database, source, entry));
    return newest().id();
  }

  private Article newest() {
    return articles.latest(null, Long.MAX_VALUE, 1).getFirst();
  }

  private static Version version(Entry entry) {
    return new Version(entry.content(), entry.body(), entry.dates());
  }

  private List<String> titles() {
    return titles(articles.latest(null, Long.MAX_VALUE, 100));
  }

  private static List<String> titles(List<Article> articles) {
    return articles.stream().map(a -> a.version().content().title()).toList();
  }

  private static Entry with(Entry.EntryKey key, Entry entry) {
    return new Entry(
        key, entry.guid(), entry.content(), entry.body(), entry.dates(), entry.marks());
  }

  private static Entry marked(String key, String content, @Nullable String url) {
    var entry = entry(key, "Title of " + key);
    return new Entry(
        entry.key(),
        key,
        entry.content(),
        entry.body(),
        entry.dates(),
        new Entry.Marks(content, url));
  }

  @Test
  void new_entries_are_stored_once_and_the_newest_has_the_largest_id() {
    assertThat(seen(entry("k2", "two"), entry("k1", "one"))).isEqualTo(new Stored(2, 0, 0));
    assertThat(seen(entry("k2", "two"), entry("k1", "one"))).isEqualTo(new Stored(0, 0, 2));

    assertThat(titles()).containsExactly("two", "one");
  }

  @Test
  void an_article_comes_back_as_it_was_stored() {
    seen(RICH);

    var article = newest();

    assertThat(article)
        .isEqualTo(
            new Article(
                article.id(), source, "guid", version(RICH), new Article.Seen(1, NOW), null));
    assertThat(articles.find(article.id())).contains(article);
  }

  @Test
  void changed_content_is_a_revision_and_the_old_one_is_kept_whole() {
    var id = stored(source, RICH);

    assertThat(seen(PLAIN)).isEqualTo(new Stored(0, 1, 0));

    assertThat(newest())
        .isEqualTo(new Article(id, source, "guid", version(PLAIN), new Article.Seen(2, NOW), null));
    assertThat(articles.revisions(id)).containsExactly(new Revision(1, version(RICH), NOW));
  }

  @Test
  void revisions_are_listed_from_the_first_and_only_of_their_article() {
    var id = stored(source, entry("k1", "one"));
    seen(entry("k1", "two"));
    seen(entry("k1", "three"));
    var unchanged = stored(source, entry("k2", "other"));

    assertThat(articles.revisions(id))
        .extracting(r -> r.number() + " " + r.version().content().title())
        .containsExactly("1 one", "2 two");
    assertThat(articles.revisions(unchanged)).isEmpty();
  }

  @Test
  void another_description_of_the_same_content_is_no_revision() {
    var id = stored(source, RICH);

    assertThat(refresh(id, PLAIN)).isEqualTo(new Stored(0, 0, 1));

    assertThat(newest())
        .isEqualTo(new Article(id, source, "guid", version(PLAIN), new Article.Seen(1, NOW), null));
    assertThat(articles.revisions(id)).isEmpty();
  }

  @Test
  void a_publication_date_that_is_no_longer_told_is_kept() {
    var id = stored(source, RICH);
    var undated =
        new Entry(RICH.key(), "guid", RICH.content(), RICH.body(), Entry.Dates.NONE, RICH.marks());

    refresh(id, undated);

    assertThat(newest().version().dates()).isEqualTo(new Entry.Dates(NOW, null, false));
  }

  private Poll.Receipt refresh(long article, Entry entry) {
    var changes = new Changes(List.of(new Change.Refreshed(article, entry)), 0);
    return commit(source, new Outcome.Fresh(changes, Snapshot.NONE));
  }

  @Test
  void an_unknown_guid_with_a_known_link_and_title_is_the_same_entry() {
    var before = entry("k1", "one");
    var alias = new Entry.EntryKey("k1", "alias");
    var moved = new Entry.EntryKey("k9", "alias");
    seen(with(alias, before));

    assertThat(seen(with(moved, before))).isEqualTo(new Stored(0, 0, 1));
    assertThat(seen(with(new Entry.EntryKey("k9", null), before))).isEqualTo(new Stored(0, 0, 1));
  }

  @Test
  void r_52_a_purged_article_does_not_come_back_as_new() {
    seen(entry("k1", "one"));
    database.useWrite(h -> h.execute("DELETE FROM articles"));

    assertThat(seen(entry("k1", "one"))).isEqualTo(new Stored(0, 0, 1));
  }

  @Test
  void a_known_key_is_not_stored_again_even_if_it_is_said_to_be_new() {
    seen(RICH);

    assertThat(commit(source, fresh(RICH))).isEqualTo(new Stored(0, 0, 1));
    assertThat(commit(source, fresh(with(new Entry.EntryKey("k9", "alias"), RICH))))
        .isEqualTo(new Stored(0, 0, 1));
    assertThat(articles.count()).isEqualTo(1);
  }

  @Test
  void R_50_two_sources_may_have_the_same_keys() {
    seen(entry("k1", "ours"));

    assertThat(commit(other, fresh(entry("k1", "theirs")))).isEqualTo(new Stored(1, 0, 0));
    assertThat(titles()).containsExactly("theirs", "ours");
  }

  @Test
  void the_same_link_or_content_in_another_source_is_a_duplicate_of_the_oldest() {
    var third = registry.add(feed("http://c.example/feed"), NOW).id();
    var original = stored(source, marked("k1", "1:a", "url"));
    var sameUrl = stored(other, marked("k2", "1:b", "url"));
    var sameContent = stored(third, marked("k3", "1:b", null));
    var neither = stored(third, marked("k4", "1:c", "another"));

    assertThat(articles.latest(null, Long.MAX_VALUE, 9))
        .extracting(Article::duplicateOf)
        .containsExactly(null, original, original, null);
    assertThat(articles.duplicates(original)).containsExactly(sameUrl, sameContent);
    assertThat(articles.duplicates(neither)).isEmpty();
    assertThat(articles.latestUnique(null, Long.MAX_VALUE, 9))
        .extracting(Article::id)
        .containsExactly(neither, original);
  }

  @Test
  void one_source_does_not_duplicate_itself_and_no_link_is_not_the_same_link() {
    seen(marked("k1", "1:a", "url"), marked("k2", "1:a", "url"));
    commit(other, fresh(marked("k1", "1:x", null), marked("k2", "1:y", null)));
    seen(marked("k3", "1:z", null));

    assertThat(articles.latest(null, Long.MAX_VALUE, 9))
        .hasSize(5)
        .allMatch(article -> article.duplicateOf() == null);
  }

  @Test
  void a_duplicate_elsewhere_does_not_make_a_source_duplicate_itself() {
    var original = stored(source, marked("k1", "1:a", "url"));
    stored(other, marked("k2", "1:b", "url"));
    stored(source, marked("k3", "1:b", "url"));

    assertThat(articles.latest(null, Long.MAX_VALUE, 9))
        .extracting(Article::duplicateOf)
        .containsExactly(null, original, null);
  }

  @Test
  void entries_without_text_are_not_the_same_for_that() {
    var untitled =
        new Entry(
            new Entry.EntryKey("k1", null),
            null,
            new Entry.Content("Untitled", null, null, "", List.of(), null),
            Entry.Body.NONE,
            Entry.Dates.NONE,
            new Entry.Marks("1:untitled", null));
    stored(source, untitled);

    stored(other, untitled);

    assertThat(newest().sourceId()).isEqualTo(other);
    assertThat(newest().duplicateOf()).isNull();
  }

  @Test
  void duplicates_outlive_their_original() {
    var original = stored(source, marked("k1", "1:a", "url"));
    var duplicate = stored(other, marked("k1", "1:a", "url"));
    assertThat(newest().duplicateOf()).isEqualTo(original);

    database.useWrite(h -> h.execute("DELETE FROM articles WHERE id = ?", original));

    assertThat(newest().id()).isEqualTo(duplicate);
    assertThat(newest().duplicateOf()).isNull();
  }

  @Test
  void a_feed_with_thousands_of_entries_is_stored() {
    var many = new Entry[3_000];
    for (int i = 0; i < many.length; i++) {
      many[i] = entry("key" + i, "title " + i);
    }

    assertThat(seen(many)).isEqualTo(new Stored(3_000, 0, 0));
    assertThat(seen(many)).isEqualTo(new Stored(0, 0, 3_000));
  }

  @Test
  void the_original_is_found_by_an_index_and_not_by_a_scan() {
    assertThat(planOfOriginal(engine == TestEngine.SQLITE ? "EXPLAIN QUERY PLAN " : "EXPLAIN "))
        .contains("articles_by_url")
        .contains("articles_by_content")
        .doesNotContain("SCAN articles", "SCAN a", "Seq Scan");
  }

  @Test
  void a_source_whose_entries_all_share_a_link_is_not_walked_through_for_each()
      throws SQLException {
    database.useWrite(
        h ->
            h.execute(
                """
                WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
                INSERT INTO articles (source_id, title, summary, tags, content_hash, url_hash,
                                      first_seen_at, changed_at)
                SELECT ?, 'same', '', '', '1:a', 'url', 0, 0 FROM n
                """,
                source.value()));

    switch (engine) {
      case SQLITE -> assertThat(stepsToOriginal()).isLessThan(1_000);
      case POSTGRESQL ->
          assertThat(planOfOriginal("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) "))
              .doesNotContainPattern("Rows Removed by Filter: \\d\\d")
              .doesNotContainPattern("rows=\\d\\d");
    }
  }

  private String planOfOriginal(String explain) {
    return database.read(
        h -> {
          if (engine == TestEngine.POSTGRESQL) {
            h.execute("SET LOCAL enable_seqscan = off");
          }
          return original(h, explain)
              .map((row, _) -> row.getString(engine == TestEngine.SQLITE ? "detail" : "QUERY PLAN"))
              .stream()
              .collect(Collectors.joining("\n"));
        });
  }

  /** How many instructions SQLite's machine takes, in hundreds rounded down. */
  private int stepsToOriginal() throws SQLException {
    var hundreds = new AtomicInteger();
    var count =
        new ProgressHandler() {
          @Override
          protected int progress() {
            hundreds.incrementAndGet();
            return 0;
          }
        };
    database.read(
        h -> {
          var connection = h.getConnection().unwrap(SQLiteConnection.class);
          ProgressHandler.setHandler(connection, 100, count);
          try {
            return original(h, "").mapTo(Long.class).findOne();
          } finally {
            ProgressHandler.clearHandler(connection);
          }
        });
    return hundreds.get() * 100;
  }

  private Query original(Handle h, String explain) {
    return h.createQuery(explain + ArticleRows.ORIGINAL)
        .bind("source", source.value())
        .bind("url", "url")
        .bind("telling", "1:a");
  }
}
