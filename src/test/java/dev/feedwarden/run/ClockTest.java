package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.lab.Behaviour;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** somebody sets the clock while the service runs. Needs libfaketime. */
@Tag("long") // the library makes every look at the clock slow
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class ClockTest {
  private static final Path LIBRARY =
      Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1");
  private static final Duration SOON = Duration.ofMinutes(5);
  private static final int FEEDS = 12;

  @TempDir Path folder;
  private Publisher publisher;
  private Program program;
  private Path clock;

  @BeforeEach
  void open() throws IOException {
    assumeThat(LIBRARY).as("libfaketime").exists();
    publisher = new Publisher();
    for (int i = 0; i < FEEDS; i++) {
      publisher.serving(Behaviour.afterDelay(Duration.ofMillis(10), rss("f" + i, 2)));
    }
    clock = Files.writeString(folder.resolve("clock"), "+0\n");
    // The library makes it slow: who is asked is asked once.
    program =
        new Program(folder)
            .with("START_RATE", "10000")
            .with("REQUEST_TIMEOUT", "60s")
            .with("POLL_DEADLINE", "60s");
    program.register(publisher.urls());
    program
        .variable("LD_PRELOAD", LIBRARY.toString())
        .variable("FAKETIME_TIMESTAMP_FILE", clock.toString())
        .variable("FAKETIME_CACHE_DURATION", "1")
        .variable("FAKETIME_DONT_FAKE_MONOTONIC", "1");
  }

  @AfterEach
  void close() {
    publisher.close();
  }

  private long polls() {
    return new Ledger(program).number("SELECT count(*) FROM polls");
  }

  private int least() {
    return IntStream.range(0, FEEDS).map(publisher::asked).min().orElseThrow();
  }

  private int most() {
    return IntStream.range(0, FEEDS).map(publisher::asked).max().orElseThrow();
  }

  private void set(String to) throws IOException {
    // In one step, so that nobody reads half of it.
    Files.move(
        Files.writeString(folder.resolve("clock.new"), to + "\n"),
        clock,
        StandardCopyOption.ATOMIC_MOVE);
  }

  @Test
  void ten_years_forward_and_back_cost_one_poll_each_and_nobody_is_forgotten() throws IOException {
    var serve = program.start("serve");
    await().atMost(SOON).until(() -> polls() == FEEDS);

    set("+10y");
    await().atMost(SOON).until(() -> least() == 2);
    set("+0");
    await().atMost(SOON).until(() -> least() == 3); // else they waited for ten years
    set("-10y");
    await().atMost(SOON).until(() -> least() == 4);
    set("+0");
    await().atMost(SOON).until(() -> least() == 5);
    set("+3600");
    await().during(Duration.ofSeconds(2)).atMost(SOON).until(() -> serve.isAlive());
    var ended = serve.terminate();

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(most()).as("no storm").isLessThanOrEqualTo(6);
    assertThat(ended.err()).doesNotContain("\"level\":\"ERROR\"");
    assertThat(program.sources().values())
        .allSatisfy(
            one -> {
              assertThat(one.path("error_count").asInt()).isZero();
              assertThat(one.path("status").asString()).isEqualTo("active");
            });
    assertThat(program.articles()).hasSize(2 * FEEDS);
  }
}
