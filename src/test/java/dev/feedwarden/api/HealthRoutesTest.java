package dev.feedwarden.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.fetch.Pauses;
import dev.feedwarden.fetch.Time;
import dev.feedwarden.model.Domain;
import dev.feedwarden.policy.Policy;
import dev.feedwarden.policy.Profile;
import dev.feedwarden.policy.RetryPolicy;
import dev.feedwarden.policy.Schedule;
import dev.feedwarden.policy.StartRate;
import dev.feedwarden.poll.CommitQueue;
import dev.feedwarden.poll.Loop;
import dev.feedwarden.poll.Poller;
import dev.feedwarden.poll.Reach;
import dev.feedwarden.poll.Witness;
import dev.feedwarden.poll.Workshop;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Commits;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.HostFeeds;
import dev.feedwarden.store.HostQueue;
import dev.feedwarden.store.Moving;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class HealthRoutesTest {
  private static final Duration TWO_TICKS = Duration.ofMillis(400);

  @TempDir Path folder;

  private static Vitals with(BooleanSupplier scheduler, BooleanSupplier deliver) {
    var loops = new LinkedHashMap<String, BooleanSupplier>();
    loops.put("scheduler", scheduler);
    loops.put("deliver", deliver);
    return new Vitals(loops, "1.2.3", new Metrics("1.2.3"), false);
  }

  private static String seen(Served served, String path) {
    var got = served.askAs(null, "GET", path, null);
    return got.status() + " " + got.text();
  }

  @Test
  void p_30_everything_is_well_and_nobody_needs_a_token_to_see_it() {
    var wishes = Served.Wishes.NONE.vitals(with(() -> true, () -> true));
    try (var served = Served.in(folder, wishes)) {
      assertThat(seen(served, "/health"))
          .isEqualTo(
              "200 {\"status\":\"healthy\",\"checks\":"
                  + "{\"database\":true,\"scheduler\":true,\"deliver\":true}}");
      assertThat(seen(served, "/readyz"))
          .isEqualTo(
              "200 {\"status\":\"ready\",\"checks\":{\"database\":true,\"scheduler\":true}}");
      assertThat(seen(served, "/healthz")).isEqualTo("200 {\"status\":\"alive\"}");
      assertThat(seen(served, "/version")).isEqualTo("200 {\"version\":\"1.2.3\"}");
      assertThat(served.askAs(null, "HEAD", "/health", null).status()).isEqualTo(200);
    }
  }

  @Test
  void a_part_that_does_not_go_on_makes_us_unhealthy_and_only_polling_makes_us_unready() {
    var wishes = Served.Wishes.NONE.vitals(with(() -> true, () -> false));
    try (var served = Served.in(folder, wishes)) {
      assertThat(seen(served, "/health"))
          .isEqualTo(
              "503 {\"status\":\"unhealthy\",\"checks\":"
                  + "{\"database\":true,\"scheduler\":true,\"deliver\":false}}");
      assertThat(seen(served, "/readyz")).startsWith("200 ");
    }
  }

  @Test
  void p_30_a_database_that_is_gone_is_told_without_a_word_about_why() throws IOException {
    try (var served = Served.in(folder)) {
      Files.move(folder.resolve("feedwarden.db"), folder.resolve("elsewhere.db"));

      assertThat(seen(served, "/health"))
          .isEqualTo(
              "503 {\"status\":\"unhealthy\",\"checks\":{\"database\":false,\"scheduler\":true}}");
      assertThat(seen(served, "/readyz")).startsWith("503 {\"status\":\"unready\"");
      assertThat(seen(served, "/healthz")).startsWith("200 ");
    }
  }

  @Test
  void r_14_a_scheduler_that_is_killed_is_seen_within_two_ticks() {
    var killed = new AtomicBoolean();
    try (var database = Database.open(Access.to("jdbc:sqlite:" + folder.resolve("polls.db")));
        var commits =
            new CommitQueue(new Commits(database), new HostFeeds(database), new Moving(database))) {
      var loop = loop(database, commits, killed);
      var vitals = with(loop.pulse()::isAlive, () -> true);
      try (var served = Served.in(folder, Served.Wishes.NONE.vitals(vitals))) {
        Thread.ofPlatform().uncaughtExceptionHandler((_, _) -> {}).start(() -> run(loop));
        assertThat(seen(served, "/health")).startsWith("200 ");

        killed.set(true);

        await()
            .pollInterval(Duration.ofMillis(20))
            .atMost(TWO_TICKS)
            .until(() -> seen(served, "/health").startsWith("503 "));
        assertThat(seen(served, "/health")).contains("\"scheduler\":false");
        assertThat(seen(served, "/readyz")).startsWith("503 ");
        assertThat(seen(served, "/healthz")).startsWith("200 ");
      }
    }
  }

  private static void run(Loop loop) {
    try {
      loop.run();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** A loop that dies of an error when it next asks how it is to work. */
  private static Loop loop(Database database, CommitQueue commits, AtomicBoolean killed) {
    var policy =
        new Policy(
            Profile.STANDARD.table(), new Schedule(Duration.ofHours(1)), Duration.ofHours(1));
    var witness = new Witness(host -> new Domain(host.value()));
    var poller =
        new Poller(
            new Reach(
                request -> {
                  throw new AssertionError("nobody may be asked: " + request);
                },
                (_, _) -> Map.of(),
                commits,
                Time.MACHINE,
                witness),
            new RetryPolicy(1, Duration.ZERO, Duration.ZERO),
            policy,
            () -> Served.VAULT);
    var manner =
        new Loop.Manner(
            poller,
            Loop.Gaps.of(Duration.ZERO),
            1,
            new StartRate(1, Duration.ZERO),
            Duration.ofSeconds(1),
            Duration.ZERO);
    return new Loop(
        new HostQueue(database),
        Workshop.machine(new Pauses()),
        witness,
        () -> {
          if (killed.get()) {
            Thread.currentThread().interrupt(); // it survives every fault, but not this
          }
          return manner;
        });
  }
}
