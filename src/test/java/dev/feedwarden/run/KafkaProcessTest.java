package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Backlogs;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Interventions;
import dev.feedwarden.store.Registry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real service and a real broker. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class KafkaProcessTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final JsonMapper JSON = new JsonMapper();

  private static Broker broker;

  @TempDir Path folder;
  private Program program;

  @BeforeAll
  static void begin() throws IOException {
    broker = Broker.shared();
  }

  @BeforeEach
  void open() {
    program = new Program(folder);
  }

  private void destinations(String lines) throws IOException {
    var file = folder.resolve("destinations.yaml");
    program.with("DESTINATIONS", Files.writeString(file, "destinations:\n" + lines).toString());
  }

  private static Map<String, JsonNode> byName(Program.Result listed) {
    return listed.succeeded().json().stream()
        .collect(Collectors.toMap(one -> one.path("destination").asString(), one -> one));
  }

  @Test
  void articles_arrive_as_documented_and_a_dead_broker_delays_neither_them_nor_a_poll()
      throws Exception {
    broker.topic("p-articles", Map.of());
    broker.topic("p-events", Map.of());
    var authority = Files.writeString(folder.resolve("ca.pem"), broker.identity().chain());
    Files.writeString(folder.resolve("password"), Broker.PASSWORD + "\n");
    destinations(
        """
          - name: stream
            kind: kafka
            brokers: [%s]
            security_protocol: SASL_SSL
            sasl_mechanism: PLAIN
            user: %s
            password_file: password
            articles_topic: p-articles
            events_topic: p-events
          - {name: dead, kind: kafka, brokers: "127.0.0.1:1", security_protocol: PLAINTEXT}
          - {name: lines, kind: file, path: events.jsonl}
        """
            .formatted(broker.secure(), Broker.USER));
    program.with("SSL_CA_FILE", authority.toString());
    try (var publisher = new Publisher()) {
      IntStream.range(0, 6).forEach(i -> publisher.serving(rss("f" + i, 3)));
      program.register(publisher.urls());
      var tested = program.run("deliver", "test", "stream");
      var begun = System.nanoTime();
      var serve = program.start("serve");
      var lines = folder.resolve("events.jsonl");
      await()
          .atMost(SOON)
          .until(
              () ->
                  broker.records("p-articles").size() == 6
                      && Files.exists(lines)
                      && Files.readAllLines(lines).size() == 6);
      var took = Duration.ofNanos(System.nanoTime() - begun);
      var ended = serve.terminate();
      var listed = byName(program.run("deliver", "list", "--json"));

      assertThat(tested.out()).isEqualTo("stream: taken\n");
      assertThat(took).isLessThan(Duration.ofSeconds(20));
      assertThat(ended.code()).isZero();
      var records = broker.records("p-articles");
      Documented.areAll(records);
      Documented.areAll(broker.records("p-events"));
      assertThat(records)
          .allSatisfy(
              record ->
                  assertThat(JSON.readTree(record.value()).path("subject").asString())
                      .isEqualTo(record.key()));
      assertThat(records.stream().map(ConsumerRecord::value))
          .as("the same as the file's")
          .containsExactlyInAnyOrderElementsOf(Files.readAllLines(lines));
      var dead = Objects.requireNonNull(listed.get("dead"));
      assertThat(dead.path("waiting").asInt()).isEqualTo(6);
      assertThat(ended.err() + ended.out() + tested.err())
          .doesNotContain("canary")
          .doesNotContain("org.apache.kafka");
    }
  }

  private static List<SourceId> sources(Database database) {
    return new Registry(database)
            .addAll(
                IntStream.range(0, 10)
                    .mapToObj(i -> WebUrl.of("https://example.org/" + i))
                    .map(url -> new Settings("a feed", url, true, null))
                    .toList(),
                database.now())
            .stream()
            .map(one -> ((Registry.Added.New) one).id())
            .toList();
  }

  private static void happen(Database database, List<SourceId> ids, AtomicInteger notes, int more) {
    for (int i = 0; i < more; i++) {
      var note = String.valueOf(notes.getAndIncrement());
      for (var id : ids) {
        var now = database.now();
        new Interventions(database).disable(id, new Standing.Stopped(now, "eve", note), "eve", now);
      }
    }
  }

  private static long waiting(Database database) {
    return new Backlogs(database).all().getFirst().waiting();
  }

  @Test
  @Tag("long")
  void a_service_killed_in_the_middle_loses_nothing_and_goes_on_where_it_was() throws Exception {
    broker.topic("k-events", Map.of());
    destinations(
        "  - {name: s, kind: kafka, brokers: \"%s\", security_protocol: PLAINTEXT, events_topic: k-events}\n"
            .formatted(broker.relayed()));
    Files.createDirectories(program.data());
    var ids = new ArrayList<SourceId>();
    var notes = new AtomicInteger();
    try (var database =
        Database.open(Access.to("jdbc:sqlite:" + program.data().resolve("feedwarden.db")))) {
      var first = program.start("serve");
      await().atMost(SOON).until(() -> !new Backlogs(database).all().isEmpty());
      first.kill();
      ids.addAll(sources(database));
      for (int kill = 0; kill < 6; kill++) {
        var before = broker.records("k-events").size();
        happen(database, ids, notes, 50);
        var serve = program.start("serve");
        await()
            .atMost(SOON)
            .pollInterval(Duration.ofMillis(5))
            .until(() -> broker.records("k-events").size() > before);
        if (kill % 2 == 0) {
          await().atMost(SOON).until(() -> waiting(database) == 0);
          var acknowledged = broker.records("k-events").size();
          broker.relay().mute(true);
          happen(database, ids, notes, 5);
          await().atMost(SOON).until(() -> broker.records("k-events").size() > acknowledged);
        }
        serve.kill();
        broker.relay().mute(false);
      }
      var last = program.start("serve");
      await().atMost(SOON).until(() -> waiting(database) == 0);
      assertThat(last.terminate().code()).isZero();
    }

    var records = broker.records("k-events");
    System.err.println("kafka: " + (records.size() - 10 * notes.get()) + " copies after six kills");
    var seen = new HashSet<String>();
    var bySource = new HashMap<String, List<String>>();
    for (var record : records) {
      var event = JSON.readTree(record.value());
      if (seen.add(event.path("id").asString())) {
        bySource
            .computeIfAbsent(record.key(), _ -> new ArrayList<>())
            .add(event.path("data").path("evidence").asString());
      }
    }
    var inOrder = IntStream.range(0, notes.get()).mapToObj(String::valueOf).toList();
    assertThat(bySource)
        .isEqualTo(ids.stream().collect(Collectors.toMap(SourceId::value, _ -> inOrder)));
  }
}
