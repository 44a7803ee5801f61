package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.claim;
import static dev.feedwarden.store.Fixtures.entry;
import static dev.feedwarden.store.Fixtures.feed;
import static dev.feedwarden.store.Fixtures.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Poll;
import dev.feedwarden.model.SourceId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The history in months, as ops/partition-polls.sql makes them. */
class PartitionedPollsTest {
  @TempDir Path folder;

  private static void poll(Database database, SourceId source, Instant at, Instant ended) {
    var claim = claim(database, source, at);
    var outcome = fresh(entry("key " + ended, "Title"));
    var visit = new Poll.Visit(ended, Duration.ofMillis(20), 0, 200, 1_000);
    var made = Fixtures.poll(claim, outcome);
    new Commits(database).commit(List.of(new Poll(claim, outcome, made.transition(), visit)));
    new BatchQueue(database).release(claim.lease(), at);
  }

  private static List<String> places(Database database) {
    return database.read(
        h ->
            h.createQuery(
                    "SELECT CASE WHEN CAST(tableoid::regclass AS TEXT) LIKE 'polls\\_2%' THEN"
                        + " 'a month' ELSE CAST(tableoid::regclass AS TEXT) END FROM polls ORDER BY"
                        + " id")
                .mapTo(String.class)
                .list());
  }

  @Test
  void polls_go_to_their_month_and_everything_else_stays() throws Exception {
    var url = TestEngine.POSTGRESQL.freshUrl(folder);
    SourceId source;
    try (var database = Database.open(Access.to(url))) {
      source =
          ((Registry.Added.New) new Registry(database).add(feed("https://a.example/"), NOW)).id();
      poll(database, source, NOW, NOW);
    }
    var script = Files.readString(Path.of("ops/partition-polls.sql"));
    for (int twice = 0; twice < 2; twice++) {
      try (var connection = DriverManager.getConnection(url);
          var statement = connection.createStatement()) {
        statement.execute(script);
      }
    }
    try (var database = Database.open(Access.to(url))) {
      var soon = Instant.now().plus(Duration.ofDays(40));
      poll(database, source, NOW.plus(Duration.ofHours(2)), soon);
      poll(database, source, NOW.plus(Duration.ofHours(4)), soon.plus(Duration.ofDays(365)));
      assertThat(places(database)).containsExactly("polls_before", "a month", "polls_else");

      while (new PollHours(database).turn(soon.plus(Duration.ofDays(366)))) {}
      assertThat(new Forgetting(database).before(NOW.plusSeconds(1))).isOne();
      assertThat(places(database)).containsExactly("a month", "polls_else");

      new Interventions(database).remove(source);
      assertThat(places(database)).isEmpty();
    }
  }
}
