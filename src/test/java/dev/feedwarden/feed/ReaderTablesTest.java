package dev.feedwarden.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The public tables that live beside the project, as far as the reader answers them. */
@EnabledIf(value = "areThere", disabledReason = "the corpora are not beside this checkout")
final class ReaderTablesTest {
  private static final Path SIDE = Path.of("..", "shared", "corpora", "side");
  private static final JsonMapper JSON = new JsonMapper();

  static boolean areThere() {
    return Files.isDirectory(SIDE);
  }

  private static List<String> missed(String table, Set<String> tiers, Predicate<JsonNode> holds)
      throws IOException {
    return Files.readAllLines(SIDE.resolve(table + ".jsonl")).stream()
        .filter(line -> !line.isBlank())
        .map(JSON::readTree)
        .filter(row -> tiers.contains(row.path("tier").asString()))
        .filter(row -> !holds.test(row))
        .map(JsonNode::toString)
        .toList();
  }

  @Test
  void dates_are_read_as_the_table_says() throws IOException {
    var missed =
        missed(
            "dates",
            Set.of("core", "exotic", "contested", "reject"),
            row -> {
              var out = DateText.instant(row.path("in").asString());
              var wanted = row.path("out");
              if (wanted.isNull() || out == null) {
                return wanted.isNull() && out == null;
              }
              return wanted.asString().equals("any")
                  || out.truncatedTo(ChronoUnit.SECONDS).equals(Instant.parse(wanted.asString()));
            });

    assertThat(missed).isEmpty();
  }

  @Test
  void references_are_resolved_as_the_table_says() throws IOException {
    var missed =
        missed(
            "url_resolve",
            Set.of("core", "exotic", "reject"),
            row -> {
              var base = row.path("base").isNull() ? null : row.path("base").asString();
              var address =
                  Address.parse(
                      row.path("in").asString(), base == null ? null : Address.parse(base, null));
              return Objects.equals(
                  address == null ? null : address.text(),
                  row.path("out").isNull() ? null : row.path("out").asString());
            });

    assertThat(missed).isEmpty();
  }

  @Test
  void links_are_compared_as_the_table_says() throws IOException {
    var missed =
        missed(
            "url_normalize",
            Set.of("core"),
            row -> Links.canonical(row.path("in").asString()).equals(row.path("out").asString()));
    var tracked =
        missed(
            "url_normalize",
            Set.of("tracking"),
            row ->
                Links.canonical(row.path("in").asString())
                    .equals(Links.canonical(row.path("out").asString())));

    assertThat(missed).isEmpty();
    assertThat(tracked).isEmpty();
  }
}
