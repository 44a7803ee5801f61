package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceFilter;
import dev.feedwarden.store.SourceLists.Sort;
import dev.feedwarden.store.SourceLists.SortBy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
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

/** A part of any length is found wherever it stands, by an index where there is one. */
@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class SourceSearchContractTest {
  private static final Sort BY_NAME = new Sort(SortBy.NAME, false);

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private Registry registry;
  private SourceLists lists;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    registry = new Registry(database);
    lists = new SourceLists(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void add(List<String> names) {
    registry.addAll(
        names.stream()
            .map(name -> new Settings(new Label(name), null, true, Intake.USUAL, null, null))
            .toList(),
        NOW);
  }

  private static SourceFilter search(String part) {
    return new SourceFilter(null, false, null, null, null, null, part);
  }

  private List<String> found(String part) {
    var page = lists.page(search(part), BY_NAME, 0, 500, NOW);
    var names = page.sources().stream().map(r -> r.source().settings().name()).toList();
    assertThat(page.total()).as(part).isEqualTo(names.size());
    assertThat(lists.after(search(part), null, 500, NOW))
        .extracting(r -> r.source().settings().name())
        .as(part)
        .containsExactlyInAnyOrderElementsOf(names);
    return names;
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void parts_of_any_length_are_found_as_java_finds_them(long seed) {
    var dice = new Random(seed);
    var letters = "aab\u00e9 \"'*-%_\\\ud83d\ude00";
    var names = new ArrayList<String>();
    for (int i = 0; i < 40; i++) {
      names.add("n" + i + " " + word(dice, letters, 1 + dice.nextInt(8)) + ".");
    }
    add(names);

    for (int i = 0; i < 60; i++) {
      var part = word(dice, letters, 1 + dice.nextInt(4));
      if (!part.isBlank()) {
        assertThat(found(part))
            .as(part)
            .containsExactlyInAnyOrderElementsOf(
                names.stream().filter(name -> name.contains(part)).toList());
      }
    }
  }

  private static String word(Random dice, String letters, int length) {
    var points = letters.codePoints().toArray();
    return dice.ints(length, 0, points.length)
        .map(i -> points[i])
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  @Test
  void what_was_renamed_or_removed_is_found_no_more() {
    add(List.of("first one", "second one"));
    var interventions = new Interventions(database);
    var ids = lists.after(SourceFilter.ALL, null, 9, NOW).stream().map(r -> r.source().id());
    var both = ids.toList();

    interventions.relabel(both.get(0), _ -> new Label("another one"), "ann", NOW);
    interventions.remove(both.get(1));

    assertThat(found("first")).isEmpty();
    assertThat(found("se")).isEmpty();
    assertThat(found("one")).containsExactly("another one");
    assertThat(found("an")).containsExactly("another one");
  }

  @Test
  void numbers_of_rows_that_a_vacuum_changes_do_not_matter() {
    add(IntStream.range(0, 50).mapToObj(i -> "feed " + i).toList());
    var interventions = new Interventions(database);
    lists
        .after(search("feed 1"), null, 99, NOW)
        .forEach(r -> interventions.remove(r.source().id()));

    database.engine().writing().useHandle(h -> h.execute("VACUUM"));

    assertThat(found("feed 2")).contains("feed 2", "feed 20").hasSize(11);
    assertThat(found("19")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"word, 2000", "word, 2001", "wo, 2001"})
  void few_and_many_are_found_alike(String part, int many) {
    add(IntStream.range(0, many).mapToObj("word %04d"::formatted).toList());
    add(List.of("other"));

    var page = lists.page(search(part), BY_NAME, many - 1L, 5, NOW);

    assertThat(page.total()).isEqualTo(many);
    assertThat(page.sources())
        .extracting(r -> r.source().settings().name())
        .containsExactly("word %04d".formatted(many - 1));
    assertThat(lists.after(search(part), null, 5_000, NOW)).hasSize(many);
  }
}
