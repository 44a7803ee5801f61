package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** the database's file is not what it was. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class DamagedFileTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int FEEDS = 4;

  @TempDir Path folder;
  private final Publisher publisher = new Publisher();
  private Program program;
  private Path file;

  @BeforeEach
  void open() {
    IntStream.range(0, FEEDS).forEach(i -> publisher.serving(rss("f" + i, 20)));
    program = new Program(folder).with("START_RATE", "10000");
    program.register(publisher.urls());
    program.run("ingest", "--limit", "10").succeeded();
    file = program.data().resolve("feedwarden.db");
  }

  @AfterEach
  void close() {
    publisher.close();
  }

  private void refused(String words) throws IOException {
    var before = Files.readAllBytes(file);
    var result = program.run("serve");

    assertThat(result.code()).as(result.err()).isEqualTo(2);
    assertThat(result.err()).contains(words).doesNotContain("Exception");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void r_07_a_file_of_random_bytes_is_refused_and_left_as_it_is() throws IOException {
    var noise = new byte[100_000];
    new Random(7).nextBytes(noise);
    Files.write(file, noise);

    refused("it is damaged or not a SQLite database");
  }

  @Test
  void r_07_half_a_file_is_refused_and_left_as_it_is() throws IOException {
    var whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));

    refused("it is damaged or not a SQLite database");
  }

  @Test
  void r_07_a_log_that_was_removed_costs_what_was_in_it_and_no_more() throws IOException {
    var serve = program.start("serve");
    new Ledger(program).makeAllDue();
    await().atMost(SOON).until(() -> publisher.order().size() >= 2 * FEEDS);
    serve.kill();
    Files.deleteIfExists(file.resolveSibling("feedwarden.db-wal"));
    Files.deleteIfExists(file.resolveSibling("feedwarden.db-shm"));

    program.run("ingest", "--limit", "10", "--force").succeeded();

    assertThat(new Ledger(program).<String>look(moment -> moment.text("PRAGMA integrity_check")))
        .isEqualTo("ok");
    assertThat(program.articles()).doesNotHaveDuplicates().hasSize(FEEDS * 20);
  }

  @Test
  void r_07_a_file_that_is_deleted_under_a_service_is_not_made_anew() throws IOException {
    var serve = program.start("serve");
    await().atMost(SOON).until(() -> serve.out().contains("Polling"));
    for (var suffix : new String[] {"", "-wal", "-shm"}) {
      Files.deleteIfExists(file.resolveSibling("feedwarden.db" + suffix));
    }
    serve.terminate();

    var next = program.run("sources", "list");
    assertThat(next.code()).isEqualTo(2);
    assertThat(next.err()).contains("missing or empty");
    assertThat(file).doesNotExist();
  }

  private void pollAll(Ledger ledger) {
    var before = publisher.order().size();
    await()
        .atMost(SOON)
        .until(
            () -> {
              ledger.makeAllDue();
              return publisher.order().size() >= before + FEEDS;
            });
  }

  @Test
  void r_07_a_long_reader_lets_the_log_grow_only_while_it_reads() {
    var serve = program.start("serve");
    var log = file.resolveSibling("feedwarden.db-wal").toFile();
    var ledger = new Ledger(program);
    ledger.look(
        moment -> {
          moment.number("SELECT count(*) FROM polls");
          IntStream.range(0, 10).forEach(_ -> pollAll(ledger));
          return true;
        });
    var most = log.length();
    IntStream.range(0, 3).forEach(_ -> pollAll(ledger));
    var ended = serve.terminate();

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(most).isPositive();
    assertThat(log.length()).as("once nobody reads it is emptied").isZero();
  }
}
