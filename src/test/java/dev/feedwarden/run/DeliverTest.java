package dev.feedwarden.run;

import static dev.feedwarden.lab.Answers.status;
import static dev.feedwarden.lab.Answers.word;
import static dev.feedwarden.run.Publisher.rss;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.lab.Upstream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Messages that leave a real service. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class DeliverTest {
  private static final Duration SOON = Duration.ofSeconds(40);
  private static final Duration LATER = Duration.ofSeconds(90);
  private static final String HOOK = "/services/T000/B000/canary-secret";
  private static final JsonMapper JSON = new JsonMapper();

  @TempDir Path folder;
  private Publisher publisher;
  private Upstream slack;
  private Program program;

  @BeforeEach
  void open() {
    publisher = new Publisher();
    slack = Upstream.start("127.0.0.9").route(HOOK, word(200, "ok"));
    program = new Program(folder);
  }

  @AfterEach
  void close() {
    publisher.close();
    slack.close();
  }

  private List<String> titles() {
    return slack.seen(HOOK).stream()
        .map(seen -> JSON.readTree(seen.request().body()).path("text").asString())
        .toList();
  }

  @Test
  void r_41_watch_tells_slack_of_the_first_sight_of_new_articles_and_of_what_is_wrong()
      throws IOException {
    publisher.serving(Behaviour.inTurn(rss("a", 3), rss("<!channel>", 2))).serving(status(410));
    var file = folder.resolve("feeds.yaml");
    Files.writeString(
        file,
        "feeds:\n  - {url: %s, name: A}\n  - {url: %s, name: B}\n"
            .formatted(publisher.url(0), publisher.url(1)));
    var watch = program.start("watch", "feeds.yaml", "--slack", slack.url(HOOK));
    await().atMost(SOON).until(() -> slack.count(HOOK) >= 2);
    var id = program.source(publisher.url(0)).path("id").asString();
    program.run("sources", "poll", id).succeeded();
    await().atMost(SOON).until(() -> slack.count(HOOK) >= 3);
    var ended = watch.terminate();

    assertThat(titles())
        .containsExactlyInAnyOrder(
            "Initial sync of A: 3 articles",
            ":red_circle: B is disabled: gone",
            "A: 2 new articles");
    assertThat(slack.seen(HOOK).getLast().request().body())
        .contains("Item 0 of &lt;!channel&gt;")
        .doesNotContain("<!channel>");
    assertThat(ended.code()).isZero();
    assertThat(ended.err() + ended.out()).doesNotContain("canary-secret");
  }

  @Test
  void a_notification_that_fails_is_an_error_and_stops_nothing() {
    slack.route(HOOK, word(404, "no_service"));
    publisher.serving(status(410)).serving(rss("b", 1));
    program.with("SLACK_WEBHOOK_URL", slack.url(HOOK));
    program.register(publisher.urls());
    var serve = program.start("serve");
    await().atMost(SOON).until(() -> serve.hasLogged("notification failed"));
    var ended = serve.terminate();

    assertThat(ended.logged("notification failed"))
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.path("level").asString()).isEqualTo("ERROR");
              assertThat(line.path("destination").asString()).isEqualTo("slack");
              assertThat(line.path("event_id").asString()).startsWith("event-");
              assertThat(line.path("status").asInt()).isEqualTo(404);
            });
    assertThat(slack.count(HOOK)).isEqualTo(3);
    assertThat(program.articles()).containsExactly("b-0");
    var dead = program.run("deliver", "list", "--dead", "--json").succeeded().json();
    assertThat(dead)
        .singleElement()
        .satisfies(
            one -> assertThat(one.path("reason").asString()).isEqualTo("status 404: no_service"));

    assertThat(program.run("deliver", "replay", "--all").code()).isEqualTo(3);
    slack.route(HOOK, word(200, "ok"));
    var replayed = program.run("deliver", "replay", "--all").succeeded();

    assertThat(replayed.out()).isEqualTo("1 of 1 dead letter taken.\n");
    assertThat(program.run("deliver", "list", "--dead").succeeded().out())
        .isEqualTo("No dead letters.\n");
    assertThat(ended.err() + ended.out()).doesNotContain("canary-secret");
  }

  @Test
  void a_host_with_three_hundred_feeds_that_goes_down_is_one_message_in_and_one_out() {
    try (var host = Upstream.start("127.0.8.1").otherwise(rss("f", 1))) {
      program
          .with("SLACK_WEBHOOK_URL", slack.url(HOOK))
          .with("START_RATE", "10000")
          .with("RETRY_MAX_ATTEMPTS", "1");
      program.register(IntStream.range(0, 300).mapToObj(i -> host.url("/" + i)).toList());
      var serve = program.start("serve");
      await().atMost(LATER).until(() -> host.seen().size() == 300 && host.running() == 0);

      host.otherwise(status(404));
      program.run("sources", "poll", "--all").succeeded();
      await().atMost(LATER).until(() -> slack.count(HOOK) == 1);
      var asked = host.seen().size();
      host.otherwise(rss("f", 1));
      var id = program.source(host.url("/299")).path("id").asString();
      program.run("sources", "poll", id).succeeded();
      await().atMost(LATER).until(() -> slack.count(HOOK) == 2);
      serve.terminate();

      var name = host.url("/").replaceAll("^http://|/$", "");
      assertThat(titles())
          .containsExactly(
              ":red_circle: " + name + " fails as a whole",
              ":large_green_circle: " + name + " works again");
      assertThat(asked).as("the rest was left alone").isBetween(301, 560);
    }
  }

  @Test
  void articles_are_followed_as_json_lines_and_go_on_after_a_cursor() {
    publisher.serving(Behaviour.inTurn(rss("a", 2), rss("b", 1)));
    program.register(publisher.urls());
    program.run("ingest").succeeded();
    var follow = program.start("articles", "--follow", "--json", "--after", "");
    await().atMost(SOON).until(() -> follow.out().lines().count() == 2);
    program.run("ingest", "--force").succeeded();
    await().atMost(SOON).until(() -> follow.out().lines().count() == 3);
    var lines = follow.terminate().json();

    assertThat(lines)
        .extracting(line -> line.path("guid").asString())
        .containsExactly("a-1", "a-0", "b-0");
    var again =
        program.start(
            "articles", "--follow", "--json", "--after", lines.get(1).path("cursor").asString());
    await().atMost(SOON).until(() -> again.out().lines().count() == 1);
    assertThat(again.terminate().json())
        .extracting(line -> line.path("guid").asString())
        .containsExactly("b-0");
  }

  @Test
  void a_test_message_says_whether_it_came_through() {
    program.with("SLACK_WEBHOOK_URL", slack.url(HOOK));
    assertThat(program.run("deliver", "test").succeeded().out()).isEqualTo("slack: taken\n");
    slack.route(HOOK, status(500));

    var failed = program.run("deliver", "test", "slack");

    assertThat(failed.code()).isEqualTo(3);
    assertThat(failed.out()).isEqualTo("slack: out of reach (status 500)\n");
    assertThat(program.run("deliver", "test", "mail").err())
        .isEqualTo("feedwarden: There is no destination mail; there is [slack].\n");
    assertThat(program.run("config", "show").succeeded().out())
        .contains("SLACK_WEBHOOK_URL")
        .doesNotContain("canary-secret");
  }

  @Test
  void a_destination_made_over_the_api_is_told_without_a_restart_and_forgotten_again()
      throws Exception {
    publisher.serving(status(410)).serving(status(410));
    program.with("LISTEN", "127.0.0.1:0");
    var serve = program.start("serve");
    await().atMost(SOON).until(() -> serve.hasLogged("Listening on"));
    var at = serve.err().replaceAll("(?s).*Listening on (http://[^;]+);.*", "$1");
    var all = at + "/api/v1/destinations";
    var token = program.run("token", "--scope", "admin", "--for", "1h").succeeded().out().strip();
    var made =
        ask(
            "POST",
            all,
            token,
            "{\"name\":\"ops\",\"kind\":\"slack\",\"url\":\"URL\"}"
                .replace("URL", slack.url(HOOK)));
    program.register(List.of(publisher.url(0)));
    await().atMost(SOON).until(() -> slack.count(HOOK) == 1);
    var tested = ask("POST", all + "/ops/test", token, null);
    var shown = ask("GET", all + "/ops", token, null);
    var byHand = program.run("deliver", "test").succeeded();
    var kept = kept();
    var removed = ask("DELETE", all + "/ops", token, null);
    program.register(List.of(publisher.url(1)));
    await().atMost(SOON).until(() -> publisher.asked(1) == 1);
    var ended = serve.terminate();

    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    assertThat(tested.body()).isEqualTo("{\"verdict\":\"taken\"}");
    assertThat(byHand.out()).isEqualTo("ops: taken\n");
    assertThat(removed.statusCode()).isEqualTo(204);
    assertThat(titles())
        .containsExactly(
            ":red_circle: f is disabled: gone",
            "Feedwarden can reach you here",
            "Feedwarden can reach you here");
    assertThat(program.run("deliver", "list").succeeded().out()).startsWith("Nobody is told");
    assertThat(ended.err() + ended.out() + made.body() + shown.body() + kept)
        .doesNotContain("canary-secret");
  }

  private HttpResponse<String> ask(String verb, String url, String token, @Nullable String body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(url))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .method(verb, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    try (var client = HttpClient.newHttpClient()) {
      return client.send(request.build(), BodyHandlers.ofString());
    }
  }

  /** Every byte in the data folder. */
  private String kept() throws IOException {
    try (var files = Files.walk(program.data())) {
      var all = new StringBuilder();
      for (var file : files.filter(Files::isRegularFile).toList()) {
        all.append(Files.readString(file, ISO_8859_1));
      }
      return all.toString();
    }
  }
}
