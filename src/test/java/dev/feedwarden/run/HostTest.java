package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.lab.Upstream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Several feeds of one host, counted at the host. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class HostTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir Path folder;
  private Upstream host;
  private Upstream other;
  private Program program;

  @BeforeEach
  void open() {
    host = Upstream.start("127.0.8.1");
    other = Upstream.start("127.0.8.2");
    program = new Program(folder);
  }

  @AfterEach
  void close() {
    host.close();
    other.close();
  }

  private List<String> feeds(int count) {
    return IntStream.range(0, count).mapToObj(i -> host.url("/" + i)).toList();
  }

  private JsonNode state(Upstream of) {
    var key = of.url("/").replaceAll("^http://|/$", "");
    return program.run("hosts", "--json").succeeded().json().stream()
        .filter(line -> line.path("host").asString().equals(key))
        .findFirst()
        .orElseThrow();
  }

  private List<Integer> errors(List<String> feeds) {
    var sources = program.sources();
    return feeds.stream()
        .map(url -> Objects.requireNonNull(sources.get(url)).path("consecutive_errors").asInt())
        .toList();
  }

  @Test
  void a_second_refused_feed_makes_the_whole_host_wait() {
    host.otherwise(Answers.status(429).with("Retry-After", "600"));
    program.register(feeds(4));

    var run = program.run("ingest").succeeded();

    assertThat(host.seen()).hasSize(2);
    assertThat(errors(feeds(4))).containsExactly(1, 0, 0, 0);
    assertThat(run.logged("poll deferred")).hasSize(1);
    assertThat(run.out()).contains("2 more wait until their host may be asked");
    assertThat(state(host).path("gap_ms").asInt()).isEqualTo(2_000);
    assertThat(program.run("ingest").succeeded().out()).contains("Nothing can be done now");
    assertThat(host.seen()).hasSize(2);
  }

  @Test
  void a_service_waits_too_and_counts_nothing_against_the_second_feed() {
    host.otherwise(Answers.status(429).with("Retry-After", "600"));
    program.register(feeds(4));

    var serve = program.start("serve");
    await().atMost(SOON).until(() -> serve.hasLogged("poll deferred"));
    var waiting = state(host);
    var ended = serve.terminate();

    assertThat(host.seen()).hasSize(2);
    assertThat(errors(feeds(4))).containsExactly(1, 0, 0, 0);
    assertThat(waiting.path("feeds").asInt()).isEqualTo(4);
    assertThat(ended.logged("feed poll failed")).hasSize(1);
  }

  @Test
  void a_redirect_waits_for_a_host_that_is_being_asked() {
    host.route("/0", Answers.redirect(302, other.url("/moved")));
    other.route("/moved", rss("moved", 1));
    other.route("/own", Behaviour.afterDelay(Duration.ofMillis(2_500), rss("own", 1)));
    program.with("REQUEST_TIMEOUT", "20s");
    program.register(List.of(other.url("/own"), host.url("/0")));

    var serve = program.start("serve");
    await().atMost(SOON).until(() -> program.articles().size() == 2);
    serve.terminate();

    assertThat(other.maxConcurrent()).isOne();
    assertThat(other.seen()).hasSize(2);
  }

  @Test
  void a_redirect_to_a_host_that_stays_busy_is_deferred_and_no_error() {
    host.route("/0", Answers.redirect(302, other.url("/moved")));
    other.route("/own", Behaviour.afterDelay(Duration.ofSeconds(12), rss("own", 1)));
    program.with("REQUEST_TIMEOUT", "20s");
    program.register(List.of(other.url("/own"), host.url("/0")));

    var serve = program.start("serve");
    await().atMost(SOON).until(() -> serve.hasLogged("poll deferred"));
    serve.terminate();

    assertThat(other.count("/moved")).isZero();
    assertThat(host.seen()).hasSize(1);
    var source = program.source(host.url("/0"));
    assertThat(source.path("consecutive_errors").asInt()).isZero();
    assertThat(source.path("next_poll_reason").asString()).isEqualTo("first");
  }

  @Test
  void a_host_with_lanes_is_asked_for_that_many_feeds_at_once() {
    host.otherwise(Behaviour.afterDelay(Duration.ofMillis(500), rss("f", 1)));
    var key = host.url("/").replaceAll("^http://|/$", "");
    program.with("HOST_LANES", key + "=2");
    program.register(feeds(8));

    var serve = program.start("serve");
    await().atMost(SOON).until(() -> host.seen().size() == 8 && host.running() == 0);
    serve.terminate();

    assertThat(host.maxConcurrent()).isEqualTo(2);
    var id = id(0);
    assertThat(
            program.run("sources", "show", id, "--json").json().getFirst().path("host").asString())
        .startsWith(key + "#");
    assertThat(program.run("explain", id).out()).contains(key + "#");
  }

  @Test
  void a_host_that_needs_no_rest_is_asked_for_several_feeds_in_a_row_under_one_lease() {
    host.otherwise(rss("f", 1));
    program.register(feeds(16));

    var serve = program.start("serve");
    await().atMost(SOON).until(() -> host.seen().size() == 16 && host.running() == 0);
    serve.terminate();

    assertThat(host.maxConcurrent()).isOne();
    assertThat(host.seen()).doesNotHaveDuplicates();
    var leases = new Ledger(program).number("SELECT max(epoch) FROM host_queue");
    assertThat(leases).isLessThan(16);
  }

  @Test
  void r_21_a_host_whose_feeds_begin_to_fail_alike_is_left_alone_until_one_of_them_succeeds() {
    host.otherwise(rss("f", 1));
    program.register(feeds(4));
    var serve = program.start("serve");
    await().atMost(SOON).until(() -> host.seen().size() == 4);
    await().atMost(SOON).until(() -> state(host).path("clean").asInt() == 4);

    host.otherwise(Answers.status(404));
    program.run("sources", "poll", id(0)).succeeded();
    await().atMost(SOON).until(() -> serve.hasLogged("feed poll failed"));
    program.run("sources", "poll", id(1)).succeeded();
    await().atMost(SOON).until(() -> serve.hasLogged("host incident began"));
    await().atMost(SOON).until(() -> state(host).has("trouble_since"));

    assertThat(host.seen()).hasSize(6);
    assertThat(errors(feeds(4))).containsExactly(1, 0, 0, 0);
    assertThat(state(host).path("trouble_evidence").asString())
        .isEqualTo("2 of 4 feeds fail with not_found");
    assertThat(program.run("explain", id(2)).out()).contains("is left alone since");

    host.otherwise(rss("f", 1));
    program.run("sources", "poll", id(2)).succeeded();
    await().atMost(SOON).until(() -> serve.hasLogged("host incident ended"));
    serve.terminate();

    assertThat(host.seen()).hasSize(7);
    assertThat(state(host).has("trouble_since")).isFalse();
    assertThat(errors(feeds(4))).containsExactly(1, 0, 0, 0);
  }

  private String id(int feed) {
    return program.source(host.url("/" + feed)).path("id").asString();
  }
}
