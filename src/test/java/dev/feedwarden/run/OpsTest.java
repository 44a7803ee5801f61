package dev.feedwarden.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** What is shipped for operators, with the programs that they use it with. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class OpsTest {
  private static final Path RULES = Path.of("ops/prometheus/feedwarden.rules.yml");
  private static final Path RULE_TESTS = Path.of("ops/prometheus/feedwarden.rules.test.yml");
  private static final Path DASHBOARD = Path.of("ops/grafana/feedwarden.json");
  private static final Pattern NAME = Pattern.compile("\\b(?:feedwarden|jvm|process)_[a-z0-9_]+");

  @TempDir Path folder;

  @BeforeAll
  static void prometheusIsHere() {
    var path = List.of(System.getenv("PATH").split(":", -1));
    assumeTrue(
        path.stream().anyMatch(part -> Files.isExecutable(Path.of(part, "promtool"))),
        "needs prometheus and promtool, Debian's package prometheus");
  }

  private static List<String> dashboardQueries() throws IOException {
    return new JsonMapper()
        .readTree(Files.readString(DASHBOARD)).findValues("expr").stream()
            .map(JsonNode::asString)
            .map(query -> query.replace("$instance", ".*").replace("$__rate_interval", "1m"))
            .toList();
  }

  private static List<String> alertQueries() throws IOException {
    return new YAMLMapper()
        .readTree(Files.readString(RULES)).findValues("expr").stream()
            .map(JsonNode::asString)
            .toList();
  }

  @Test
  void promtool_finds_the_rules_good_and_their_tests_pass() throws Exception {
    assertThat(promtool("check", "rules", RULES.toString())).contains("11 rules found");
    assertThat(promtool("test", "rules", RULE_TESTS.toString())).contains("SUCCESS");
  }

  private static String promtool(String... args) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("promtool"));
    command.addAll(List.of(args));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  @Test
  void every_alert_is_tested_both_ways_and_says_what_to_do() throws IOException {
    var rules = new YAMLMapper().readTree(Files.readString(RULES));
    var tests = Files.readString(RULE_TESTS);

    assertThat(rules.findValues("alert"))
        .allSatisfy(
            alert -> {
              assertThat(tests).contains("alertname: " + alert.asString() + ", exp_alerts: []");
              assertThat(tests).contains("{alertname=\"" + alert.asString() + "\"}");
            });
    assertThat(rules.findValues("annotations"))
        .allMatch(notes -> notes.has("summary") && notes.has("action"));
  }

  @Test
  void every_query_is_answered_by_a_prometheus_that_scrapes_a_running_service() throws Exception {
    try (var watched = new Watched(folder);
        var prometheus = new Prometheus(folder, watched)) {
      await().atMost(Watched.SOON).until(prometheus::isReady);
      await().atMost(Watched.SOON).until(() -> prometheus.ask("up").size() == 1);
      await()
          .atMost(Watched.SOON)
          .until(() -> prometheus.ask("sum(rate(feedwarden_polls_total[1m]))").size() == 1);

      for (var query : dashboardQueries()) {
        assertThat(prometheus.ask(query)).as(query).isNotEmpty();
      }
      for (var query : alertQueries()) {
        prometheus.ask(query); // no error; an alert that is well has no answer
      }
      var shown = new TreeSet<String>();
      NAME.matcher(watched.scrape()).results().forEach(name -> shown.add(name.group()));
      assertThat(shown).containsAll(names(dashboardQueries())).containsAll(names(alertQueries()));
    }
  }

  private static Set<String> names(List<String> queries) {
    var names = new TreeSet<String>();
    queries.forEach(query -> NAME.matcher(query).results().forEach(n -> names.add(n.group())));
    return names;
  }

  /** A Prometheus of our own. */
  private static final class Prometheus implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final Process process;
    private final int port;

    Prometheus(Path folder, Watched watched) throws IOException {
      var config = folder.resolve("prometheus.yml");
      Files.writeString(
          config,
          """
          global: {scrape_interval: 1s}
          rule_files: ['%s']
          scrape_configs:
            - job_name: feedwarden
              authorization: {credentials: '%s'}
              static_configs: [{targets: ['%s']}]
          """
              .formatted(RULES.toAbsolutePath(), watched.token(), watched.place()));
      try (var free = new ServerSocket(0)) {
        port = free.getLocalPort();
      }
      process =
          new ProcessBuilder(
                  "prometheus",
                  "--config.file=" + config,
                  "--storage.tsdb.path=" + folder.resolve("tsdb"),
                  "--web.listen-address=127.0.0.1:" + port)
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("prometheus.log").toFile())
              .start();
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
      var url = URI.create("http://127.0.0.1:" + port + path);
      return client.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString());
    }

    // While it reads its log it listens and refuses.
    boolean isReady() throws IOException, InterruptedException {
      try {
        return get("/-/ready").statusCode() == 200;
      } catch (ConnectException notYet) {
        return false;
      }
    }

    /** The series that a query gives; an error is one. */
    JsonNode ask(String query) throws IOException, InterruptedException {
      var got = get("/api/v1/query?query=" + URLEncoder.encode(query, UTF_8));
      assertThat(got.statusCode()).as(query + " " + got.body()).isEqualTo(200);
      return new JsonMapper().readTree(got.body()).path("data").path("result");
    }

    @Override
    public void close() {
      process.destroy();
      process.onExit().join();
      client.close();
    }
  }
}
