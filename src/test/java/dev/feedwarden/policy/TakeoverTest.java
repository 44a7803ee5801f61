package dev.feedwarden.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Followed;
import dev.feedwarden.model.Listed;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.WebUrl;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In the tables a source is a digit, its revision stands after a dot, a star says not listed. */
final class TakeoverTest {
  private static SourceId id(int number) {
    return new SourceId("00000000-0000-7000-8000-%012d".formatted(number));
  }

  private static Listed listed(int number, long revision) {
    var url = WebUrl.of("https://example.org/" + number);
    return new Listed(id(number), new Settings("s", url, true, null), Standing.ACTIVE, revision);
  }

  private static Stream<String> words(String cell) {
    return Arrays.stream(cell.split(" ", -1)).filter(word -> !word.equals("-"));
  }

  private static Listed listed(String word) {
    var parts = word.split("\\.", -1);
    return listed(Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
  }

  private static Map<SourceId, Followed> known(String cell) {
    return words(cell)
        .collect(
            Collectors.toMap(
                word -> listed(word.replace("*", "")).id(),
                word ->
                    new Followed(listed(word.replace("*", "")).revision(), !word.endsWith("*"))));
  }

  private static List<Listed> list(String cell) {
    return words(cell).map(TakeoverTest::listed).toList();
  }

  private static List<SourceId> ids(String cell) {
    return words(cell).map(word -> id(Integer.parseInt(word))).toList();
  }

  @ParameterizedTest(name = "[{index}] {0} with {1}, unread {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # known        | list         | unread | fresh   | changed | back | gone
          -              | -            | -      | -       | -       | -    | -
          -              | 1.1 2.7      | -      | 1.1 2.7 | -       | -    | -
          1.1 2.7        | 1.1 2.7      | -      | -       | -       | -    | -
          1.1 2.7        | 1.2 2.7      | -      | -       | 1.2     | -    | -
          1.2 2.7        | 1.1 2.7      | -      | -       | 1.1     | -    | -
          1.1 2.7        | 2.7          | -      | -       | -       | -    | 1
          1.1* 2.7       | 2.7          | -      | -       | -       | -    | -
          1.1* 2.7       | 1.1 2.7      | -      | -       | -       | 1    | -
          1.1* 2.7       | 1.3 2.7      | -      | -       | 1.3     | -    | -
          1.0 2.7        | 1.1 2.7      | -      | -       | 1.1     | -    | -
          1.1 2.7        | 2.7          | 1      | -       | -       | -    | -
          2.7            | 2.7          | 1      | -       | -       | -    | -
          1.1 2.7        | 2.8 3.1      | -      | 3.1     | 2.8     | -    | 1
          1.1 2.7        | -            | -      | -       | -       | -    | 1 2
          """)
  void what_follows_from_a_list(
      String known,
      String list,
      String unread,
      String fresh,
      String changed,
      String back,
      String gone) {
    var takeover = Takeover.of(known(known), list(list), Set.copyOf(ids(unread)));

    assertThat(takeover)
        .isEqualTo(new Takeover(list(fresh), list(changed), ids(back), ids(gone), false));
  }

  @ParameterizedTest(name = "{1} of {0} left")
  @CsvSource(
      textBlock =
          """
          11,  0, true
          10,  0, false
          100, 0, true
          100, 49, true
          100, 50, false
          100, 100, false
          """)
  void a_list_that_lacks_most_of_many_is_doubtful(int before, int after, boolean doubtful) {
    var known =
        IntStream.range(0, before)
            .boxed()
            .collect(Collectors.toMap(TakeoverTest::id, _ -> new Followed(1, true)));
    var list = IntStream.range(0, after).mapToObj(i -> listed(i, 1)).toList();

    var takeover = Takeover.of(known, list, Set.of());

    assertThat(takeover.doubtful()).isEqualTo(doubtful);
    assertThat(takeover.gone()).hasSize(before - after);
    assertThat(takeover.keepingAll().gone()).isEmpty();
  }

  @Test
  void what_is_not_polled_already_does_not_count_as_lost() {
    var known =
        IntStream.range(0, 100)
            .boxed()
            .collect(Collectors.toMap(TakeoverTest::id, i -> new Followed(1, i < 20)));
    var list = IntStream.range(0, 9).mapToObj(i -> listed(i, 1)).toList();

    assertThat(Takeover.of(known, list, Set.of()).doubtful()).isTrue();
    assertThat(Takeover.of(known, list, Set.of()).isNothing()).isFalse();
  }
}
