package dev.feedwarden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.fetch.OutboundGuard;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.CacheControl;
import dev.feedwarden.policy.HttpDates;
import dev.feedwarden.policy.RetryAfter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The public tables that live beside the project, never inside it: every core row holds. */
@EnabledIf(value = "areThere", disabledReason = "the corpora are not beside this checkout")
final class SideCorporaTest {
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
  void addresses_are_judged_as_the_table_says() throws IOException {
    var guard = new OutboundGuard(List.of(), Set.of(), List.of(), Set.of());

    var missed =
        missed(
            "ssrf",
            Set.of("core", "boundary"),
            row ->
                row.path("allow").asBoolean()
                    == (WebUrl.parse(row.path("url").asString())
                            instanceof WebUrl.Parsed.Good(var url)
                        && guard.admits(url)));

    assertThat(missed).isEmpty();
  }

  @Test
  void retry_after_is_read_as_the_table_says() throws IOException {
    var missed =
        missed(
            "retry_after",
            Set.of("core", "lenient"),
            row -> {
              var now = Instant.parse(row.path("now").asString());
              var out = RetryAfter.parse(row.path("in").asString(), null, now);
              return row.path("out").isNull()
                  ? out.isEmpty()
                  : out.equals(Optional.of(Duration.ofSeconds(row.path("out").asLong())));
            });

    assertThat(missed).isEmpty();
  }

  @Test
  void http_dates_are_read_as_the_table_says() throws IOException {
    var missed =
        missed(
            "http_dates",
            Set.of("core", "reject"),
            row -> {
              var out = HttpDates.parse(row.path("in").asString());
              return row.path("out").isNull()
                  ? out.isEmpty()
                  : out.equals(Optional.of(Instant.parse(row.path("out").asString())));
            });

    assertThat(missed).isEmpty();
  }

  @Test
  void cache_control_is_read_as_the_table_says() throws IOException {
    var missed =
        missed(
            "cache_control",
            Set.of("core"),
            row -> {
              var out = CacheControl.maxAge(row.path("in").asString());
              return row.path("out").isNull()
                  ? out.isEmpty()
                  : out.equals(Optional.of(Duration.ofSeconds(row.path("out").asLong())));
            });

    assertThat(missed).isEmpty();
  }
}
