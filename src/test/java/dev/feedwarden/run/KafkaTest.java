package dev.feedwarden.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.deliver.Couriers;
import dev.feedwarden.deliver.Destination;
import dev.feedwarden.deliver.Enlisted;
import dev.feedwarden.deliver.Verdict;
import dev.feedwarden.deliver.Wants;
import dev.feedwarden.fetch.AddressRange;
import dev.feedwarden.fetch.KafkaCluster;
import dev.feedwarden.fetch.KafkaCluster.Login;
import dev.feedwarden.fetch.KafkaCluster.Mechanism;
import dev.feedwarden.fetch.KafkaCluster.Place;
import dev.feedwarden.fetch.KafkaCluster.Protocol;
import dev.feedwarden.fetch.OutboundGuard;
import dev.feedwarden.fetch.Trust;
import dev.feedwarden.model.Incident.Kind;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Backlogs;
import dev.feedwarden.store.Backlogs.Backlog;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.DeadLetters;
import dev.feedwarden.store.Incidents;
import dev.feedwarden.store.Interventions;
import dev.feedwarden.store.Registry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Events to a real broker, which is killed now and then. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class KafkaTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final JsonMapper JSON = new JsonMapper();
  private static final AtomicInteger TESTS = new AtomicInteger();
  private static final Wants ALL = Wants.ALL;

  private static Broker broker;

  @TempDir Path folder;
  private Database database;
  private String articles;
  private String events;

  @BeforeAll
  static void begin() throws IOException {
    broker = Broker.shared();
  }

  @BeforeEach
  void open() throws Exception {
    database = Database.open(Access.to("jdbc:sqlite:" + folder.resolve("feedwarden.db")));
    var test = TESTS.incrementAndGet();
    articles = "articles-" + test;
    events = "events-" + test;
    broker.topic(articles, Map.of());
    broker.topic(events, Map.of());
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static OutboundGuard guard(String range) {
    return new OutboundGuard(
        List.of(AddressRange.parse(range).orElseThrow()), Set.of(), List.of(), Set.of());
  }

  private static Place at(String broker, Protocol protocol) {
    var parts = broker.split(":", -1);
    return new Place(
        List.of(new KafkaCluster.Broker(parts[0], Integer.parseInt(parts[1]))), protocol);
  }

  private Destination destination(Place place, @Nullable Login login, Trust trust) {
    var cluster = new KafkaCluster(guard("127.0.0.1/32"), trust, place, login);
    return Destination.kafka(
        "stream", new Destination.Topics(cluster, articles, events), ALL, database);
  }

  private Destination plain(String address) {
    return destination(at(address, Protocol.PLAINTEXT), null, Trust.inPublic());
  }

  private Couriers couriers(String address) {
    var one = new Enlisted("stream", "", () -> plain(address));
    return new Couriers(() -> List.of(one), database, () -> {});
  }

  private List<SourceId> sources(int count) {
    return new Registry(database)
            .addAll(
                IntStream.range(0, count)
                    .mapToObj(i -> WebUrl.of("https://example.org/" + i))
                    .map(url -> new Settings("a feed", url, true, null))
                    .toList(),
                database.now())
            .stream()
            .map(one -> ((Registry.Added.New) one).id())
            .toList();
  }

  private void happens(SourceId source, String note) {
    var now = database.now();
    new Interventions(database).disable(source, new Standing.Stopped(now, "eve", note), "eve", now);
  }

  private Backlog backlog() {
    return new Backlogs(database).all().getFirst();
  }

  private void delivered(int count) {
    await()
        .atMost(SOON)
        .until(() -> backlog().waiting() == 0 && backlog().totals().taken() == count);
  }

  /** The notes of each source in the order in which they came, copies left out. */
  private static Map<String, List<String>> notes(List<ConsumerRecord<String, String>> records) {
    var notes = new LinkedHashMap<String, List<String>>();
    var seen = new HashSet<String>();
    for (var record : records) {
      var event = JSON.readTree(record.value());
      if (seen.add(event.path("id").asString())) {
        notes
            .computeIfAbsent(record.key(), _ -> new ArrayList<>())
            .add(event.path("data").path("evidence").asString());
      }
    }
    return notes;
  }

  @Test
  void every_event_arrives_under_its_source_in_order_and_hundreds_a_second() {
    var ids = sources(20);
    try (var couriers = couriers(broker.direct())) {
      var incidents = new Incidents(database);
      incidents.open(Kind.HOST, "a.example", "3 of 3 feeds", database.now());
      incidents.open(Kind.LOCAL_OUTAGE, "worker", "5 of 5 domains", database.now());
      delivered(2);
      assertThat(couriers.isAlive()).isTrue();
    }
    for (int note = 0; note < 25; note++) {
      for (var id : ids) {
        happens(id, String.valueOf(note));
      }
    }
    try (var _ = couriers(broker.direct())) {
      delivered(502);
    }

    var records = broker.records(events);
    var inOrder = IntStream.range(0, 25).mapToObj(String::valueOf).toList();
    var expected = new LinkedHashMap<String, List<String>>();
    ids.forEach(id -> expected.put(id.value(), inOrder));
    expected.put("a.example", List.of("3 of 3 feeds"));
    expected.put("fleet", List.of("5 of 5 domains"));
    assertThat(notes(records)).isEqualTo(expected);
    assertThat(records).as("no copies").hasSize(502);
    Documented.areAll(records);
  }

  @Test
  void a_broker_killed_between_record_and_acknowledgement_loses_nothing_and_the_cursor_goes_on()
      throws IOException {
    var ids = sources(5);
    try (var _ = couriers(broker.relayed())) {
      happens(ids.getFirst(), "before");
      delivered(1);
      broker.relay().mute(true);
      for (int note = 0; note < 40; note++) {
        happens(ids.get(note % 5), String.valueOf(note));
      }
      await().atMost(SOON).until(() -> broker.records(events).size() > 1);
      assertThat(backlog().totals().taken()).as("not acknowledged").isEqualTo(1);
      broker.kill();
      happens(ids.getFirst(), "meanwhile");
      broker.relay().mute(false);
      broker.start();
      delivered(42);
    }

    var records = broker.records(events);
    System.err.println("kafka: " + (records.size() - 42) + " copies after the death of a broker");
    var notes = notes(records);
    assertThat(notes.values().stream().mapToInt(List::size).sum()).isEqualTo(42);
    assertThat(notes.get(ids.get(1).value()))
        .isEqualTo(
            IntStream.range(0, 40).filter(n -> n % 5 == 1).mapToObj(String::valueOf).toList());
    assertThat(notes.get(ids.getFirst().value())).startsWith("before").endsWith("meanwhile");
  }

  @Test
  void a_record_that_is_too_large_is_an_answer_about_the_record() throws Exception {
    events = events + "-small";
    broker.topic(events, Map.of("max.message.bytes", "100"));

    assertThat(test(at(broker.direct(), Protocol.PLAINTEXT), null, Trust.inPublic()))
        .isEqualTo(new Verdict.EventRefused(10, "error 10: message_too_large"));
  }

  @Test
  @Tag("long")
  void a_record_that_is_too_large_becomes_a_dead_letter_and_the_rest_arrives() throws Exception {
    events = events + "-small";
    broker.topic(events, Map.of("max.message.bytes", "2000"));
    var id = sources(1).getFirst();
    var noise = RandomGenerator.getDefault().ints(6_000, 33, 127).mapToObj(Character::toString);
    try (var _ = couriers(broker.direct())) {
      happens(id, "small");
      delivered(1);
      for (var note : List.of("1", "2", noise.collect(Collectors.joining()), "3", "4")) {
        happens(id, note);
      }
      delivered(5);
    }

    assertThat(notes(broker.records(events)))
        .isEqualTo(Map.of(id.value(), List.of("small", "1", "2", "3", "4")));
    assertThat(new DeadLetters(database).list("stream", Long.MAX_VALUE, 9))
        .extracting(dead -> dead.letter().reason())
        .containsExactly("error 10: message_too_large");
  }

  private Verdict test(Place place, @Nullable Login login, Trust trust)
      throws InterruptedException {
    try (var destination = destination(place, login, trust)) {
      return destination.test(database.now());
    }
  }

  @Test
  void a_cluster_may_ask_for_tls_and_a_password_and_is_believed_only_with_its_certificate()
      throws Exception {
    broker.scram();
    var secure = at(broker.secure(), Protocol.SASL_SSL);
    var trust = new Trust.Authorities(List.of(broker.identity().certificate()));

    for (var mechanism : List.of(Mechanism.PLAIN, Mechanism.SCRAM_SHA_512)) {
      assertThat(test(secure, new Login(mechanism, Broker.USER, Broker.PASSWORD), trust))
          .isEqualTo(new Verdict.Delivered(null));
      assertThat(test(secure, new Login(mechanism, Broker.USER, "wrong"), trust))
          .isEqualTo(new Verdict.DestinationTrouble("error 58: sasl_authentication_failed", null));
    }
    var login = new Login(Mechanism.PLAIN, Broker.USER, Broker.PASSWORD);
    assertThat(test(secure, login, Trust.inPublic()))
        .isEqualTo(new Verdict.DestinationTrouble("no answer: tls_certificate", null));
    assertThat(broker.records(events)).extracting(ConsumerRecord::key).containsOnly("fleet");
    Documented.areAll(broker.records(events));
  }

  @Test
  void no_record_goes_to_a_broker_at_an_address_that_is_not_allowed() throws Exception {
    assertThat(test(at(broker.elsewhere(), Protocol.PLAINTEXT), null, Trust.inPublic()))
        .as("it says that it is at 127.0.0.2")
        .isEqualTo(new Verdict.DestinationTrouble("no answer: blocked_address", null));
    assertThat(test(at("127.0.0.3:9", Protocol.PLAINTEXT), null, Trust.inPublic()))
        .isEqualTo(new Verdict.DestinationTrouble("no answer: blocked_address", null));
  }

  @Test
  @Tag("long")
  void a_topic_that_is_not_there_is_waited_for() throws InterruptedException {
    events = "none";

    assertThat(test(at(broker.direct(), Protocol.PLAINTEXT), null, Trust.inPublic()))
        .isEqualTo(new Verdict.DestinationTrouble("error 3: unknown_topic_or_partition", null));
  }
}
