package dev.feedwarden.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.lab.Upstream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/**
 * A service that is killed again and again beside a witness that knows what it served, a client
 * that knows what was acknowledged, and a receiver that knows what it was told. After every kill
 * the invariants I1 to I7 are asked of the database that is left.
 */
final class Crashes implements AutoCloseable {
  private static final int FEEDS = 12;
  private static final String HOOK = "/hook";
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Duration BREATH = Duration.ofMillis(250);
  private static final Duration RECOVERY = Duration.ofSeconds(10);
  private static final Duration LEASE = Duration.ofMinutes(3);
  private static final Pattern LISTENING = Pattern.compile("Listening on (http://\\S+);");
  private static final JsonMapper JSON = new JsonMapper();

  private final Witness witness = new Witness(FEEDS, Duration.ofMillis(20));
  private final Upstream receiver =
      Upstream.start("127.0.0.9")
          .route(HOOK, Behaviour.afterDelay(Duration.ofMillis(5), Answers.status(204)));
  private final HttpClient client = HttpClient.newHttpClient();
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Program program;
  private final Ledger ledger;
  private final String token;
  private int kills;

  /** A service whose database can be looked at from outside. */
  Crashes(Program program, Ledger ledger, Path folder) throws IOException {
    var destinations = folder.resolve("destinations.yaml");
    Files.writeString(
        destinations,
        "destinations:\n  - {name: h, kind: webhook, url: \"" + receiver.url(HOOK) + "\"}\n");
    this.program =
        program
            .with("DESTINATIONS", destinations.toString())
            .with("LISTEN", "127.0.0.1:0")
            .with("START_RATE", "10000");
    this.ledger = ledger;
    program.register(witness.urls());
    this.token = program.run("token", "--scope", "write", "--for", "1d").succeeded().out().strip();
  }

  /** Lets it come to a point, or dies trying. */
  void killAt(KillPoint point, Random dice) {
    begin();
    var order = point.order(ledger.isSqlite(), dice);
    var run = program.sabotaged(order).start("serve");
    var writer = writing(run);
    // A point may be passed less often than it takes if every feed is polled once.
    for (var end = System.nanoTime() + SOON.toNanos(); run.isAlive() && System.nanoTime() < end; ) {
      ledger.makeAllDue();
      LockSupport.parkNanos(BREATH.toNanos());
    }
    assertThat(run.isAlive()).as("comes to %s: %s", order.text(), run.err()).isFalse();
    var ended = run.await();
    assertThat(ended.code()).as("killed at %s: %s", order.text(), ended.err()).isEqualTo(137);
    judge(writer, "killed at " + order.text());
  }

  /** Kills it at a moment of its own. */
  void killAtRandom(Random dice) {
    begin();
    var before = witness.asked();
    var run = program.sound().start("serve");
    var writer = writing(run);
    await().atMost(SOON).pollInterval(Duration.ofMillis(5)).until(() -> witness.asked() > before);
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(dice.nextInt(500)));
    run.kill();
    judge(writer, "killed at random");
  }

  /**
   * Lets it work while something else goes wrong, and ends it in peace.
   *
   * @param trouble how often it went wrong: each time may cost a copy
   */
  void disturb(String what, IntSupplier trouble) {
    begin();
    var before = witness.asked();
    var run = program.sound().start("serve");
    var writer = writing(run);
    await()
        .atMost(SOON)
        .untilAsserted(
            () -> assertThat(witness.asked()).as("%s: %s", what, run.err()).isGreaterThan(before));
    var times = trouble.getAsInt();
    assertThat(times).as(what).isPositive();
    var after = ledger.number("SELECT count(*) FROM polls");
    await()
        .atMost(RECOVERY)
        .untilAsserted(
            () -> {
              ledger.makeAllDue(); // a host rests for a minute after a fault of ours
              assertThat(ledger.number("SELECT count(*) FROM polls"))
                  .as("%s: %s", what, run.err())
                  .isGreaterThan(after);
            });
    var ended = run.terminate();
    assertThat(ended.code()).as(ended.err()).isZero();
    kills += times - 1;
    judge(writer, what);
  }

  private void begin() {
    ledger.endLeases();
    ledger.makeAllDue();
  }

  private void judge(Thread writer, String how) {
    kills++;
    try {
      writer.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    check("round %d, %s".formatted(kills, how));
  }

  // A client that writes as long as somebody is there, and notes what was acknowledged.
  private Thread writing(Program.Running run) {
    return Thread.ofVirtual()
        .start(
            () -> {
              for (int i = 0; run.isAlive(); i++) {
                var found = LISTENING.matcher(run.err());
                if (found.find()) {
                  write(found.group(1), "http://127.0.6.1/%d/%d".formatted(run.pid(), i));
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
              }
            });
  }

  private void write(String server, String url) {
    var request =
        HttpRequest.newBuilder(URI.create(server + "/api/v1/sources"))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .timeout(SOON)
            .POST(BodyPublishers.ofString("{\"feed_url\":\"" + url + "\",\"enabled\":false}"))
            .build();
    try {
      if (client.send(request, BodyHandlers.discarding()).statusCode() == 201) {
        acknowledged.add(url);
      }
    } catch (IOException _) {
      // killed meanwhile: it may be there or not
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What must be true at any moment. */
  private void check(String when) {
    ledger.look(
        moment -> {
          acknowledgedIsThere(moment, when);
          var stored = stored(moment, when);
          assertThat(witness.served()).as("I2, %s", when).containsAll(stored);
          validatorsAreNotNewer(moment, stored, when);
          leasesEnd(moment, when);
          nobodyIsBlamed(moment, when);
          historyAgrees(moment, stored, when);
          isSound(moment, when);
          return stored;
        });
    receivedOnce(when);
  }

  private void acknowledgedIsThere(Ledger.Moment moment, String when) throws SQLException {
    assertThat(moment.pairs("SELECT feed_url, id FROM sources").keySet())
        .as("I1, %s", when)
        .containsAll(acknowledged);
  }

  private static Set<String> stored(Ledger.Moment moment, String when) throws SQLException {
    var stored = moment.pairs("SELECT guid, count(*) FROM articles GROUP BY guid");
    assertThat(stored.values()).as("I2, %s", when).allMatch("1"::equals);
    return stored.keySet();
  }

  private static void validatorsAreNotNewer(Ledger.Moment moment, Set<String> stored, String when)
      throws SQLException {
    var etags =
        moment.pairs("SELECT source_id, last_etag FROM feed_state WHERE last_etag IS NOT NULL");
    for (var etag : etags.values()) {
      assertThat(stored).as("I3, %s", when).containsAll(Witness.covered(etag));
    }
  }

  private static void leasesEnd(Ledger.Moment moment, String when) throws SQLException {
    assertThat(moment.number("SELECT coalesce(max(leased_until), 0) FROM host_queue"))
        .as("I5, %s", when)
        .isLessThanOrEqualTo(System.currentTimeMillis() + LEASE.toMillis());
  }

  private static void nobodyIsBlamed(Ledger.Moment moment, String when) throws SQLException {
    var blamed = "SELECT count(*) FROM feed_state WHERE error_count > 0 OR consecutive_errors > 0";
    assertThat(moment.number(blamed)).as("I6, %s", when).isZero();
    // Who was asked at two kills in a row is rightly suspected of them.
    var disabled =
        "SELECT count(*) FROM sources WHERE coalesce(feed_disable_reason, 'unexpected') <>"
            + " 'unexpected'";
    assertThat(moment.number(disabled)).as("I6, %s", when).isZero();
  }

  private void historyAgrees(Ledger.Moment moment, Set<String> stored, String when)
      throws SQLException {
    assertThat(moment.number("SELECT coalesce(sum(inserted), 0) FROM polls"))
        .as("counters, %s", when)
        .isEqualTo(stored.size());
    var polls =
        moment.pairs(
            "SELECT s.feed_url, count(*) FROM polls p JOIN sources s ON s.id = p.source_id"
                + " GROUP BY s.feed_url");
    polls.forEach(
        (url, count) ->
            assertThat(Integer.parseInt(count))
                .as("polls of %s, %s", url, when)
                .isBetween(witness.asked(url) - kills, witness.asked(url)));
  }

  private void isSound(Ledger.Moment moment, String when) throws SQLException {
    if (ledger.isSqlite()) {
      assertThat(moment.text("PRAGMA integrity_check")).as("I7, %s", when).isEqualTo("ok");
      assertThat(moment.pairs("PRAGMA foreign_key_check")).as("I7, %s", when).isEmpty();
    }
  }

  // I4: a copy has the same id and the same text, and each kill costs at most one.
  private Map<String, String> receivedOnce(String when) {
    var events = new HashMap<String, String>();
    var seen = receiver.seen(HOOK);
    for (var one : seen) {
      var id = String.valueOf(one.headers().get("webhook-id"));
      var body = one.request().body();
      assertThat(events.getOrDefault(id, body)).as("I4, %s", when).isEqualTo(body);
      events.put(id, body);
    }
    assertThat(seen.size() - events.size()).as("I4 copies, %s", when).isLessThanOrEqualTo(kills);
    return events;
  }

  // They are taken over one at a time, so that this takes longer than to fetch what is missing.
  private static final String LEFT_BY_THE_DEAD =
      "SELECT count(*) FROM host_queue WHERE owner IS NOT NULL AND leased_until = 0";

  /** Lets it go on undisturbed: now everything must be there. */
  String finish() {
    witness.freeze();
    begin();
    var last = program.sound().start("serve");
    await()
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(500))
        .until(
            () -> {
              ledger.makeAllDue();
              return ledger.number("SELECT count(*) FROM articles") == witness.served().size()
                  && told().size() == witness.served().size()
                  && ledger.number(LEFT_BY_THE_DEAD) == 0;
            });
    var ended = last.terminate();
    assertThat(ended.code()).as(ended.err()).isZero();
    check("at the end");
    assertThat(new ArrayList<>(told())).containsExactlyInAnyOrderElementsOf(witness.served());
    assertThat(ledger.pairs("SELECT key, owner FROM host_queue WHERE owner IS NOT NULL"))
        .as("whoever ends in peace gives every host back")
        .isEmpty();
    return "%d kills, %d requests, %d articles, %d writes acknowledged, %d events, %d copies"
        .formatted(
            kills,
            witness.asked(),
            witness.served().size(),
            acknowledged.size(),
            receivedOnce("at the end").size(),
            receiver.count(HOOK) - receivedOnce("at the end").size());
  }

  /** The articles that were told of, each by exactly one event. */
  private Set<String> told() {
    var told = new HashSet<String>();
    for (var body : receivedOnce("at the end").values()) {
      for (var article : JSON.readTree(body).path("data").path("articles")) {
        var guid = article.path("guid").asString();
        assertThat(told.add(guid)).as("I4: %s is told by one event", guid).isTrue();
      }
    }
    return told;
  }

  @Override
  public void close() {
    client.close();
    receiver.close();
    witness.close();
  }
}
