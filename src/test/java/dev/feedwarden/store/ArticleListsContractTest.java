package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.claim;
import static dev.feedwarden.store.Fixtures.entry;
import static dev.feedwarden.store.Fixtures.feed;
import static dev.feedwarden.store.Fixtures.poll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Entry;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Tag;
import dev.feedwarden.model.TextQuery;
import dev.feedwarden.store.ArticleLists.Filter;
import dev.feedwarden.store.ArticleLists.Item;
import dev.feedwarden.store.ArticleLists.Page;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class ArticleListsContractTest {
  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private ArticleLists lists;
  private ArticleIndex index;
  private SourceId source;
  private SourceId other;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    lists = new ArticleLists(database);
    index = new ArticleIndex(database, 3);
    var registry = new Registry(database);
    source = registry.add(feed("http://a.example/feed"), NOW).id();
    other = registry.add(feed("http://b.example/feed"), NOW).id();
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void store(SourceId where, String... titles) {
    for (var title : titles) {
      store(where, entry("k " + title, title));
    }
  }

  private void store(SourceId where, Entry entry) {
    var poll = poll(claim(database, where), Fixtures.seen(database, where, entry));
    new Commits(database).commit(List.of(poll));
    new BatchQueue(database).release(poll.claim().lease(), NOW);
  }

  private Page after(Filter filter, ArticleCursor cursor, int limit) {
    return lists.after(filter, cursor, limit).orElseThrow();
  }

  private List<String> all(Filter filter) {
    return titles(after(filter, ArticleCursor.START, 100).items());
  }

  private static List<String> titles(List<Item> items) {
    return items.stream().map(i -> i.article().version().content().title()).toList();
  }

  private static Filter query(String text) {
    return new Filter(null, null, null, TextQuery.parse(text).orElseThrow());
  }

  private void index() {
    while (index.turn()) {}
  }

  @Test
  void pages_show_every_article_once_in_the_order_of_storing() {
    store(source, "1", "2", "3");
    store(other, "4", "5");

    var seen = new ArrayList<String>();
    var page = after(Filter.ALL, ArticleCursor.START, 2);
    seen.addAll(titles(page.items()));
    while (page.more()) {
      page = after(Filter.ALL, ArticleCursor.parse(page.next().text()).orElseThrow(), 2);
      seen.addAll(titles(page.items()));
    }
    store(source, "6");
    seen.addAll(titles(after(Filter.ALL, page.next(), 2).items()));

    assertThat(seen).containsExactly("1", "2", "3", "4", "5", "6");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "a1",
        "a1-",
        "a01-1",
        "A1-1",
        "a1-1 ",
        "a-1-1",
        "a1-1' OR 1=1",
        "a1-1\u0000",
        "affffffffffffffff-1"
      })
  void a_cursor_that_we_did_not_write_is_none_P22(String text) {
    assertThat(ArticleCursor.parse(text)).isEmpty();
  }

  @Test
  void a_cursor_of_another_database_is_refused_P22() {
    store(source, "1");

    assertThat(lists.after(Filter.ALL, new ArticleCursor(0xfffffffffffffffL, 1), 10)).isEmpty();
  }

  @Test
  void articles_can_be_had_by_source_tag_and_time() {
    store(source, "1", "2");
    store(other, "3");
    new Interventions(database)
        .relabel(other, was -> new Label(was.name(), List.of(new Tag("x")), null), "ann", NOW);
    database.useWrite(
        h ->
            h.execute(
                "UPDATE articles SET first_seen_at = ? WHERE title = '1'",
                NOW.minusSeconds(3_600).toEpochMilli()));

    assertThat(all(new Filter(null, source, null, null))).containsExactly("1", "2");
    assertThat(all(new Filter(null, null, "x", null))).containsExactly("3");
    assertThat(all(new Filter(null, null, "y", null))).isEmpty();
    assertThat(all(new Filter(NOW, null, null, null))).containsExactly("2", "3");
    assertThat(all(new Filter(NOW.plusSeconds(1), null, null, null))).isEmpty();
    assertThat(all(new Filter(NOW.plusSeconds(9_000), null, null, null))).isEmpty();
    assertThat(all(new Filter(NOW.minusSeconds(9_000), other, "x", null))).containsExactly("3");
  }

  @Test
  void what_few_articles_meet_is_looked_for_a_part_at_a_time_P22() {
    IntStream.range(0, 5).forEach(i -> store(source, "no " + i));
    store(other, "yes");
    new Interventions(database)
        .relabel(other, was -> new Label(was.name(), List.of(new Tag("x")), null), "ann", NOW);
    var narrow = new ArticleLists(database, 4);
    var tagged = new Filter(null, null, "x", null);

    var first = narrow.after(tagged, ArticleCursor.START, 10).orElseThrow();
    var second = narrow.after(tagged, first.next(), 10).orElseThrow();

    assertThat(first.items()).isEmpty();
    assertThat(first.more()).isTrue();
    assertThat(titles(second.items())).containsExactly("yes");
    assertThat(second.more()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "brown; The quick brown fox|Brown bread",
        "BROWN fox; The quick brown fox",
        "\"brown fox\"; The quick brown fox",
        "\"fox brown\"; ",
        "brown -fox; Brown bread",
        "brown -\"quick brown\"; Brown bread",
        "cafe; Le Caf\u00e9 d'\u00e9t\u00e9",
        "CAFE\u0301; Le Caf\u00e9 d'\u00e9t\u00e9",
        "d'ete; Le Caf\u00e9 d'\u00e9t\u00e9",
        "bro; ",
        "inside; Marked up",
        "strong; ",
        "NEAR; ",
        "words:brown; ",
        "brown OR bread; ",
        "bread*; Brown bread",
        "it's; "
      })
  void words_are_found_whole_and_any_text_is_safe_P21(String text, String found) {
    store(source, "The quick brown fox", "Brown bread", "Le Caf\u00e9 d'\u00e9t\u00e9");
    store(
        other,
        new Entry(
            new Entry.EntryKey("html", null),
            null,
            new Entry.Content("Marked up", null, null, "", List.of(), null),
            new Entry.Body("<p><strong>inside</strong>&amp;</p>", List.of(), null),
            Entry.Dates.NONE,
            new Entry.Marks("1:html", null)));
    index();

    assertThat(String.join("|", all(query(text)))).isEqualTo(found == null ? "" : found);
  }

  @Test
  void a_search_never_passes_what_is_not_indexed_yet() {
    store(source, "word 1", "word 2", "word 3");
    index();
    store(source, "word 4");

    var page = after(query("word"), ArticleCursor.START, 2);
    var rest = after(query("word"), page.next(), 2);
    index();

    assertThat(titles(page.items())).containsExactly("word 1", "word 2");
    assertThat(titles(rest.items())).containsExactly("word 3");
    assertThat(titles(after(query("word"), rest.next(), 2).items())).containsExactly("word 4");
  }

  @Test
  void a_revised_article_is_found_by_what_it_says_now() {
    store(source, entry("k", "before"));
    index();
    store(source, entry("k", "afterwards"));
    index();

    assertThat(all(query("before"))).isEmpty();
    assertThat(all(query("afterwards"))).containsExactly("afterwards");
  }

  @Test
  void purged_articles_are_not_found_and_leave_the_index() {
    store(source, "word 1");
    store(other, "word 2");
    index();
    new Interventions(database).remove(source);

    assertThat(all(query("word"))).containsExactly("word 2");
    assertThat(index.sweep(index.sweep(0))).isZero();
    assertThat(indexed()).isEqualTo(1);
    assertThat(all(query("word"))).containsExactly("word 2");
  }

  private long indexed() {
    var table =
        switch (engine) {
          case SQLITE -> "article_text_docsize";
          case POSTGRESQL -> "article_text";
        };
    return database.read(
        h -> h.createQuery("SELECT count(*) FROM " + table).mapTo(Long.class).one());
  }

  @Test
  void the_index_takes_a_few_at_a_time_and_a_huge_text() {
    store(source, "1", "2", "3", "4");
    store(
        source,
        new Entry(
            new Entry.EntryKey("huge", null),
            null,
            new Entry.Content("huge", null, null, "\ufdfa ".repeat(100_000), List.of(), null),
            Entry.Body.NONE,
            Entry.Dates.NONE,
            new Entry.Marks("1:huge", null)));

    assertThat(index.turn()).isTrue();
    assertThat(indexed()).isEqualTo(3);
    assertThat(index.turn()).isFalse();
    assertThat(all(query("huge"))).containsExactly("huge");
    assertThat(index.turn()).isFalse();
  }

  private static final String INSERT =
      """
      INSERT INTO articles (source_id, title, summary, tags, content_hash, first_seen_at,
                            changed_at)
      VALUES (?, ?, '', '', ?, 0, 0)
      """;

  private void insert(Handle h, String title) {
    h.execute(INSERT, source.value(), title, title);
  }

  @Test
  void an_article_whose_transaction_is_still_open_is_waited_for() {
    if (engine == TestEngine.SQLITE) {
      return; // one writer at a time
    }
    var early = database.engine().writing().open();
    early.begin();
    insert(early, "early");
    database.useWrite(h -> insert(h, "late"));

    var before = after(Filter.ALL, ArticleCursor.START, 10);
    early.commit();
    early.close();

    assertThat(before.items()).isEmpty();
    assertThat(titles(after(Filter.ALL, before.next(), 10).items()))
        .containsExactly("early", "late");
  }

  @Test
  void a_reader_beside_eight_writers_sees_everything_once() throws Exception {
    var written = new ConcurrentLinkedQueue<String>();
    var seen = new ArrayList<String>();
    try (var writers = Executors.newFixedThreadPool(8)) {
      var jobs =
          IntStream.range(0, 8)
              .mapToObj(writer -> writers.submit(() -> write(writer, written)))
              .toList();
      var cursor = ArticleCursor.START;
      while (true) {
        var over = jobs.stream().allMatch(job -> job.isDone());
        var page = after(Filter.ALL, cursor, 50);
        seen.addAll(titles(page.items()));
        cursor = page.next();
        if (over && page.items().isEmpty()) {
          break;
        }
      }
      for (var job : jobs) {
        job.get();
      }
    }

    assertThat(seen).hasSize(8 * 60 * 3).doesNotHaveDuplicates();
    assertThat(seen).containsExactlyInAnyOrderElementsOf(written);
  }

  private void write(int writer, ConcurrentLinkedQueue<String> written) {
    for (int i = 0; i < 60; i++) {
      var turn = i;
      database.useWrite(
          h -> {
            for (int j = 0; j < 3; j++) {
              var title = writer + " " + turn + " " + j;
              insert(h, title);
              written.add(title);
            }
          });
    }
  }

  @Test
  void articles_restored_into_a_younger_cluster_are_listed() {
    if (engine == TestEngine.SQLITE) {
      return; // it has no turns
    }
    store(source, "1", "2");
    database.useWrite(h -> h.execute("UPDATE articles SET turn = 1000000000000"));
    assertThat(all(Filter.ALL)).isEmpty();

    database.engine().alone(_ -> {});

    assertThat(all(Filter.ALL)).containsExactly("1", "2");
  }
}
