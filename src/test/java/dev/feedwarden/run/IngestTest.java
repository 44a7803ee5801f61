package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.atom;
import static dev.feedwarden.run.Publisher.guids;
import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.fetch.Vault;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.lab.Mischief;
import dev.feedwarden.lab.Seen;
import dev.feedwarden.store.TestEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class IngestTest {
  @TempDir Path folder;
  private Publisher publisher;
  private Program program;

  @BeforeEach
  void open() {
    publisher = new Publisher();
    program = new Program(folder);
  }

  @AfterEach
  void close() {
    publisher.close();
  }

  /** 4 RSS, 3 Atom and 8 that fail, each in its own way. */
  private void fifteenMixedFeeds() {
    for (int i = 0; i < 4; i++) {
      publisher.serving(rss("rss" + i, 5).etag("\"1\""));
    }
    for (int i = 0; i < 3; i++) {
      publisher.serving(atom("atom" + i, 5));
    }
    publisher
        .serving(Answers.status(404))
        .serving(Answers.status(404))
        .serving(Answers.status(429))
        .serving(Answers.status(500))
        .serving(Mischief.silence())
        .serving(Mischief.truncated("<rss version='2.0'><channel><item><title>half"))
        .serving(Answers.ok("<!doctype html><html><p>Hello</p></html>", "text/html"))
        .serving(Answers.status(503).with("Retry-After", "30"));
    program.register(publisher.urls());
  }

  private static List<String> goodGuids() {
    return Stream.of("rss0", "rss1", "rss2", "rss3", "atom0", "atom1", "atom2")
        .flatMap(name -> guids(name, 5).stream())
        .sorted()
        .toList();
  }

  @ParameterizedTest
  @EnumSource(TestEngine.class)
  void good_feeds_are_stored_and_failing_ones_recorded(TestEngine engine) {
    program.with("DATABASE_URL", engine.freshUrl(folder));
    fifteenMixedFeeds();

    var result = program.run("ingest", "--limit", "15", "--parallel", "8", "--json");

    assertThat(result.code()).isZero();
    var summary = result.json().getLast();
    assertThat(names(summary))
        .containsExactly(
            "sources_total",
            "sources_succeeded",
            "sources_failed",
            "articles_inserted",
            "articles_skipped",
            "duration_ms");
    assertThat(
            Stream.of(
                    "sources_total",
                    "sources_succeeded",
                    "sources_failed",
                    "articles_inserted",
                    "articles_skipped")
                .map(name -> summary.path(name).asInt()))
        .containsExactly(15, 7, 8, 35, 0);
    assertThat(program.articles()).isEqualTo(goodGuids());
    assertThat(IntStream.range(0, 15).map(publisher::asked).boxed())
        .containsExactly(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 1, 1);

    var sources = program.sources();
    assertThat(publisher.urls().stream().skip(7).map(url -> failure(known(sources, url))))
        .containsExactly(
            "not_found: HTTP 404",
            "not_found: HTTP 404",
            "rate_limited: HTTP 429",
            "upstream_failure: HTTP 500",
            "network: timeout_read",
            "network: truncated",
            "parse_error: not_a_feed",
            "upstream_failure: HTTP 503");
  }

  private static JsonNode known(Map<String, JsonNode> sources, String url) {
    return Optional.ofNullable(sources.get(url)).orElseThrow();
  }

  private static String failure(JsonNode source) {
    assertThat(source.path("consecutive_errors").asInt()).isEqualTo(1);
    assertThat(source.path("error_count").asInt()).isEqualTo(1);
    assertThat(source.has("last_success_at")).isFalse();
    var type = source.path("last_error_type").asString();
    var text = source.path("last_error").asString();
    var end = " for " + source.path("feed_url").asString();
    assertThat(text).startsWith("feed poll " + type + ": ").endsWith(end);
    return text.substring("feed poll ".length(), text.length() - end.length());
  }

  private static List<String> names(JsonNode object) {
    return List.copyOf(object.propertyNames());
  }

  /** A log line's level and its own keys. */
  private static Map<String, String> told(JsonNode line) {
    var told = new HashMap<String, String>();
    line.propertyNames().forEach(name -> told.put(name, line.path(name).asString()));
    told.keySet().removeAll(List.of("time", "logger", "message"));
    return told;
  }

  @Test
  void every_source_and_the_run_leave_one_line_in_the_log_and_on_stdout() {
    publisher.serving(rss("a", 3)).serving(Answers.status(404));
    program.register(List.of(publisher.url(0) + "?token=abc", publisher.url(1)));

    var result = program.run("ingest", "--json").succeeded();

    var lines = result.logged("source ingested");
    assertThat(lines).hasSize(2);
    assertThat(names(lines.getFirst()))
        .containsExactlyInAnyOrder(
            "time",
            "level",
            "logger",
            "message",
            "source_id",
            "feed_url",
            "inserted",
            "skipped",
            "errors",
            "duration_ms",
            "absent");
    assertThat(lines).allMatch(line -> line.path("level").asString().equals("INFO"));
    assertThat(lines.stream().map(line -> line.path("errors").asInt())).containsExactly(0, 1);
    assertThat(lines.stream().map(line -> line.path("feed_url").asString()))
        .containsExactly(publisher.url(0) + "?token=***", publisher.url(1));
    assertThat(publisher.server(0).seen().getFirst().request().target()).endsWith("?token=abc");
    assertThat(result.out() + result.err()).doesNotContain("token=abc");
    assertThat(names(result.logged("ingestion finished").getFirst()))
        .containsExactlyInAnyOrder(
            "time",
            "level",
            "logger",
            "message",
            "sources_total",
            "sources_succeeded",
            "sources_failed",
            "articles_inserted",
            "articles_skipped",
            "duration_ms");
    assertThat(result.json()).hasSize(3);
    assertThat(names(result.json().getFirst()))
        .containsExactly(
            "source_id", "feed_url", "inserted", "skipped", "errors", "duration_ms", "absent");
  }

  @Test
  void a_failure_is_logged_once_at_the_level_of_its_type_and_as_it_is_stored() {
    publisher
        .serving(Answers.status(403))
        .serving(Answers.status(404))
        .serving(Answers.status(418));
    program.register(publisher.urls());

    var result = program.run("ingest").succeeded();

    var sources = program.sources();
    var stored = publisher.urls().stream().map(url -> known(sources, url)).toList();
    assertThat(stored.stream().map(IngestTest::failure))
        .containsExactly("forbidden: HTTP 403", "not_found: HTTP 404", "unexpected: HTTP 418");
    assertThat(result.logged("feed poll failed").stream().map(IngestTest::told))
        .containsExactly(
            failed("WARN", 403, stored.get(0)),
            failed("WARN", 404, stored.get(1)),
            failed("ERROR", 418, stored.get(2)));
    assertThat(publisher.order()).containsExactly(0, 1, 2);
  }

  private static Map<String, String> failed(String level, int status, JsonNode source) {
    return Map.of(
        "level", level,
        "source_id", source.path("id").asString(),
        "error_type", source.path("last_error_type").asString(),
        "status_code", Integer.toString(status),
        "error", source.path("last_error").asString(),
        "blame", "feed",
        "help", "feedwarden manual runbook/" + source.path("last_error_type").asString());
  }

  @Test
  void a_fault_of_our_own_is_loud_and_counts_against_no_feed() throws IOException {
    publisher.serving(rss("a", 1)).serving(rss("b", 2));
    Files.writeString(folder.resolve("secret"), "s3cret\n");
    program.with("SECRET_KEY", Base64.getEncoder().encodeToString(Vault.newKey()));
    var locked = publisher.url(0);
    program
        .run("sources", "add", locked, "--auth", "basic:ann", "--secret-file", "secret")
        .succeeded();
    program.register(List.of(publisher.url(1)));
    program.with("SECRET_KEY", Base64.getEncoder().encodeToString(Vault.newKey()));

    var result = program.run("ingest");

    assertThat(result.code()).isEqualTo(1);
    var source = program.source(locked);
    var faults = result.logged("poll ended by a fault of our own");
    assertThat(faults).hasSize(1);
    assertThat(told(faults.getFirst()))
        .containsOnlyKeys("level", "source_id", "feed_url", "error", "stack_trace")
        .containsEntry("level", "ERROR")
        .containsEntry("source_id", source.path("id").asString())
        .hasEntrySatisfying(
            "stack_trace",
            stack ->
                assertThat(stack)
                    .contains("credentials were locked with another key")
                    .contains("at dev.feedwarden.poll.Poller"));
    assertThat(source.path("consecutive_errors").asInt()).isZero();
    assertThat(names(source)).doesNotContain("last_error", "feed_disable_reason");
    assertThat(publisher.asked(0)).isZero();
    assertThat(program.articles()).isEqualTo(guids("b", 2));
  }

  @Test
  void failing_feeds_are_expected_unless_asked_about() {
    publisher.serving(Answers.status(404));
    program.register(publisher.urls());

    assertThat(program.run("ingest").code()).isZero();
    assertThat(program.run("ingest", "--fail-on-error").code()).isEqualTo(3);
  }

  @Test
  void a_second_run_inserts_nothing_and_asks_conditionally() {
    publisher.serving(rss("a", 5).etag("\"v1\"")).serving(atom("b", 5));
    program.register(publisher.urls());
    program.run("ingest").succeeded();

    var second = program.run("ingest", "--json").succeeded();

    assertThat(second.json().getLast().path("articles_inserted").asInt()).isZero();
    assertThat(second.json().getLast().path("articles_skipped").asInt()).isEqualTo(10);
    assertThat(publisher.server(0).seen().getLast().headers())
        .containsEntry("if-none-match", "\"v1\"");
    var id = second.json().getFirst().path("source_id").asString();
    assertThat(second.logged("feed not modified").stream().map(IngestTest::told))
        .containsExactly(Map.of("level", "INFO", "source_id", id, "feed_url", publisher.url(0)));
  }

  @Test
  void unless_told_otherwise_ten_are_asked_one_after_another_and_in_less_than_twenty_seconds() {
    program.with("RETRY_BACKOFF_BASE_SEC", "1.0").with("RETRY_BACKOFF_JITTER_SEC", "0.3");
    program.with("HOST_MIN_GAP", "1s").with("REQUEST_TIMEOUT", "10s");
    for (int i = 0; i < 11; i++) {
      var answer = Behaviour.afterDelay(Duration.ofMillis(500), rss("f" + i, 3));
      publisher.serving(i == 4 ? Behaviour.inTurn(Answers.status(500), answer) : answer);
    }
    program.register(publisher.urls());

    var result = program.run("ingest", "--json").succeeded();

    var summary = result.json().getLast();
    assertThat(summary.path("sources_total").asInt()).isEqualTo(10);
    assertThat(summary.path("sources_succeeded").asInt()).isEqualTo(10);
    assertThat(summary.path("duration_ms").asLong()).isBetween(6_000L, 20_000L);
    assertThat(publisher.order()).containsExactly(0, 1, 2, 3, 4, 4, 5, 6, 7, 8, 9);
    var seen =
        IntStream.range(0, 10)
            .mapToObj(publisher::server)
            .flatMap(server -> server.seen().stream())
            .sorted(Comparator.comparingLong(Seen::startedAt))
            .toList();
    for (int i = 1; i < seen.size(); i++) {
      assertThat(seen.get(i).startedAt()).isGreaterThanOrEqualTo(seen.get(i - 1).endedAt());
    }
  }

  @Test
  void two_runs_at_once_share_the_work() {
    for (int i = 0; i < 12; i++) {
      publisher.serving(Behaviour.afterDelay(Duration.ofMillis(200), rss("f" + i, 4)));
    }
    program.register(publisher.urls());
    program.with("MIN_FETCH_INTERVAL_SEC", "600"); // however late the other one starts

    var one = program.start("ingest", "--limit", "12", "--json");
    var other = program.start("ingest", "--limit", "12", "--json");
    var results = List.of(one.await().succeeded(), other.await().succeeded());

    assertThat(IntStream.range(0, 12).map(publisher::asked)).containsOnly(1);
    assertThat(program.articles()).hasSize(48).doesNotHaveDuplicates();
    assertThat(
            results.stream().mapToInt(r -> r.json().getLast().path("sources_total").asInt()).sum())
        .isEqualTo(12);
    assertThat(results)
        .allSatisfy(r -> assertThat(r.err()).doesNotContain("ERROR", "locked", "BUSY"));
  }

  @Test
  void two_first_starts_at_once_make_one_database() {
    publisher.serving(rss("a", 1));

    var starts =
        IntStream.range(0, 4)
            .mapToObj(i -> program.start("sources", "add", publisher.url(0) + "?" + i))
            .toList();

    starts.forEach(start -> start.await().succeeded());
    assertThat(program.sources()).hasSize(4);
  }

  @Test
  void eight_at_once_store_what_one_after_another_stores() {
    fifteenMixedFeeds();
    var other = new Program(folder.resolve("other"));
    assertThat(folder.resolve("other").toFile().mkdirs()).isTrue();
    other.register(publisher.urls());

    program.run("ingest", "--limit", "15", "--parallel", "1").succeeded();
    other.run("ingest", "--limit", "15", "--parallel", "8").succeeded();

    assertThat(program.articles()).isEqualTo(goodGuids());
    assertThat(other.articles()).isEqualTo(goodGuids());
  }

  @Test
  void the_order_is_fair() {
    for (int i = 0; i < 5; i++) {
      publisher.serving(rss("f" + i, 1));
    }
    program.register(publisher.urls());

    program.run("ingest", "--limit", "2").succeeded();
    program.run("ingest", "--only-feed-url", publisher.url(4)).succeeded();
    program.run("ingest", "--limit", "10").succeeded();

    assertThat(publisher.order()).containsExactly(0, 1, 4, 2, 3, 0, 1, 4);
  }

  @Test
  void a_source_is_left_alone_for_the_least_interval() {
    program.with("MIN_FETCH_INTERVAL_SEC", "60");
    publisher.serving(rss("a", 1));
    program.register(publisher.urls());
    program.run("ingest").succeeded();

    var again = program.run("ingest").succeeded();

    assertThat(again.out()).startsWith("Nothing is due: 1 source waits.");
    assertThat(publisher.asked(0)).isEqualTo(1);
    program.run("ingest", "--force").succeeded();
    assertThat(publisher.asked(0)).isEqualTo(2);
  }

  @Test
  void one_feed_or_one_source_can_be_chosen() {
    publisher.serving(rss("a", 1)).serving(rss("b", 1)).serving(rss("c", 1));
    program.register(publisher.urls());
    var id = program.source(publisher.url(2)).path("id").asString();

    program.run("ingest", "--only-feed-url", publisher.url(1)).succeeded();
    program.run("ingest", "--only-source-id", id).succeeded();

    assertThat(publisher.order()).containsExactly(1, 2);
  }

  @Test
  void a_server_that_asked_for_time_is_left_alone_until_then() {
    publisher.serving(Answers.status(429).with("Retry-After", "600"));
    program.register(List.of(publisher.url(0) + "?token=abc"));
    var masked = publisher.url(0) + "?token=***";

    var first = program.run("ingest").succeeded();

    assertThat(first.logged("Rate limited by server").stream().map(IngestTest::told))
        .containsExactly(Map.of("level", "WARN", "url", masked, "retry_after_seconds", "600"));
    assertThat(program.run("ingest").succeeded().out()).startsWith("Nothing is due");

    var source = program.source(masked);
    assertThat(publisher.asked(0)).isEqualTo(1);
    assertThat(source.path("next_poll_reason").asString()).isEqualTo("retry_after");
  }

  @Test
  void a_feed_that_is_gone_cools_down_and_a_probe_that_succeeds_enables_it_again() {
    publisher.serving(Behaviour.inTurn(Answers.status(410), rss("a", 2)));
    program.register(publisher.urls());

    var first = program.run("ingest").succeeded();
    var cooling = program.source(publisher.url(0));
    var id = cooling.path("id").asString();
    assertThat(first.logged("feed disabled").stream().map(IngestTest::told))
        .containsExactly(
            Map.of(
                "level", "WARN",
                "source_id", id,
                "reason", "gone",
                "consecutive_errors", "1",
                "help", "feedwarden manual runbook/gone"));
    assertThat(cooling.path("feed_disable_reason").asString()).isEqualTo("gone");
    assertThat(program.run("ingest").succeeded().out()).startsWith("Nothing is due");

    var probe = program.run("ingest", "--force").succeeded();

    assertThat(probe.logged("feed enabled").stream().map(IngestTest::told))
        .containsExactly(Map.of("level", "INFO", "source_id", id));
    var active = program.source(publisher.url(0));
    assertThat(active.has("feed_disable_reason")).isFalse();
    assertThat(active.path("consecutive_errors").asInt()).isZero();
    assertThat(active.has("last_error")).isFalse();
  }

  @Test
  void one_host_is_asked_one_at_a_time_and_not_faster_than_its_gap() {
    program.with("HOST_MIN_GAP", "300ms");
    publisher.serving(rss("a", 1));
    var server = publisher.server(0);
    var urls = new ArrayList<String>();
    for (int i = 0; i < 6; i++) {
      server.route("/" + i, rss("f" + i, 1));
      urls.add(server.url("/" + i));
    }
    program.register(urls);

    program.run("ingest", "--parallel", "6").succeeded();

    var seen = server.seen();
    assertThat(seen).hasSize(6);
    assertThat(server.maxConcurrent()).isEqualTo(1);
    for (int i = 1; i < seen.size(); i++) {
      var gap = Duration.ofNanos(seen.get(i).startedAt() - seen.get(i - 1).endedAt());
      assertThat(gap).isGreaterThanOrEqualTo(Duration.ofMillis(295));
    }
  }

  @Test
  void validators_are_not_shown_to_another_document_that_a_redirect_now_leads_to() {
    publisher.serving(rss("unused", 1));
    var server = publisher.server(0);
    server.route("/old", rss("old", 2).etag("\"same\""));
    server.route("/new", rss("new", 3).etag("\"same\""));
    server.route("/feed", Answers.redirect(302, "/old"));
    program.register(List.of(server.url("/feed")));
    program.run("ingest").succeeded();
    program.run("ingest").succeeded();

    server.route("/feed", Answers.redirect(302, "/new"));
    program.run("ingest").succeeded();

    assertThat(server.seen("/old").getLast().headers()).containsKey("if-none-match");
    assertThat(server.seen("/feed").getLast().headers()).doesNotContainKey("if-none-match");
    assertThat(server.seen("/new").getLast().headers()).doesNotContainKey("if-none-match");
    assertThat(program.articles()).hasSize(5);
  }

  @Test
  void a_permanent_redirect_is_followed_and_remembered_but_not_adopted() {
    publisher.serving(rss("a", 1));
    publisher.server(0).route("/old", Answers.redirect(301, "/feed0.xml"));
    var old = publisher.server(0).url("/old");
    program.register(List.of(old));

    program.run("ingest").succeeded();
    program.run("ingest").succeeded();

    var source = program.source(old);
    assertThat(source.path("moved_to").asString()).isEqualTo(publisher.url(0));
    assertThat(source.path("moved_sightings").asInt()).isEqualTo(2);
    assertThat(publisher.server(0).count("/old")).isEqualTo(2);
  }
}
