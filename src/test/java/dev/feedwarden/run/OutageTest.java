package dev.feedwarden.run;

import static dev.feedwarden.lab.Answers.word;
import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.lab.Seen;
import dev.feedwarden.lab.Upstream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Fifty hosts by name, and a resolver that is cut: our own fault, and nobody else's. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class OutageTest {
  private static final int HOSTS = 50;
  private static final int RATE = 5;
  private static final String HOOK = "/services/T000/B000/secret";
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration AN_INTERVAL = Duration.ofSeconds(100);

  @TempDir Path folder;
  private final List<Upstream> hosts = new ArrayList<>();
  private final List<String> urls = new ArrayList<>();

  @AfterEach
  void close() {
    hosts.forEach(Upstream::close);
  }

  private NameServer names() {
    var names = new HashMap<String, String>();
    for (int i = 1; i <= HOSTS; i++) {
      var address = "127.0.8." + i;
      // Closed each time, so that every poll needs the resolver.
      var host = Upstream.start(address).route("/", rss("f" + i, 1).with("Connection", "close"));
      hosts.add(host);
      names.put("h" + i + "-feedwarden.org", address);
      urls.add("http://h" + i + "-feedwarden.org:" + host.port() + "/");
    }
    return new NameServer(names);
  }

  private List<Seen> seen() {
    return hosts.stream().flatMap(host -> host.seen().stream()).toList();
  }

  private long asked(int times) {
    return hosts.stream().filter(host -> host.seen().size() >= times).count();
  }

  @Test
  void r_20_a_resolver_that_is_cut_costs_no_feed_anything_and_polling_goes_on_when_it_is_back() {
    try (var names = names();
        var slack = Upstream.start("127.0.0.9").route(HOOK, word(200, "ok"))) {
      var program =
          new Program(folder)
              .with("SLACK_WEBHOOK_URL", slack.url(HOOK))
              .with("SLACK_EVENTS", "incidents")
              .asking(names)
              .with("DEFAULT_INTERVAL", "1m")
              .with("RETRY_MAX_ATTEMPTS", "1")
              .with("AUTO_DEACTIVATE_AFTER_ERRORS", "1")
              .with("START_RATE", String.valueOf(RATE));
      program.register(urls);
      var serve = program.start("serve");
      await().atMost(AN_INTERVAL).until(() -> asked(1) == HOSTS);

      names.cut();
      await().atMost(AN_INTERVAL).until(() -> serve.hasLogged("local outage began"));
      var before = seen().size();
      var questions = names.unanswered();
      await().atMost(AN_INTERVAL).until(() -> names.unanswered() > questions); // a canary
      assertThat(seen()).hasSize(before);
      assertThat(program.run("incidents", "--open", "--json").succeeded().json())
          .extracting((JsonNode one) -> one.path("kind").asString())
          .containsExactly("local_outage");

      var back = System.nanoTime();
      names.mend();
      await().atMost(AN_INTERVAL).until(() -> serve.hasLogged("local outage ended"));
      await().atMost(AN_INTERVAL).until(() -> asked(2) == HOSTS && slack.count(HOOK) >= 2);
      var ended = serve.terminate();

      assertThat(ended.logged("feed disabled")).isEmpty();
      assertThat(ended.logged("failure counted")).isEmpty();
      assertThat(ended.err().lines().filter(line -> line.contains("local outage"))).hasSize(2);
      assertThat(program.run("incidents", "--json").succeeded().json())
          .hasSize(1)
          .allMatch(one -> one.has("ended_at"));
      assertThat(program.sources().values())
          .hasSize(HOSTS)
          .allMatch(one -> one.path("error_count").asInt() == 0);
      assertThat(slack.seen(HOOK))
          .extracting(message -> JSON.readTree(message.request().body()).path("text").asString())
          .containsExactly(
              ":red_circle: Local outage: nobody answers us",
              ":large_green_circle: Local outage is over");
      spread(back);
    }
  }

  // All were overdue: they come at the rate of a start, a second's worth may be under way already.
  private void spread(long since) {
    var starts = seen().stream().map(Seen::startedAt).filter(at -> at > since).sorted().toList();
    for (int i = 3 * RATE; i < starts.size(); i++) {
      assertThat(Duration.ofNanos(starts.get(i) - starts.get(i - 3 * RATE)))
          .as("%d polls", 3 * RATE)
          .isGreaterThan(Duration.ofSeconds(1));
    }
  }
}
