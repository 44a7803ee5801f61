package dev.feedwarden.deliver;

import static dev.feedwarden.deliver.Events.NOW;
import static dev.feedwarden.deliver.FakeSlack.OK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.model.Change;
import dev.feedwarden.model.Changes;
import dev.feedwarden.model.Claim;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Transition;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Backlogs;
import dev.feedwarden.store.Commits;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Deliveries;
import dev.feedwarden.store.HostQueue;
import dev.feedwarden.store.Registry;
import dev.feedwarden.store.Turns.Return;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CATALOGUE R-40: a day of set time in which Slack is down and 2,000 feeds are polled. */
@Tag("slow")
final class DayWithoutSlackTest {
  private static final int FEEDS = 2_000;
  private static final Duration INTERVAL = Duration.ofHours(12);
  private static final int GROUP = 50;

  @TempDir Path folder;

  @Test
  void polling_goes_on_as_ever_and_afterwards_there_is_one_digest() throws InterruptedException {
    try (var database = Database.open(Access.to("jdbc:sqlite:" + folder.resolve("f.db")));
        var slack = new FakeSlack(Answers.status(503));
        var sender = FakeSlack.sender()) {
      new Registry(database)
          .addAll(
              IntStream.range(0, FEEDS)
                  .mapToObj(i -> feed("https://" + i + ".example/feed"))
                  .toList(),
              NOW);
      var courier =
          new Courier(
              Destination.slack(
                  "slack", slack.url(), Wants.ALL, new House(0, null), database, sender),
              new Deliveries(database),
              new Backlogs(database),
              Courier.Bounds.STANDARD,
              () -> 0);
      courier.begin(NOW);

      var polls = 0;
      var now = NOW;
      for (var end = NOW.plus(Duration.ofDays(1)); now.isBefore(end); now = now.plusSeconds(300)) {
        polls += pollAllThatIsDue(database, now);
        courier.step(now);
      }
      var asked = slack.asked();

      assertThat(polls).isEqualTo(FEEDS * 2);
      assertThat(asked).as("at most one every five minutes").isBetween(100, 24 * 12);
      assertThat(new Backlogs(database).all().getFirst().waiting()).isEqualTo(FEEDS * 2L);

      slack.answers(OK);
      for (var end = now.plusSeconds(600); now.isBefore(end); ) {
        now = now.plus(courier.step(now).plusMillis(1));
      }

      assertThat(slack.titles().subList(asked, slack.asked()))
          .filteredOn(title -> !title.endsWith("daily digest"))
          .singleElement()
          .asString()
          .startsWith("Feedwarden: 4000 events");
      assertThat(slack.bodies().toString())
          .contains("4000 new articles of 2000 sources, with the initial sync of 2000 sources");
      assertThat(new Backlogs(database).all().getFirst().waiting()).isZero();
    }
  }

  private static Settings feed(String url) {
    return new Settings(WebUrl.of(url).host(), WebUrl.of(url), true, null);
  }

  private static int pollAllThatIsDue(Database database, Instant now) {
    var queue = new HostQueue(database);
    var commits = new Commits(database);
    var back = new ArrayList<Return>();
    var polls = 0;
    while (true) {
      var leases = queue.turn(back, GROUP, now);
      back.clear();
      if (leases.isEmpty()) {
        return polls;
      }
      var group = new ArrayList<Poll>();
      for (var lease : leases) {
        queue.claim(lease).ifPresent(claim -> group.add(polled(claim, now)));
        back.add(new Return(lease, now));
      }
      commits.commit(group);
      polls += group.size();
    }
  }

  private static Poll polled(Claim claim, Instant now) {
    var key = "item at " + now;
    var entry =
        new Entry(
            new Entry.EntryKey(key, null),
            key,
            new Entry.Content(key, "https://example.org/", null, "text", List.of(), null),
            Entry.Body.NONE,
            Entry.Dates.NONE,
            new Entry.Marks("1:" + key + claim.source().id(), null));
    return new Poll(
        claim,
        new Outcome.Fresh(
            new Changes(List.<Change>of(new Change.Added(entry)), 0),
            new Snapshot(Validators.NONE, null, 1)),
        new Transition(
            Health.FINE,
            Standing.ACTIVE,
            new NextPoll(now.plus(INTERVAL), NextPoll.Reason.INTERVAL)),
        new Poll.Visit(now, Duration.ZERO, 0, 200, 100));
  }
}
