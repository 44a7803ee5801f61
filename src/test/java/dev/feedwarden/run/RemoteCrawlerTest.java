package dev.feedwarden.run;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.lab.Answer;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Upstream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A crawler that reaches its registry over HTTP alone, in a process of its own. What the hosts saw
 * is the judge.
 */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class RemoteCrawlerTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int SOURCES = 1_500;
  private static final int HOSTS = 50;
  private static final Duration SOON = Duration.ofSeconds(90);
  private static final Duration CYCLE = Duration.ofSeconds(1);
  private static final Duration SLACK = Duration.ofSeconds(8);

  @TempDir Path folder;
  private final List<Upstream> hosts = new ArrayList<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private Program registry;
  private Program crawler;
  private Map<String, JsonNode> ids;
  private String token;
  private int port;

  @BeforeEach
  void open() throws IOException {
    try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    registry =
        new Program(Files.createDirectories(folder.resolve("registry")))
            .with("LISTEN", "127.0.0.1:" + port);
    for (int h = 0; h < HOSTS; h++) {
      hosts.add(Upstream.start("127.0.13." + (h + 1)));
    }
    IntStream.range(0, SOURCES).forEach(s -> host(s).route(path(s), feed(s)));
    registry.register(IntStream.range(0, SOURCES).mapToObj(this::url).toList());
    ids = registry.sources();
    token =
        registry
            .run("token", "--scope", "write", "--subject", "crawler-1")
            .succeeded()
            .out()
            .strip();
    crawler =
        new Program(Files.createDirectories(folder.resolve("crawler")))
            .with("ALLOWED_ADDRESSES", "127.0.13.0/24")
            .with("REGISTRY_URL", "http://127.0.0.1:" + port)
            .with("REGISTRY_TOKEN", token)
            .with("REGISTRY_CYCLE", CYCLE.toSeconds() + "s")
            .with("LISTEN", "127.0.0.1:0")
            .with("METRICS_PUBLIC", "true")
            .with("PUBLIC_READ", "true")
            .with("DEFAULT_INTERVAL", "1m")
            .with("START_RATE", "1000");
  }

  @AfterEach
  void close() {
    client.close();
    hosts.forEach(Upstream::close);
  }

  private Upstream host(int source) {
    return hosts.get(source % HOSTS);
  }

  private static String path(int source) {
    return "/" + source + ".xml";
  }

  private String url(int source) {
    return host(source).url(path(source));
  }

  private static Answer feed(int source) {
    return Publisher.rss("s" + source, 1);
  }

  private int asked(int source) {
    return host(source).count(path(source));
  }

  private long askedAtLeastOnce() {
    return IntStream.range(0, SOURCES).filter(s -> asked(s) > 0).count();
  }

  private Program.Running listening(Program.Running run) {
    await().atMost(SOON).until(() -> run.hasLogged("Listening on") || !run.isAlive());
    assertThat(run.isAlive()).as(run.err()).isTrue();
    return run;
  }

  private static String at(Program.Running run) {
    return run.err().replaceFirst("(?s).*Listening on (http://[^;]+);.*", "$1");
  }

  private String get(Program.Running run, String path) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(at(run) + path));
    if (at(run).endsWith(":" + port)) { // the crawler's is shown to everybody
      request.header("Authorization", "Bearer " + token);
    }
    return client.send(request.build(), BodyHandlers.ofString()).body();
  }

  private double metric(Program.Running run, String name) throws Exception {
    return Watched.value(get(run, "/metrics"), name);
  }

  private JsonNode source(Program.Running run, int number) throws Exception {
    return JSON.readTree(get(run, "/api/v1/sources/" + id(number)));
  }

  /** What a person does over the registry's API. */
  private void change(Program.Running run, String method, String path, String body)
      throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(at(run) + "/api/v1/sources" + path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build();
    var answer = client.send(request, BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 204);
  }

  private String id(int source) {
    return requireNonNull(ids.get(url(source))).path("id").asString();
  }

  @Test
  @Tag("slow")
  void many_sources_are_polled_and_an_outage_of_the_registry_costs_nothing() throws Exception {
    throughAnOutage(Duration.ZERO);
  }

  @Test
  @Tag("long")
  void a_minute_without_the_registry_costs_nothing() throws Exception {
    throughAnOutage(Duration.ofMinutes(1));
  }

  private void throughAnOutage(Duration outage) throws Exception {
    final int dying = 1;
    final int renamed = 2;
    final int moved = 3;
    final int removed = 4;
    var front = listening(registry.start("serve", "--role", "api"));
    var worker = listening(crawler.start("serve"));
    await().atMost(SOON).until(() -> askedAtLeastOnce() == SOURCES);
    assertThat(metric(worker, "feedwarden_registry_sync_age_seconds"))
        .isLessThan((double) SLACK.toSeconds());

    // The registry is away, a person works on its database, and two feeds die here.
    assertThat(front.terminate().code()).isZero();
    var before = requests();
    host(dying).route(path(dying), Answers.status(410));
    host(renamed).route(path(renamed), Answers.status(410));
    registry.run("sources", "set", id(renamed), "--name", "by a person").succeeded();
    crawler.run("sources", "poll", id(dying), id(renamed)).succeeded();
    await().atMost(SOON).until(() -> metric(worker, "feedwarden_registry_reports_pending") == 2);
    pass(outage);
    assertThat(requests()).isGreaterThan(before + (outage.isZero() ? 1 : SOURCES / 2));
    host(renamed).route(path(renamed), feed(renamed));

    // It is back: one report arrives, the other is stale, and what the person said holds here too.
    var again = listening(registry.start("serve", "--role", "api"));
    await().atMost(SOON).until(() -> metric(worker, "feedwarden_registry_reports_pending") == 0);
    assertThat(metric(worker, "feedwarden_registry_reports_refused")).isEqualTo(1);
    var disabled = source(again, dying);
    assertThat(disabled.path("feed_disable_reason").asString()).isEqualTo("gone");
    assertThat(disabled.path("feed_disabled_by").asString()).isEqualTo("policy");
    assertThat(source(worker, dying).path("feed_disabled_until"))
        .isEqualTo(disabled.path("feed_disabled_until"));
    assertThat(source(again, renamed).path("status").asString()).isEqualTo("active");
    await()
        .atMost(CYCLE.plus(SLACK))
        .until(() -> source(worker, renamed).path("name").asString().equals("by a person"));
    assertThat(source(worker, renamed).path("status").asString()).isEqualTo("active");

    // What is decided there is done here within a cycle.
    host(moved).route("/moved.xml", Publisher.rss("moved", 1));
    host(moved).route("/new.xml", Publisher.rss("new", 1));
    var to = "{\"feed_url\":\"" + host(moved).url("/moved.xml") + "\"}";
    change(again, "PATCH", "/" + id(moved), to);
    change(again, "POST", "", to.replace("moved.xml", "new.xml"));
    change(again, "DELETE", "/" + id(removed), "");
    await()
        .atMost(CYCLE.plus(SLACK))
        .until(() -> host(moved).count("/moved.xml") == 1 && host(moved).count("/new.xml") == 1);
    // Who is no longer there is known at the end of a cycle only.
    await()
        .atMost(CYCLE.plus(SLACK))
        .until(() -> !source(worker, removed).path("enabled").asBoolean());

    // Nobody else decides, and every article is there once.
    var refused = crawler.run("sources", "add", url(1));
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err())
        .contains("The sources here are those of the registry http://127.0.0.1:" + port);
    assertThat(worker.terminate().code()).isZero();
    assertThat(again.terminate().code()).isZero();
    var expected =
        new ArrayList<>(IntStream.range(0, SOURCES).mapToObj(s -> "s" + s + "-0").toList());
    expected.addAll(List.of("moved-0", "new-0"));
    assertThat(crawler.articles()).isEqualTo(expected.stream().sorted().toList());
  }

  private int requests() {
    return hosts.stream().mapToInt(host -> host.seen().size()).sum();
  }

  private static void pass(Duration time) {
    for (var end = System.nanoTime() + time.toNanos(); System.nanoTime() < end; ) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }
}
