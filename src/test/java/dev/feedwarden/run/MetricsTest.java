package dev.feedwarden.run;

import static dev.feedwarden.run.Watched.value;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The numbers of a running service, and the page that explains them. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class MetricsTest {
  private static final Pattern SAMPLE = Pattern.compile("(?m)^([a-z0-9_]+)(?:\\{(.*)})? (\\S+)$");
  private static final Pattern TYPE = Pattern.compile("(?m)^# TYPE (\\S+) \\S+$");
  private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"([^\"]*)\"");
  private static final Pattern DOCUMENTED = Pattern.compile("(?m)^\\| `([a-z0-9_]+)` \\|");

  @TempDir static Path folder;
  private static Watched watched;
  private static String scrape;

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    watched = new Watched(folder);
    watched.get("/nowhere", null);
    scrape = watched.scrape();
  }

  @AfterAll
  static void close() {
    watched.close();
  }

  @Test
  void every_name_is_explained_and_every_explained_name_is_there() throws IOException {
    var page = Files.readString(Path.of("docs/metrics.md"));

    assertThat(names(TYPE, scrape)).isEqualTo(names(DOCUMENTED, page));
  }

  private static Set<String> names(Pattern pattern, String text) {
    var names = new TreeSet<String>();
    pattern.matcher(text).results().forEach(match -> names.add(match.group(1)));
    return names;
  }

  @Test
  void l_09_no_label_says_who_is_polled_and_each_has_few_values() {
    var values =
        SAMPLE
            .matcher(scrape)
            .results()
            .filter(match -> match.group(2) != null)
            .flatMap(match -> LABEL.matcher(match.group(2)).results())
            .collect(
                Collectors.groupingBy(
                    match -> match.group(1),
                    Collectors.mapping(match -> match.group(2), Collectors.toSet())));

    assertThat(values.values()).allSatisfy(set -> assertThat(set).hasSizeLessThan(50));
    assertThat(values.values().stream().flatMap(Set::stream))
        .noneMatch(
            value -> value.contains("://") || value.contains("127.0.") || value.contains("feed0"));
  }

  @Test
  void what_happened_is_counted_once() {
    assertThat(value(scrape, "feedwarden_polls_total{error_type=\"none\",outcome=\"fresh\"}"))
        .isEqualTo(2);
    assertThat(value(scrape, "feedwarden_polls_total{error_type=\"gone\",outcome=\"failed\"}"))
        .isEqualTo(1);
    assertThat(value(scrape, "feedwarden_poll_failures_total{cause=\"status\"}")).isEqualTo(1);
    assertThat(value(scrape, "feedwarden_articles_total{change=\"new\"}")).isEqualTo(5);
    assertThat(value(scrape, "feedwarden_standing_changes_total{change=\"disabled\"}"))
        .isEqualTo(1);
    assertThat(value(scrape, "feedwarden_attempts_total")).isEqualTo(3);
    assertThat(value(scrape, "feedwarden_retries_total")).isZero();
    assertThat(value(scrape, "feedwarden_due_lag_seconds_count")).isEqualTo(3);
    assertThat(value(scrape, "feedwarden_sources")).isEqualTo(3);
    assertThat(value(scrape, "feedwarden_loop_alive{loop=\"scheduler\"}")).isEqualTo(1);
    assertThat(value(scrape, "feedwarden_faults_total")).isZero();
    assertThat(scrape).contains("route=\"other\"").doesNotContain("nowhere");
  }

  @Test
  void the_log_leads_to_a_page_that_everybody_may_read() throws IOException, InterruptedException {
    var help = Pattern.compile("\"help\":\"http://([^/\"]+)([^\"]+)\"").matcher(watched.log());

    assertThat(help.find()).as(watched.log()).isTrue();
    assertThat(help.group(1)).isEqualTo(watched.place());
    var page = watched.get(help.group(2), null);
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).contains("<code>gone</code></h1>", "What to do");
  }

  @Test
  void p_31_it_takes_a_token_whatever_the_address() throws IOException, InterruptedException {
    assertThat(watched.get("/metrics", null).statusCode()).isEqualTo(401);
    assertThat(watched.get("/metrics", watched.token()).headers().firstValue("Content-Type"))
        .hasValue("text/plain; version=0.0.4; charset=utf-8");
  }
}
