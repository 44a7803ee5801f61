package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.claim;
import static dev.feedwarden.store.Fixtures.entry;
import static dev.feedwarden.store.Fixtures.feed;
import static dev.feedwarden.store.Fixtures.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.FetchResult.Phases;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.store.PollHistory.Place;
import dev.feedwarden.store.PollHistory.Timings;
import dev.feedwarden.store.PollHours.Hour;
import dev.feedwarden.store.PollHours.Sums;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Polls that are added up and forgotten, and what is left of them. */
@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class PollHoursContractTest {
  private static final Instant HOUR = NOW.truncatedTo(ChronoUnit.HOURS);
  private static final Instant LATER = NOW.plus(Duration.ofHours(5));
  private static final Outcome GONE =
      new Outcome.Failed(
          new PollError(ErrorType.GONE, Cause.STATUS, 410, "https://a.example/"), null, Blame.FEED);

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private PollHours hours;
  private Forgetting forgetting;
  private SourceId source;
  private int polled;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    hours = new PollHours(database);
    forgetting = new Forgetting(database);
    if (new Registry(database).add(feed("https://a.example/feed"), NOW)
        instanceof Registry.Added.New(var id)) {
      source = id;
    }
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void poll(Outcome outcome, Instant at) {
    var claim = claim(database, source, NOW.plus(Duration.ofHours(polled)));
    var made = Fixtures.poll(claim, outcome);
    var visit =
        new Poll.Visit(
            at,
            Duration.ofMillis(20),
            1,
            200,
            1_000,
            null,
            new Phases(millis(1), millis(2), millis(3), millis(9), null));
    new Commits(database).commit(List.of(new Poll(claim, outcome, made.transition(), visit)));
    new BatchQueue(database).release(claim.lease(), NOW);
    polled++;
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  private void addUp(Instant now) {
    while (hours.turn(now)) {}
  }

  @Test
  void polls_are_added_up_by_hour_outcome_and_type_each_once() {
    poll(fresh(entry("a", "A"), entry("b", "B")), NOW);
    poll(fresh(entry("c", "C")), NOW.plusSeconds(60));
    poll(GONE, NOW.plus(Duration.ofHours(1)));
    addUp(LATER);
    poll(GONE, NOW.plus(Duration.ofHours(1)).plusSeconds(1));
    addUp(LATER);
    addUp(LATER);

    assertThat(hours.since(Instant.EPOCH))
        .containsExactly(
            new Hour(HOUR, "fresh", "", new Sums(2, millis(40), 2, 2_000, 3, 0)),
            new Hour(
                HOUR.plus(Duration.ofHours(1)),
                "failed",
                "gone",
                new Sums(2, millis(40), 2, 2_000, 0, 0)));
    assertThat(hours.since(HOUR.plusMillis(1))).hasSize(1);
  }

  @Test
  void what_may_still_be_joined_by_an_older_one_is_left_for_later() {
    poll(GONE, NOW);

    addUp(NOW.plusSeconds(119));
    assertThat(hours.since(Instant.EPOCH)).isEmpty();

    addUp(NOW.plusSeconds(121));
    assertThat(hours.since(Instant.EPOCH)).hasSize(1);
  }

  @Test
  void nothing_is_forgotten_that_was_not_added_up() {
    poll(GONE, NOW);

    assertThat(forgetting.before(LATER)).isZero();
    assertThat(forgetting.oldest(10)).isZero();
    addUp(LATER);
    assertThat(forgetting.before(LATER)).isOne();
    assertThat(hours.since(Instant.EPOCH)).hasSize(1);
  }

  @Test
  void the_oldest_are_forgotten_first_and_no_more_than_asked_for() {
    for (int i = 0; i < 4; i++) {
      poll(GONE, NOW.plusSeconds(i));
    }
    addUp(LATER);

    assertThat(forgetting.before(NOW.plusSeconds(1))).isOne();
    assertThat(forgetting.oldest(2)).isEqualTo(2);
    assertThat(forgetting.count()).isOne();
    assertThat(new PollHistory(database).before(source, Place.END, 10))
        .extracting(past -> past.place().endedAt())
        .containsExactly(NOW.plusSeconds(3));
  }

  @Test
  void a_poll_keeps_what_it_spent_its_time_on() {
    poll(GONE, NOW);

    assertThat(new PollHistory(database).before(source, Place.END, 1).getFirst().timings())
        .isEqualTo(new Timings(Duration.ZERO, millis(1), millis(2), millis(3), millis(9)));
  }
}
