package dev.feedwarden;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Keeps docs/requirements.md true: every request has a place and a test, or a reason. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class RequirementsTest {
  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
  private static final Pattern REMARK =
      Pattern.compile("(?:differs: \\S.{8,}|later: #\\d+ \\S.*)?");

  private static List<Row> rows;
  private static Set<String> testClasses;

  private record Row(String id, String asked, String where, String shownBy, String remark) {
    List<String> places() {
      return quoted(where);
    }

    List<String> tests() {
      return quoted(shownBy).stream().map(test -> test.replaceAll("\\..*", "")).toList();
    }

    private static List<String> quoted(String cell) {
      return QUOTED.matcher(cell).results().map(match -> match.group(1)).toList();
    }
  }

  @BeforeAll
  static void read() throws IOException {
    rows = new ArrayList<>();
    for (var line : Files.readAllLines(Path.of("docs/requirements.md"))) {
      if (line.startsWith("| S0")) {
        var cells = line.substring(1).split("\\|", -1);
        assertThat(cells).as(line).hasSize(6);
        rows.add(
            new Row(
                cells[0].strip(),
                cells[1].strip(),
                cells[2].strip(),
                cells[3].strip(),
                cells[4].strip()));
      }
    }
    try (var files = Files.walk(Path.of("src/test/java"))) {
      testClasses =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith("Test.java"))
              .map(name -> name.substring(0, name.length() - ".java".length()))
              .collect(Collectors.toSet());
    }
  }

  @Test
  void every_seed_is_covered() {
    assertThat(rows.stream().map(row -> row.id().substring(0, 4)).distinct())
        .containsExactly("S000", "S001", "S002", "S003", "S004");
    assertThat(rows).hasSizeGreaterThan(500);
  }

  @Test
  void an_id_is_given_once() {
    assertThat(rows).extracting(Row::id).doesNotHaveDuplicates();
  }

  @Test
  void a_request_has_a_place_and_a_test_or_a_reason() {
    assertThat(rows).filteredOn(row -> !isAnswered(row)).isEmpty();
  }

  private static boolean isAnswered(Row row) {
    var placed = !row.places().isEmpty();
    return !row.asked().isEmpty()
        && REMARK.matcher(row.remark()).matches()
        && placed == !row.tests().isEmpty()
        && (placed || !row.remark().isEmpty());
  }

  @Test
  void every_place_exists() {
    assertThat(rows.stream().flatMap(row -> row.places().stream()).distinct())
        .filteredOn(place -> !Files.exists(Path.of(place)))
        .isEmpty();
  }

  @Test
  void every_test_exists() {
    assertThat(rows.stream().flatMap(row -> row.tests().stream()).distinct())
        .filteredOn(test -> !testClasses.contains(test))
        .isEmpty();
  }
}
