package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.lab.Upstream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

/** CATALOGUE R-01 (I4) and R-42: kill -9 in every phase of a delivery. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class DeliverCrashTest {
  private static final int FEEDS = 8;
  private static final int KILLS = 2;
  private static final String HOOK = "/hook";
  private static final JsonMapper JSON = new JsonMapper();
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

  @TempDir Path folder;
  private Publisher publisher;
  private Upstream hook;
  private Program program;

  /** When the process is killed, measured at a delivery. */
  enum Phase {
    /** The event is written, or about to be; nobody has been told. */
    BEFORE_IT_IS_SENT,
    /** The message is on its way, and not answered. */
    BEFORE_THE_ANSWER,
    /** It was answered just now: the answer may or may not have been written down. */
    AT_THE_ANSWER,
    /** A moment later: it was written down, or the next one is on its way. */
    AFTER_THE_ANSWER
  }

  @BeforeEach
  void open() throws IOException {
    publisher = new Publisher();
    hook =
        Upstream.start("127.0.0.9")
            .route(HOOK, Behaviour.afterDelay(Duration.ofMillis(40), Answers.status(204)));
    var file = folder.resolve("destinations.yaml");
    Files.writeString(
        file, "destinations:\n  - {name: h, kind: webhook, url: \"" + hook.url(HOOK) + "\"}\n");
    program = new Program(folder).with("DESTINATIONS", file.toString()).with("START_RATE", "10000");
  }

  @AfterEach
  void close() {
    publisher.close();
    hook.close();
  }

  @ParameterizedTest
  @EnumSource
  void every_event_is_delivered_and_each_kill_costs_at_most_one_copy_with_the_same_id(Phase phase) {
    for (int i = 0; i < FEEDS; i++) {
      publisher.serving(rss("f" + i, 2));
    }
    program.register(publisher.urls());

    for (int kill = 0; kill < KILLS; kill++) {
      var before = hook.count(HOOK);
      var run = program.start("serve");
      switch (phase) {
        case BEFORE_IT_IS_SENT -> await(() -> publisher.asked(0) > 0, run);
        case BEFORE_THE_ANSWER, AT_THE_ANSWER, AFTER_THE_ANSWER ->
            await(() -> hook.count(HOOK) > before, run);
      }
      switch (phase) {
        case BEFORE_IT_IS_SENT, BEFORE_THE_ANSWER -> {}
        case AT_THE_ANSWER -> await(() -> hook.running() == 0, run);
        case AFTER_THE_ANSWER -> {
          await(() -> hook.running() == 0, run);
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(25));
        }
      }
      run.kill();
    }
    var last = program.start("serve");
    await(() -> events().size() == FEEDS, last);
    await(() -> hook.running() == 0, last);
    assertThat(last.terminate().code()).isZero();

    assertThat(sources()).hasSize(FEEDS);
    assertThat(hook.count(HOOK)).isBetween(FEEDS, FEEDS + KILLS);
    var state = program.run("deliver", "list", "--json").succeeded().json().getFirst();
    assertThat(state.path("waiting").asInt()).isZero();
    assertThat(state.path("taken").asInt()).isEqualTo(FEEDS);
  }

  /** What came, by id: a copy must be the same. */
  private Map<String, String> events() {
    var events = new HashMap<String, String>();
    for (var seen : hook.seen(HOOK)) {
      var id = String.valueOf(seen.headers().get("webhook-id"));
      var body = seen.request().body();
      assertThat(events.getOrDefault(id, body)).isEqualTo(body);
      events.put(id, body);
    }
    return events;
  }

  private Set<String> sources() {
    var sources = new HashSet<String>();
    events().values().forEach(body -> sources.add(JSON.readTree(body).path("subject").asString()));
    return sources;
  }

  private interface Condition {
    boolean holds();
  }

  private static void await(Condition condition, Program.Running run) {
    var end = System.nanoTime() + PATIENCE;
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as(run.err()).isLessThan(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }
}
