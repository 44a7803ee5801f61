package dev.feedwarden;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Keeps docs/reliability.md true: every hostile case has a test or a named step of the long run.
 */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class ReliabilityTest {
  private static final Pattern ROW = Pattern.compile("\\| (R-\\d\\d) \\|([^|]+)\\|([^|]+)\\|");
  private static final Pattern TEST = Pattern.compile("`(\\w+Test)`");
  private static final Pattern STEP = Pattern.compile("step `([^`]+)`");
  private static final Pattern PROMISE = Pattern.compile("(?m)^\\| (\\d) \\|([^|]+)\\|([^|]+)\\|");

  private static String page;
  private static List<MatchResult> rows;

  @BeforeAll
  static void read() throws IOException {
    page = Files.readString(Path.of("docs/reliability.md"));
    rows = ROW.matcher(page).results().toList();
  }

  private static Stream<String> cases() {
    return Stream.of(
            IntStream.rangeClosed(1, 16),
            IntStream.rangeClosed(20, 26),
            IntStream.rangeClosed(30, 33),
            IntStream.rangeClosed(40, 42),
            IntStream.rangeClosed(50, 54),
            IntStream.of(60))
        .flatMapToInt(range -> range)
        .mapToObj("R-%02d"::formatted);
  }

  @Test
  void every_case_has_its_row() {
    assertThat(rows.stream().map(row -> row.group(1))).containsExactlyElementsOf(cases().toList());
  }

  @Test
  void a_row_names_a_test_or_a_step_of_the_long_run() {
    assertThat(rows)
        .allSatisfy(
            row ->
                assertThat(found(TEST, row.group(3)).size() + found(STEP, row.group(3)).size())
                    .as(row.group())
                    .isPositive());
  }

  @Test
  void so_does_each_of_the_nine_promises() {
    var promises = PROMISE.matcher(page).results().toList();

    assertThat(promises.stream().map(row -> row.group(1)))
        .containsExactlyElementsOf(IntStream.rangeClosed(1, 9).mapToObj(String::valueOf).toList());
    assertThat(promises).allSatisfy(row -> assertThat(found(TEST, row.group(3))).isNotEmpty());
  }

  @Test
  void every_test_exists() throws IOException {
    try (var files = Files.walk(Path.of("src/test/java"))) {
      var classes =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith("Test.java"))
              .map(name -> name.substring(0, name.length() - ".java".length()))
              .collect(Collectors.toSet());
      assertThat(classes).containsAll(found(TEST, page));
    }
  }

  @Test
  void every_case_is_named_by_a_test_of_its_row() throws IOException {
    var sources = new HashMap<String, String>();
    try (var files = Files.walk(Path.of("src/test/java"))) {
      for (var file : files.filter(one -> one.toString().endsWith("Test.java")).toList()) {
        var name = file.getFileName().toString();
        sources.put(name.substring(0, name.length() - ".java".length()), Files.readString(file));
      }
    }

    assertThat(rows)
        .allSatisfy(
            row ->
                assertThat(found(TEST, row.group(3)))
                    .as(row.group())
                    .anyMatch(test -> names(sources.getOrDefault(test, ""), row.group(1))));
  }

  // In words or in the name of a method (r_01_…).
  private static boolean names(String source, String id) {
    var inName = "void " + id.replace('-', '_') + "_";
    return source.contains(id)
        || source.toLowerCase(Locale.ROOT).contains(inName.toLowerCase(Locale.ROOT));
  }

  @Test
  void every_step_is_a_command_that_there_is() {
    assertThat(found(STEP, page))
        .isNotEmpty()
        .allSatisfy(
            step -> {
              assertThat(page).as("explained").contains("\n| `" + step + "` |");
              assertThat(Path.of(step.split(" ", -1)[0])).exists();
            });
  }

  private static Set<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
