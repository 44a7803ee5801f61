package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.claim;
import static dev.feedwarden.store.Fixtures.feed;
import static dev.feedwarden.store.Fixtures.fresh;
import static dev.feedwarden.store.Fixtures.poll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.FeedState.Reliability;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.Hints;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Poll.Receipt.Held;
import dev.feedwarden.model.Poll.Receipt.Stored;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.Rhythm;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Transition;
import dev.feedwarden.model.Validators;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class CapContractTest {
  private static final Instant UNTIL = NOW.plus(Duration.ofDays(3));
  private static final PollError GONE =
      new PollError(ErrorType.GONE, Cause.STATUS, 410, "http://a.example/");
  private static final Health FAILED =
      new Health(
          1,
          1,
          new Health.Streak(ErrorType.GONE, 1, 1),
          0,
          new Health.LastError(ErrorType.GONE, GONE.message(), new Health.Outage(NOW, null)));
  private static final Transition DISABLED =
      new Transition(
          FAILED,
          new Standing.Cooling(ErrorType.GONE, NOW, UNTIL, "policy"),
          new NextPoll(UNTIL, NextPoll.Reason.COOLDOWN));

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private Registry registry;
  private Commits commits;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    registry = new Registry(database);
    commits = new Commits(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private SourceId add(int number) {
    return registry.add(feed("http://h" + number + ".example/"), NOW).id();
  }

  private SourceId fine(int number) {
    var id = add(number);
    commit(poll(claim(database, id), fresh()));
    return id;
  }

  private Poll.Receipt commit(Poll poll) {
    var receipt = commits.commit(List.of(poll)).getFirst();
    new BatchQueue(database).release(poll.claim().lease(), NOW);
    return receipt;
  }

  private Poll.Receipt gone(SourceId id) {
    var claim = claim(database, id);
    return commit(
        new Poll(
            claim,
            new Outcome.Failed(GONE, null),
            DISABLED,
            new Poll.Visit(NOW, Duration.ofMillis(5), 0, 410, 0)));
  }

  private List<String> kinds(SourceId id) {
    return database.read(
        h ->
            h.createQuery("SELECT kind FROM transitions WHERE source_id = :id ORDER BY id")
                .bind("id", id.value())
                .mapTo(String.class)
                .list());
  }

  @Test
  void r_23_the_fourth_of_a_small_fleet_is_held_and_the_first_that_is_held_is_told() {
    var feeds = new ArrayList<SourceId>();
    for (int i = 0; i < 5; i++) {
      feeds.add(fine(i));
    }

    var receipts = feeds.stream().map(this::gone).toList();

    var stored = new Stored(0, 0, 0);
    assertThat(receipts)
        .containsExactly(stored, stored, stored, new Held(stored, true), new Held(stored, false));
    assertThat(feeds.stream().map(id -> kinds(id).getFirst()))
        .containsExactly("disabled", "disabled", "disabled", "held", "held");
    var held = registry.find(feeds.getLast()).orElseThrow();
    assertThat(held.source().standing()).isEqualTo(Standing.ACTIVE);
    assertThat(held.state().next()).isEqualTo(new NextPoll(UNTIL, NextPoll.Reason.HELD));
    assertThat(held.state().health()).isEqualTo(FAILED);
  }

  @Test
  void feeds_that_never_succeeded_and_renewed_cooldowns_cost_nothing() {
    for (int i = 0; i < 10; i++) {
      var id = add(i);
      assertThat(gone(id)).isEqualTo(new Stored(0, 0, 0));
      assertThat(gone(id)).isEqualTo(new Stored(0, 0, 0));
    }

    assertThat(gone(fine(11))).isEqualTo(new Stored(0, 0, 0));
  }

  @Test
  void what_a_document_taught_comes_back_as_it_was_stored() {
    var id = add(1);
    var rhythm =
        new Rhythm(
            new Rhythm.Learned(Duration.ofMinutes(95), NOW.minusSeconds(7)),
            new Hints(
                Duration.ofHours(3), Set.of(0, 23), Set.of(DayOfWeek.SUNDAY, DayOfWeek.MONDAY)),
            Duration.ofMinutes(10));
    var snapshot = new Snapshot(Validators.NONE, "hash", 1, Reliability.UNKNOWN, rhythm);

    commit(poll(claim(database, id), new Outcome.Fresh(fresh().changes(), snapshot)));

    assertThat(registry.find(id).orElseThrow().state().snapshot()).isEqualTo(snapshot);
  }
}
