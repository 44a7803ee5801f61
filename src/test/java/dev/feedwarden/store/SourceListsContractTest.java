package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.feed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceFilter;
import dev.feedwarden.model.SourceFilter.Notice;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Tag;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.SourceLists.Page;
import dev.feedwarden.store.SourceLists.Part;
import dev.feedwarden.store.SourceLists.Sort;
import dev.feedwarden.store.SourceLists.SortBy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class SourceListsContractTest {
  private static final Sort BY_ID = new Sort(SortBy.ID, false);

  private static final Sort BY_NAME = new Sort(SortBy.NAME, false);

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private Registry registry;
  private Interventions interventions;
  private SourceLists lists;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    registry = new Registry(database);
    interventions = new Interventions(database);
    lists = new SourceLists(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private SourceId add(String name, @Nullable String url, String... tags) {
    var label = new Label(name, Stream.of(tags).map(Tag::new).toList(), null);
    var feed = url == null ? null : WebUrl.of(url);
    return registry.add(new Settings(label, feed, true, Intake.USUAL, null, null), NOW).id();
  }

  private List<String> names(SourceFilter filter) {
    return names(filter, BY_ID);
  }

  private List<String> names(SourceFilter filter, Sort sort) {
    var page = lists.page(filter, sort, 0, 100, NOW);
    var names = page.sources().stream().map(r -> r.source().settings().name()).toList();
    assertThat(page.total()).isEqualTo(names.size());
    assertThat(lists.after(filter, null, 100, NOW))
        .containsExactlyInAnyOrderElementsOf(page.sources());
    return names;
  }

  private static SourceFilter search(String text) {
    return new SourceFilter(null, false, null, null, null, null, text);
  }

  private static SourceFilter status(String status) {
    return new SourceFilter(null, false, status, null, null, null, null);
  }

  /** One source of each status, and one that has no feed. */
  private void oneOfEach() {
    add("active", "http://a.example/");
    var cooling = add("cooling", "http://b.example/");
    var over = add("cooled", "http://c.example/");
    var stopped = add("stopped", "http://d.example:81/");
    var held = add("held", "http://e.example/");
    registry.add(new Settings("disabled", WebUrl.of("http://f.example/"), false, null), NOW);
    add("without a feed", null);
    var before = NOW.minus(Duration.ofHours(2));
    interventions.disable(
        cooling, new Standing.Cooling(ErrorType.GONE, NOW, NOW.plusSeconds(9), "x"), "x", NOW);
    interventions.disable(
        over, new Standing.Cooling(ErrorType.GONE, before, NOW, "x"), "x", before);
    interventions.disable(stopped, new Standing.Stopped(NOW, "ann", ""), "ann", NOW);
    database.useWrite(
        h ->
            h.execute(
                "UPDATE feed_state SET next_poll_reason = 'held', consecutive_errors = 3,"
                    + " last_error = 'x', last_error_type = 'gone', failing_since = 1"
                    + " WHERE source_id = ?",
                held.value()));
  }

  @ParameterizedTest
  @CsvSource({
    "active, active|without a feed",
    "cooling, cooling|cooled",
    "stopped, stopped",
    "held, held",
    "disabled, disabled"
  })
  void every_source_has_one_status_and_is_found_by_it(String status, String found) {
    oneOfEach();

    assertThat(String.join("|", names(status(status)))).isEqualTo(found);
    assertThat(lists.page(status(status), BY_ID, 0, 9, NOW).sources())
        .allSatisfy(r -> assertThat(r.status()).isEqualTo(status));
  }

  @Test
  void a_feed_is_active_when_it_is_not_disabled_or_its_cooldown_is_over() {
    oneOfEach();

    assertThat(names(new SourceFilter(null, true, null, null, null, null, null)))
        .containsExactly("active", "cooled", "held");
  }

  @Test
  void filters_can_be_put_together() {
    oneOfEach();
    add("tagged", "http://a.example/2", "news", "daily");

    assertThat(names(new SourceFilter(false, false, null, null, null, null, null)))
        .containsExactly("disabled");
    assertThat(names(new SourceFilter(true, false, null, ErrorType.GONE, null, null, null)))
        .containsExactly("held");
    assertThat(names(new SourceFilter(null, false, null, null, "d.example:81", null, null)))
        .containsExactly("stopped");
    assertThat(names(new SourceFilter(null, false, null, null, "a.example", null, null)))
        .containsExactly("active", "tagged");
    assertThat(names(new SourceFilter(true, true, "active", null, "a.example", "news", "TAG")))
        .containsExactly("tagged");
    assertThat(names(new SourceFilter(null, false, null, null, null, "new", null))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "one; One 50% o_f a\\b",
        "ONE; One 50% o_f a\\b",
        "%; One 50% o_f a\\b",
        "_; One 50% o_f a\\b",
        "\\; One 50% o_f a\\b",
        "\u00c9TE\u0301; \u00c9t\u00e9",
        "e\u0301t; \u00c9t\u00e9",
        "X.Example/Feed; \u00c9t\u00e9",
        "' OR 1=1--; ",
        "secret; ",
        "token=; \u00c9t\u00e9"
      })
  void a_search_is_literal_in_any_case_and_sees_no_secret_P20_P21(
      String text, @Nullable String found) {
    add("One 50% o_f a\\b", "http://y.example/");
    add("\u00c9t\u00e9", "http://x.example/feed?token=secret");

    assertThat(names(search(text)))
        .isEqualTo(found == null ? List.of() : Collections.singletonList(found));
  }

  @ParameterizedTest
  @EnumSource(SortBy.class)
  void every_order_is_total_and_turns_round(SortBy by) {
    oneOfEach();
    database.useWrite(
        h ->
            h.execute(
                "UPDATE feed_state SET last_polled_at = 5, last_success_at = 4 WHERE source_id ="
                    + " (SELECT min(id) FROM sources)"));

    var up = names(SourceFilter.ALL, new Sort(by, false));

    assertThat(up).hasSize(7).doesNotHaveDuplicates();
    assertThat(names(SourceFilter.ALL, new Sort(by, true))).isEqualTo(up.reversed());
    assertThat(lists.page(SourceFilter.ALL, new Sort(by, false), 2, 3, NOW).sources())
        .extracting(r -> r.source().settings().name())
        .isEqualTo(up.subList(2, 5));
  }

  @ParameterizedTest
  @EnumSource(SortBy.class)
  void every_order_is_walked_from_mark_to_mark_and_back(SortBy by) {
    oneOfEach();
    database.useWrite(
        h -> h.execute("UPDATE feed_state SET last_success_at = 4 WHERE consecutive_errors = 3"));
    for (var descending : List.of(false, true)) {
      var sort = new Sort(by, descending);
      var all = lists.page(SourceFilter.ALL, sort, 0, 100, NOW).sources();

      for (int i = 0; i < all.size(); i++) {
        var mark = sort.mark(all.get(i));
        assertThat(lists.page(SourceFilter.ALL, sort, new Part.After(mark), 2, NOW))
            .as("after %s", mark)
            .isEqualTo(new Page(all.subList(i + 1, Math.min(i + 3, all.size())), 7));
        assertThat(lists.page(SourceFilter.ALL, sort, new Part.Before(mark), 2, NOW))
            .as("before %s", mark)
            .isEqualTo(new Page(all.subList(Math.max(0, i - 2), i), 7));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"NAME, false", "HOST, true", "NEXT_POLL_AT, false"})
  void a_long_list_is_walked_from_mark_to_mark(SortBy by, boolean descending) {
    var many =
        IntStream.range(0, SourceSearch.FEW + 300)
            .mapToObj(
                i ->
                    new Settings(
                        "name " + i % 97,
                        i % 5 == 0 ? null : WebUrl.of("http://h" + i % 50 + ".example/" + i),
                        true,
                        null))
            .toList();
    registry.addAll(many, NOW);
    var sort = new Sort(by, descending);
    var all = lists.page(SourceFilter.ALL, sort, 0, 10_000, NOW).sources();

    var walked = new ArrayList<Registered>();
    var page = lists.page(SourceFilter.ALL, sort, 0, 500, NOW).sources();
    while (!page.isEmpty()) {
      walked.addAll(page);
      var next = new Part.After(sort.mark(page.getLast()));
      page = lists.page(SourceFilter.ALL, sort, next, 500, NOW).sources();
    }
    var back = new Part.Before(sort.mark(all.get(1_000)));

    assertThat(walked).isEqualTo(all).hasSize(many.size());
    assertThat(lists.page(SourceFilter.ALL, sort, back, 200, NOW).sources())
        .isEqualTo(all.subList(800, 1_000));
  }

  @ParameterizedTest
  @CsvSource({"QUIET, name 1", "FAILING, name 2"})
  void what_deserves_a_look_is_found_among_many_too(Notice notice, String name) {
    var many = SourceSearch.FEW + 100;
    registry.addAll(
        IntStream.range(0, 3 * many)
            .mapToObj(i -> new Settings("name " + i % 3, WebUrl.of("http://h/" + i), true, null))
            .toList(),
        NOW);
    database.useWrite(
        h -> {
          h.execute(
              "UPDATE feed_state SET newest_item_at = 1"
                  + " WHERE source_id IN (SELECT id FROM sources WHERE name <> 'name 0')");
          h.execute(
              "UPDATE feed_state SET last_error_type = 'gone', last_error = 'x', failing_since = 1"
                  + " WHERE source_id IN (SELECT id FROM sources WHERE name = 'name 2')");
        });

    var page = lists.page(SourceFilter.of(notice), new Sort(SortBy.NAME, true), 0, 3 * many, NOW);

    assertThat(page.total()).isEqualTo(many);
    assertThat(page.sources())
        .hasSize(many)
        .allSatisfy(r -> assertThat(r.source().settings().name()).isEqualTo(name));
  }

  @Test
  void what_is_absent_comes_first() {
    oneOfEach();

    assertThat(names(SourceFilter.ALL, new Sort(SortBy.HOST, false)))
        .containsExactly(
            "without a feed", "active", "cooling", "cooled", "stopped", "held", "disabled");
    assertThat(names(SourceFilter.ALL, new Sort(SortBy.CONSECUTIVE_ERRORS, true)).getFirst())
        .isEqualTo("held");
  }

  @Test
  void a_page_past_the_end_is_empty_and_knows_the_total_P22() {
    oneOfEach();

    assertThat(lists.page(SourceFilter.ALL, BY_ID, 1_000_000_000_000L, 500, NOW))
        .isEqualTo(new Page(List.of(), 7));
  }

  @Test
  void tags_and_notes_are_kept_and_raise_the_revision() {
    var id = add("a", "http://a.example/", "old");

    interventions.relabel(
        id, was -> new Label(was.name(), List.of(new Tag("b"), new Tag("a")), "why"), "ann", NOW);

    var found = registry.find(id).orElseThrow().source();
    assertThat(found.settings().label())
        .isEqualTo(new Label("a", List.of(new Tag("a"), new Tag("b")), "why"));
    assertThat(found.revision()).isEqualTo(2);
    assertThat(interventions.relabel(id, was -> was, "ann", NOW))
        .isEqualTo(new Interventions.Done.Unchanged());
    assertThat(registry.find(id).orElseThrow().source().revision()).isEqualTo(2);
  }

  @Test
  void the_sources_of_a_tag_follow_their_names_after_a_rename_too() {
    var moving = add("b", "http://a.example/1", "news");
    add("c", "http://a.example/2", "news");
    add("a", "http://a.example/3", "news", "daily");
    add("other", "http://a.example/4", "daily");
    var news = new SourceFilter(null, false, null, null, null, "news", null);
    assertThat(names(news, BY_NAME)).containsExactly("a", "b", "c");

    interventions.relabel(moving, was -> new Label("z", was.tags(), null), "ann", NOW);

    assertThat(names(news, BY_NAME)).containsExactly("a", "c", "z");
    assertThat(names(news, new Sort(SortBy.NAME, true))).containsExactly("z", "c", "a");
  }

  @Test
  void a_renamed_source_is_found_by_its_new_name_only() {
    var id = add("before", "http://a.example/");

    interventions.relabel(id, was -> new Label("after"), "ann", NOW);

    assertThat(names(search("before"))).isEmpty();
    assertThat(names(search("AFTER"))).containsExactly("after");
  }

  @Test
  void sources_of_an_older_schema_can_be_searched() {
    registry.add(feed("http://old.example/?token=secret"), NOW);
    database.useWrite(h -> h.execute("UPDATE sources SET search_text = ''"));

    SearchText.catchUp(database);

    assertThat(names(search("old.ex"))).containsExactly("a feed");
    assertThat(names(search("secret"))).isEmpty();
  }
}
