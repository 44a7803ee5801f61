package dev.feedwarden.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.api.auth.Scope;
import dev.feedwarden.api.auth.Tokens;
import dev.feedwarden.store.Registry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that are sent again because nobody heard the answer. */
final class RepeatsTest extends WithServer {
  private static final String KEY = "Idempotency-Key";
  private static final String FEED = "{\"feed_url\":\"https://a.example/feed\"}";

  private long sources() {
    return new Registry(served.database()).count();
  }

  @Test
  void p_25_a_request_that_is_sent_again_gets_the_answer_that_it_had() {
    var first = served.ask("POST", SOURCES, FEED, KEY, "k1");
    var again = served.ask("POST", SOURCES, FEED, KEY, "k1");

    assertThat(List.of(first.status(), again.status())).containsExactly(201, 201);
    assertThat(again.text()).isEqualTo(first.text());
    assertThat(again.header("Location")).isEqualTo(first.header("Location"));
    assertThat(again.header("ETag")).isEqualTo(first.header("ETag"));
    assertThat(first.header("Idempotency-Replayed")).isEmpty();
    assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(served.ask("POST", SOURCES, FEED).status()).isEqualTo(409);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          /batch   | application/json | {"sources":[{"feed_url":"https://b.example/"}]}
          /import  | text/csv         | `url\nhttps://c.example/\n`
          /actions | application/json | {"action":"poll","filter":{}}
          """)
  void p_25_so_do_many_at_once(String path, String type, String body) {
    served.register("https://a.example/feed");
    var first = served.ask("POST", SOURCES + path, body, KEY, "k", "Content-Type", type);
    var count = sources();

    var again = served.ask("POST", SOURCES + path, body, KEY, "k", "Content-Type", type);

    assertThat(first.status()).as(first.text()).isEqualTo(200);
    assertThat(again.text()).isEqualTo(first.text());
    assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(sources()).isEqualTo(count);
  }

  @Test
  void p_25_a_key_is_one_requests_and_one_senders() {
    served.ask("POST", SOURCES, FEED, KEY, "k1");
    var other =
        new Tokens(Served.KEYS, Served.RULES, Instant::now)
            .mint("somebody else", Scope.WRITE, Served.LIFE)
            .orElseThrow();

    var body = served.ask("POST", SOURCES, "{\"feed_url\":\"https://b.example/\"}", KEY, "k1");
    var route = served.ask("POST", SOURCES + "/batch", "{\"sources\":[]}", KEY, "k1");
    var sender = served.askAs(other, "POST", SOURCES, FEED, KEY, "k1");

    assertThat(List.of(body.status(), route.status(), sender.status()))
        .containsExactly(422, 422, 409);
    assertThat(sender.text()).contains("registered already");
    assertThat(sources()).isEqualTo(1);
  }

  @Test
  void p_25_what_was_refused_may_be_sent_again() {
    var id = served.register("https://a.example/feed");

    var refused = served.ask("POST", SOURCES, FEED, KEY, "k1");
    served.ask("DELETE", SOURCES + "/" + id, null);
    var then = served.ask("POST", SOURCES, FEED, KEY, "k1");

    assertThat(List.of(refused.status(), then.status())).containsExactly(409, 201);
  }

  @Test
  void p_25_of_many_at_once_one_is_done() throws InterruptedException, ExecutionException {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var tasks =
          Collections.<Callable<Integer>>nCopies(
              20, () -> served.ask("POST", SOURCES, FEED, KEY, "k").status());

      var statuses = new ArrayList<Integer>();
      for (var task : threads.invokeAll(tasks)) {
        statuses.add(task.get());
      }

      assertThat(statuses).contains(201).isSubsetOf(201, 409);
      assertThat(sources()).isEqualTo(1);
      assertThat(served.ask("POST", SOURCES, FEED, KEY, "k").status()).isEqualTo(201);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", ""})
  void a_key_is_plain_text(String key) {
    assertThat(served.ask("POST", SOURCES, FEED, KEY, key).faults()).containsExactly(KEY);
    assertThat(served.ask("POST", SOURCES, FEED, KEY, "x".repeat(201)).faults())
        .containsExactly(KEY);
    assertThat(sources()).isZero();
  }

  @Test
  void an_answer_that_is_too_long_to_keep_is_not_made_again() {
    var body = new StringBuilder("url\n");
    for (int i = 0; i < 1_000; i++) {
      body.append("https://h").append(i).append(".example/\n");
    }

    served.ask("POST", SOURCES + "/import", body.toString(), KEY, "k", "Content-Type", "text/csv");
    var again =
        served.ask(
            "POST", SOURCES + "/import", body.toString(), KEY, "k", "Content-Type", "text/csv");

    assertThat(again.status()).isEqualTo(409);
    assertThat(again.text()).contains("too long to keep");
  }
}
