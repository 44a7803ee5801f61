package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.feed;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** many who write to one file, beside many who read it. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class SqliteWritersTest {
  private static final int WRITERS = 20;
  private static final int READERS = 8;
  private static final int TIMES = 10;

  @TempDir Path folder;

  private Database open() {
    return Database.open(Access.to("jdbc:sqlite:" + folder.resolve("feedwarden.db")));
  }

  private static Callable<Integer> writing(Database database, int writer) {
    return () -> {
      for (int i = 0; i < TIMES; i++) {
        new Registry(database).add(feed("https://a.example/%d/%d".formatted(writer, i)), NOW);
      }
      return TIMES;
    };
  }

  private static Callable<Integer> reading(Database database) {
    return () -> {
      var seen = 0;
      for (int i = 0; i < TIMES; i++) {
        var now = new Registry(database).page("", 1_000).size();
        assertThat(now).isGreaterThanOrEqualTo(seen);
        seen = now;
      }
      return seen;
    };
  }

  // Two pools on one file wait for each other's locks as two processes do.
  @Test
  void r_10_twenty_writers_and_eight_readers_of_two_services_meet_no_lock_error() throws Exception {
    try (var one = open();
        var other = open();
        var threads = Executors.newFixedThreadPool(WRITERS + READERS)) {
      var all =
          threads.invokeAll(
              Stream.concat(
                      IntStream.range(0, WRITERS)
                          .mapToObj(i -> writing(i % 2 == 0 ? one : other, i)),
                      IntStream.range(0, READERS).mapToObj(i -> reading(i % 2 == 0 ? one : other)))
                  .toList());

      assertThat(all).allSatisfy(done -> assertThat(done.state()).isEqualTo(Future.State.SUCCESS));
      assertThat(new Registry(one).page("", 1_000)).hasSize(WRITERS * TIMES);
    }
  }

  @Test
  void r_10_every_connection_holds_to_foreign_keys() {
    try (var database = open()) {
      for (var jdbi :
          new org.jdbi.v3.core.Jdbi[] {
            database.engine().reading(), database.engine().writing(), database.engine().checking()
          }) {
        var on =
            jdbi.withHandle(h -> h.createQuery("PRAGMA foreign_keys").mapTo(Integer.class).one());
        assertThat(on).isOne();
      }
    }
  }
}
