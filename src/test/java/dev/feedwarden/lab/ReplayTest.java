package dev.feedwarden.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.Changes;
import dev.feedwarden.model.Claim;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.FeedState.Reliability;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.Hints;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.NextPoll.Reason;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Overrides;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.Rhythm;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Cells;
import dev.feedwarden.policy.Policy;
import dev.feedwarden.policy.Profile;
import dev.feedwarden.policy.Schedule;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Commits;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.HostQueue;
import dev.feedwarden.store.Interventions;
import dev.feedwarden.store.RecordedPolls;
import dev.feedwarden.store.Registry;
import dev.feedwarden.store.TestEngine;
import dev.feedwarden.store.Turns.Return;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class ReplayTest {
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  @TempDir Path folder;

  private static Policy policy(Map<String, String> cells) {
    return switch (Cells.write(Profile.STANDARD.table(), new Overrides(cells))) {
      case Cells.Written.Good(var table) ->
          new Policy(table, new Schedule(Duration.ofMinutes(30)), Duration.ofHours(1));
      case Cells.Written.Bad(var problems) -> throw new AssertionError(problems);
    };
  }

  /** Polls all feeds for some days, by turns, and lets a person interfere. */
  private static void record(String url, Policy policy, long seed, int polls) {
    var dice = new SplittableRandom(seed);
    try (var database = Database.open(Access.to(url))) {
      var ids = new ArrayList<SourceId>();
      for (int i = 0; i < 8; i++) {
        var own = i % 2 == 0 ? null : Duration.ofMinutes(40);
        var cells = i == 3 ? new Overrides(Map.of("profile", "adaptive")) : null;
        var settings =
            new Settings(
                new Label("feed " + i),
                WebUrl.of("http://h" + i + ".example/"),
                true,
                Intake.every(own),
                null,
                cells);
        ids.add(new Registry(database).add(settings, START).id());
      }
      var queue = new HostQueue(database);
      var commits = new Commits(database);
      var interventions = new Interventions(database);
      var now = START;
      for (int made = 0; made < polls; ) {
        now = now.plusMillis(dice.nextInt(1_500_000));
        if (dice.nextInt(20) == 0) {
          interventions.enable(ids.get(dice.nextInt(ids.size())), "ann", now);
        }
        for (var lease : queue.turn(List.of(), 3, now)) {
          var claim = queue.claim(lease);
          claim.ifPresent(one -> commits.commit(List.of(poll(one, policy, dice))));
          queue.turn(List.of(new Return(lease, now)), 0, now);
          made += claim.isPresent() ? 1 : 0;
        }
      }
    }
  }

  private static Poll poll(Claim claim, Policy policy, SplittableRandom dice) {
    var now = claim.lease().takenAt().plusMillis(dice.nextInt(900));
    var outcome = outcome(dice, now);
    return new Poll(
        claim,
        outcome,
        policy.next(claim, outcome, Policy.Moment.of(claim.source().id(), now)),
        new Poll.Visit(now, Duration.ofMillis(5), 0, 0, 0));
  }

  private static Outcome outcome(SplittableRandom dice, Instant now) {
    return switch (dice.nextInt(10)) {
      case 0, 1 ->
          new Outcome.Fresh(
              Changes.NONE,
              new Snapshot(Validators.NONE, "x", 1, Reliability.UNKNOWN, rhythm(dice, now)));
      case 2 -> new Outcome.NotModified(Validators.NONE, rhythm(dice, now));
      case 3 -> failed(ErrorType.RATE_LIMITED, Duration.ofSeconds(dice.nextInt(20_000)));
      case 4 -> failed(ErrorType.UNEXPECTED, null);
      case 5 -> failed(ErrorType.UPSTREAM_FAILURE, Duration.ofSeconds(dice.nextInt(9_000)));
      default -> failed(ErrorType.NOT_FOUND, null);
    };
  }

  private static Outcome failed(ErrorType type, @Nullable Duration retryAfter) {
    return new Outcome.Failed(new PollError(type, Cause.STATUS, 0, "http://a/"), retryAfter);
  }

  private static Rhythm rhythm(SplittableRandom dice, Instant now) {
    return new Rhythm(
        new Rhythm.Learned(Duration.ofSeconds(dice.nextInt(900, 9_000)), now.minusSeconds(60)),
        dice.nextBoolean() ? Hints.NONE : new Hints(Duration.ofHours(2), Set.of(3), Set.of()),
        null);
  }

  private static Replay.Report replay(String url, Policy policy) {
    try (var history = RecordedPolls.open(Access.to(url))) {
      return Replay.run(history, policy);
    }
  }

  @ParameterizedTest(name = "{0}, seed {1}")
  @CsvSource({"SQLITE, 1", "SQLITE, 2", "POSTGRESQL, 1"})
  void under_the_policy_that_recorded_it_every_decision_is_the_same(TestEngine engine, long seed) {
    var policy = policy(Map.of("not_found.cooldown", "3h", "upstream_failure.disable_after", "2"));
    var url = engine.freshUrl(folder);
    record(url, policy, seed, 300);

    var report = replay(url, policy);

    assertThat(report.differences()).isEmpty();
    var disables = report.tally().disables();
    assertThat(disables.recorded()).isPositive().isEqualTo(disables.replayed());
    assertThat(report.tally())
        .isEqualTo(new Replay.Tally(report.tally().decided(), 0, 0, disables));
    assertThat(report.tally().decided()).isGreaterThanOrEqualTo(300);
  }

  @Test
  void another_policy_begins_to_decide_otherwise_where_its_cells_differ() {
    var url = TestEngine.SQLITE.freshUrl(folder);
    record(url, policy(Map.of()), 4, 300);

    var report = replay(url, policy(Map.of("not_found.disable_after", "never")));

    var first = new LinkedHashMap<SourceId, Replay.Difference>();
    report.differences().forEach(one -> first.putIfAbsent(one.source(), one));
    assertThat(first.values())
        .isNotEmpty()
        .allSatisfy(
            one -> {
              assertThat(one.outcome()).isEqualTo("not_found");
              assertThat(one.recorded().reason()).isIn(Reason.COOLDOWN, Reason.HELD);
              assertThat(one.replayed().reason()).isNotIn(Reason.COOLDOWN, Reason.HELD);
            });
    assertThat(report.tally().disables().replayed())
        .isLessThan(report.tally().disables().recorded());
  }

  @Test
  void polls_that_a_longer_cooldown_would_have_spared_are_not_decided() {
    var url = TestEngine.SQLITE.freshUrl(folder);
    record(url, policy(Map.of("not_found.cooldown", "1h")), 5, 300);

    var report = replay(url, policy(Map.of("not_found.cooldown", "12h")));

    assertThat(report.tally().spared()).isPositive();
  }

  @ParameterizedTest
  @EnumSource(TestEngine.class)
  void a_database_is_only_read(TestEngine engine) {
    var url = engine.freshUrl(folder);
    var access = Access.to(url);

    if (engine == TestEngine.SQLITE) {
      assertThatThrownBy(() -> RecordedPolls.open(access))
          .isInstanceOf(OperatorMistake.class)
          .hasMessageStartingWith("There is no database ");
    } else {
      assertThatThrownBy(() -> RecordedPolls.open(access))
          .isInstanceOf(OperatorMistake.class)
          .hasMessageStartingWith("The database is no Feedwarden database");
    }
  }
}
