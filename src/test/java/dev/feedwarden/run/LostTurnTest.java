package dev.feedwarden.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.HopQueue;
import dev.feedwarden.store.HopQueue.Borrowed;
import dev.feedwarden.store.HostQueue;
import dev.feedwarden.store.Registry;
import dev.feedwarden.store.TestEngine;
import dev.feedwarden.store.Unavailable;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.transaction.TransactionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** who took hosts and was not told so leaves them to nobody, and takes them from nobody. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class LostTurnTest {
  private static final WebUrl FEED = WebUrl.of("http://a.example/");

  @TempDir Path folder;
  private Ledger ledger;
  private Relay relay;
  private Access access;
  private Database database;
  private HostQueue queue;
  private SourceId source;
  private Instant now;

  @BeforeEach
  void open() {
    var url = TestEngine.POSTGRESQL.freshUrl(folder);
    ledger = new Ledger(url);
    var port = URI.create(url.substring("jdbc:".length())).getPort();
    relay = new Relay(port);
    access = Access.to(url.replace(":" + port + "/", ":" + relay.port() + "/"));
    database = Database.open(access);
    queue = new HostQueue(database);
    now = database.now();
    source = new Registry(database).add(new Settings("a feed", FEED, true, null), now).id();
    queue.turn(List.of(), 0, now); // the first one looks for wrong times too
  }

  @AfterEach
  void close() {
    database.close();
    relay.close();
  }

  private List<String> turn() {
    return queue.turn(List.of(), 9, now).stream().map(lease -> lease.host().value()).toList();
  }

  private void unanswered(Runnable transaction) {
    relay.loseCommits(1);
    assertThatThrownBy(transaction::run).isInstanceOf(Unavailable.class);
    relay.loseCommits(0);
  }

  @Test
  void a_turn_that_was_committed_and_not_answered_is_followed_by_one_that_takes_the_same() {
    unanswered(this::turn);
    assertThat(ledger.number("SELECT count(*) FROM host_queue WHERE owner IS NOT NULL")).isOne();

    assertThat(turn()).containsExactly("a.example");
    assertThat(ledger.number("SELECT max(lost) FROM host_queue")).isZero();
  }

  @Test
  void so_is_a_host_that_was_taken_for_a_redirect() {
    var hops = new HopQueue(database);
    unanswered(() -> hops.borrow(FEED, source));

    assertThat(hops.borrow(FEED, source)).isInstanceOf(Borrowed.Ours.class);
  }

  private static final String AT_COMMIT =
      """
      CREATE CONSTRAINT TRIGGER refused AFTER UPDATE ON host_queue DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION refuse()
      """;

  private static final String REFUSE =
      """
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN RAISE EXCEPTION ''not now''; END'
      """;

  @Test
  void what_was_not_committed_and_is_somebody_elses_by_now_stays_theirs() {
    ledger.meddle(REFUSE, AT_COMMIT);
    assertThatThrownBy(this::turn).isInstanceOf(TransactionException.class);
    ledger.meddle("DROP TRIGGER refused ON host_queue");

    try (var other = Database.open(access)) {
      var theirs = new HostQueue(other).turn(List.of(), 9, now);

      assertThat(theirs).hasSize(1);
      assertThat(turn()).isEmpty();
    }
  }
}
