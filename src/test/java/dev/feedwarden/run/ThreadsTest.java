package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static dev.feedwarden.run.Sabotage.Deed.BUG;
import static dev.feedwarden.run.Sabotage.Deed.LINKAGE;
import static dev.feedwarden.run.Sabotage.Deed.MEMORY;
import static dev.feedwarden.run.Sabotage.Deed.REAL_MEMORY;
import static dev.feedwarden.run.Sabotage.Deed.STACK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.run.Sabotage.Deed;
import dev.feedwarden.run.Sabotage.Order;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** errors that nobody expects, in every kind of thread. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class ThreadsTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int FEEDS = 5;

  /** Where each kind of thread comes by. */
  private static final List<Order> EVERYWHERE =
      List.of(
          order("store.HostQueue", "turn", 2, STACK), // scheduler
          order("store.HostQueue", "claims", 1, LINKAGE),
          order("fetch.Fetcher", "fetch", 1, STACK), // polls
          order("feed.FeedReader", "read", 1, MEMORY),
          order("store.Commits", "commitReady", 1, LINKAGE), // writer
          order("store.Commits", "commitReady", 3, BUG),
          order("deliver.JsonLines", "carry", 1, STACK), // courier
          order("deliver.Couriers", "look", 2, LINKAGE), // who looks after the couriers
          order("store.ArticleIndex", "turn", 2, STACK), // indexer
          order("store.PollHours", "turn", 1, LINKAGE), // housekeeper
          order("app.LiveConfig", "look", 1, STACK), // who follows the files
          order("store.CourtesyBook", "add", 1, STACK)); // ledger

  @TempDir Path folder;
  private Publisher publisher;
  private Program program;

  private static Order order(String type, String method, int nth, Deed deed) {
    return new Order("dev.feedwarden." + type, method, false, "", nth, deed);
  }

  @BeforeEach
  void open() throws IOException {
    publisher = new Publisher();
    var destinations = folder.resolve("destinations.yaml");
    Files.writeString(
        destinations, "destinations:\n  - {name: f, kind: file, path: events.jsonl}\n");
    program =
        new Program(folder)
            .with("START_RATE", "10000")
            .with("LISTEN", "127.0.0.1:0")
            .with("DESTINATIONS", destinations.toString());
    for (int i = 0; i < FEEDS; i++) {
      publisher.serving(rss("f" + i, 3));
    }
    program.register(publisher.urls());
  }

  @AfterEach
  void close() {
    publisher.close();
  }

  @Test
  void each_goes_on_and_nothing_is_lost() {
    var ledger = new Ledger(program);
    var serve = program.sabotaged(EVERYWHERE.toArray(Order[]::new)).start("serve");
    var events = folder.resolve("events.jsonl");
    await()
        .atMost(SOON)
        .until(
            () -> {
              ledger.makeAllDue();
              return ledger.number("SELECT count(*) FROM articles") == 3L * FEEDS
                  && Files.exists(events)
                  && Files.readAllLines(events).size() == FEEDS;
            });
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(EVERYWHERE.subList(0, EVERYWHERE.size() - 1))
                    .allMatch(order -> serve.hasLogged("sabotage: " + order.text())));
    var ended = serve.terminate(); // the books are closed now, if a minute was not over before

    assertThat(EVERYWHERE).allMatch(order -> ended.err().contains("sabotage: " + order.text()));
    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ledger.number("SELECT count(*) FROM feed_state WHERE error_count > 0")).isZero();
    assertThat(ledger.number("SELECT count(*) FROM sources WHERE feed_disable_reason IS NOT NULL"))
        .isZero();
  }

  @Test
  void when_memory_is_really_gone_the_process_ends_and_the_next_one_goes_on() {
    var starved =
        program
            .sabotaged(order("feed.FeedReader", "read", 2, REAL_MEMORY))
            .flag("-XX:+ExitOnOutOfMemoryError")
            .flag("-Xmx200m")
            .start("serve")
            .await();

    var ledger = new Ledger(program);
    var serve = program.sound().start("serve");
    await().atMost(SOON).until(() -> ledger.number("SELECT count(*) FROM articles") == 3L * FEEDS);

    assertThat(starved.code()).isEqualTo(3);
    assertThat(serve.terminate().code()).isZero();
    assertThat(ledger.number("SELECT count(*) FROM feed_state WHERE error_count > 0")).isZero();
  }
}
