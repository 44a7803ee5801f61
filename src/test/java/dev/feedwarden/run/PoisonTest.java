package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.lab.Behaviour;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** a feed that takes the process with it whenever it is polled. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class PoisonTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int OTHERS = 6;

  @TempDir Path folder;

  @Test
  void it_is_left_alone_after_two_crashes_somebody_is_told_and_the_others_go_on()
      throws IOException {
    var starts = new CopyOnWriteArrayList<Program.Running>();
    var events = folder.resolve("events.jsonl");
    var destinations = folder.resolve("destinations.yaml");
    Files.writeString(
        destinations, "destinations:\n  - {name: f, kind: file, path: events.jsonl}\n");
    try (var publisher = new Publisher()) {
      for (int i = 0; i < OTHERS; i++) {
        publisher.serving(Behaviour.afterDelay(Duration.ofMillis(300), rss("f" + i, 1)));
      }
      publisher.serving(
          (_, wire) -> {
            starts.getLast().signal("KILL");
            wire.awaitHangUp();
          });
      var program =
          new Program(folder)
              .with("START_RATE", "10000")
              .with("DESTINATIONS", destinations.toString());
      program.register(publisher.urls());
      var ledger = new Ledger(program);

      do {
        starts.add(program.start("serve"));
        await()
            .atMost(SOON)
            .until(
                () ->
                    !starts.getLast().isAlive() || starts.getLast().hasLogged("feed quarantined"));
      } while (!starts.getLast().isAlive() && starts.size() < 5);
      await().atMost(SOON).until(() -> program.articles().size() == OTHERS);
      await().atMost(SOON).until(() -> told(events).contains("dev.feedwarden.feed_disabled"));
      ledger.meddle(
          "UPDATE feed_state SET next_poll_at = 0 WHERE next_poll_reason <> 'cooldown'",
          "UPDATE host_queue SET due_at = 0");
      await().atMost(SOON).until(() -> publisher.asked(0) > 1 && publisher.asked(1) > 1);
      var ended = starts.getLast().terminate();

      assertThat(starts).hasSize(3);
      assertThat(publisher.asked(OTHERS)).isEqualTo(2);
      assertThat(ended.code()).isZero();
      assertThat(
              ended.logged("feed quarantined: the process ended twice while this feed was polled"))
          .hasSize(1);
      var poison = program.source(publisher.url(OTHERS));
      assertThat(poison.path("feed_disable_reason").asString()).isEqualTo("unexpected");
      assertThat(poison.path("error_count").asInt()).isZero();
      assertThat(program.sources().values())
          .filteredOn(one -> one.path("status").asString().equals("active"))
          .hasSize(OTHERS);
    }
  }

  private static List<String> told(Path events) throws IOException {
    return Files.exists(events)
        ? Files.readAllLines(events).stream()
            .map(line -> line.replaceAll("^.*\"type\":\"([^\"]+)\".*$", "$1"))
            .toList()
        : List.of();
  }
}
