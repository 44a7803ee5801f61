package dev.feedwarden.lab.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.Change;
import dev.feedwarden.model.Changes;
import dev.feedwarden.model.Claim;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.HostMemory;
import dev.feedwarden.model.Lease;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Overrides;
import dev.feedwarden.model.Pace;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.Rhythm;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Trouble;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Cells;
import dev.feedwarden.policy.ErrorTable;
import dev.feedwarden.policy.HostHealth;
import dev.feedwarden.policy.Policy;
import dev.feedwarden.policy.Profile;
import dev.feedwarden.policy.Schedule;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Commits;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.HostFeeds;
import dev.feedwarden.store.HostQueue;
import dev.feedwarden.store.ReadyPoll;
import dev.feedwarden.store.Registry;
import dev.feedwarden.store.TestEngine;
import dev.feedwarden.store.Turns;
import dev.feedwarden.store.Turns.Return;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class ModelStoreTest {
  private static final int STEPS = 1_500;
  private static final Policy POLICY =
      new Policy(shortCooldowns(), new Schedule(Duration.ofMinutes(20)), Duration.ofHours(1));

  private static ErrorTable shortCooldowns() {
    var cells = new Overrides(Map.of("gone.cooldown", "9m", "not_found.cooldown", "4m"));
    return switch (Cells.write(Profile.STANDARD.table(), cells)) {
      case Cells.Written.Good(var table) -> table;
      case Cells.Written.Bad(var problems) -> throw new AssertionError(problems);
    };
  }

  @TempDir Path folder;

  private static final class Nobody implements ModelStore.Witness {
    @Override
    public void committed(Poll poll, Poll.Receipt receipt) {}

    @Override
    public void told(boolean down) {}
  }

  /** The same things done to both stores; whatever they say must be the same. */
  private static final class Walk {
    private final HostQueue queue;
    private final Commits commits;
    private final HostFeeds feeds;
    private final ModelStore model;
    private final SplittableRandom dice;
    private final Turns turns;
    private final List<SourceId> ids = new ArrayList<>();
    private final List<Claim> open = new ArrayList<>();
    private final List<Poll> pending = new ArrayList<>();
    private final List<Lease> idle = new ArrayList<>();
    private Instant now = Instant.parse("2026-03-01T12:00:00Z");

    Walk(Database database, ModelStore model, long seed) {
      this.queue = new HostQueue(database);
      this.commits = new Commits(database);
      this.feeds = new HostFeeds(database);
      this.model = model;
      this.turns = model.worker();
      this.dice = new SplittableRandom(seed);
    }

    void step() {
      var next = now.plusMillis(dice.nextInt(dice.nextInt(30) == 0 ? 1_200_000 : 20_000));
      letGo(next);
      now = next;
      switch (dice.nextInt(10)) {
        case 0, 1 -> take();
        case 2, 3, 4 -> commit();
        case 5 -> canary();
        case 6 -> settle();
        case 7 -> trouble();
        default -> giveBack();
      }
    }

    // Nobody in a model is lost with a host in hand; what follows from that is HostQueue's alone.
    private void letGo(Instant next) {
      var late = open.stream().filter(claim -> !claim.lease().until().isAfter(next)).toList();
      open.removeAll(late);
      late.forEach(claim -> idle.add(claim.lease()));
      if (idle.stream().anyMatch(lease -> !lease.until().isAfter(next))) {
        giveBack();
      }
    }

    private void take() {
      var most = dice.nextInt(4);
      var taken = sorted(queue.turn(List.of(), most, now));
      assertThat(sorted(turns.turn(List.of(), most, now)))
          .isEqualTo(taken.stream().map(Walk::uncounted).toList());
      for (var lease : taken) {
        var claims = queue.claims(List.of(lease), 1).getOrDefault(lease.host(), List.of());
        var claim = claims.stream().findFirst();
        assertThat(turns.claim(uncounted(lease))).isEqualTo(claim.map(Walk::uncounted));
        claim.ifPresentOrElse(open::add, () -> idle.add(lease));
      }
    }

    // A model looks at all feeds whenever it wants to know.
    private static Lease uncounted(Lease lease) {
      return new Lease(lease.host(), lease.epoch(), lease.takenAt(), lease.until(), lease.memory());
    }

    private static Claim uncounted(Claim claim) {
      return new Claim(uncounted(claim.lease()), claim.source(), claim.state());
    }

    // With another memory now and then.
    private Return returned(Lease lease) {
      var ready = now.plusMillis(dice.nextInt(60_000));
      return switch (dice.nextInt(3)) {
        case 0 -> new Return(lease, ready);
        case 1 -> new Return(lease, ready, HostMemory.NONE);
        default ->
            new Return(
                lease,
                ready,
                new HostMemory(
                    new Pace(
                        Duration.ofNanos(dice.nextLong(9_000_000_000L)),
                        dice.nextInt(20),
                        new Pace.Refusal(ids.getFirst(), now),
                        new Pace.Floor(Duration.ofMillis(7), now.plusSeconds(9))),
                    new Trouble(now, 2, "words")));
      };
    }

    private void trouble() {
      var host = new HostKey("h" + dice.nextInt(9) + ".example");
      var trouble = new Trouble(now, 0, "more words");
      var ready = now.plus(HostHealth.STANDARD.firstProbe());
      assertThat(model.troubled(host, trouble, ready))
          .isEqualTo(feeds.troubled(host, trouble, ready));
    }

    private void canary() {
      var id = ids.get(dice.nextInt(ids.size()));
      var claim = queue.canary(id, now);
      assertThat(turns.canary(id, now)).isEqualTo(claim.map(Walk::uncounted));
      claim.ifPresent(
          one -> {
            var since = now.minusMillis(dice.nextInt(3_600_000));
            assertThat(model.siblings(one, since)).isEqualTo(feeds.siblings(one, since));
          });
      claim.ifPresent(open::add);
    }

    // What was pending was the feed's own, or ours.
    private void settle() {
      if (pending.isEmpty()) {
        return;
      }
      var poll = pending.remove(dice.nextInt(pending.size()));
      if (dice.nextInt(3) == 0) {
        commits.forgive(List.of(poll));
        model.forgive(List.of(poll));
        return;
      }
      var claim = poll.claimAfter();
      var outcome = ((Outcome.Failed) poll.outcome()).of(Blame.FEED);
      var at = new Policy.Moment(poll.visit().endedAt(), dice.nextDouble());
      var counted = new Poll(claim, outcome, POLICY.next(claim, outcome, at), poll.visit());
      assertThat(model.settle(List.of(counted))).isEqualTo(commits.settle(List.of(counted)));
    }

    private static List<Lease> sorted(List<Lease> leases) {
      return leases.stream().sorted(Comparator.comparing(Lease::host)).toList();
    }

    private void commit() {
      if (open.isEmpty()) {
        return;
      }
      var claim = open.remove(dice.nextInt(open.size()));
      var outcome = outcome();
      var poll =
          new Poll(
              claim,
              outcome,
              POLICY.next(claim, outcome, new Policy.Moment(now, dice.nextDouble())),
              new Poll.Visit(now, Duration.ofMillis(7), 0, 200, 10));
      var back = dice.nextBoolean() ? returned(claim.lease()) : null;
      var ready = ReadyPoll.of(poll, back);
      assertThat(model.commit(poll, back))
          .isEqualTo(commits.commitReady(List.of(ready)).getFirst());
      if (back == null) {
        idle.add(claim.lease());
      }
      if (outcome instanceof Outcome.Failed(_, _, var blame) && blame == Blame.PENDING) {
        pending.add(poll);
      }
    }

    // Many failures, of types that disable soon, so that the cap is reached too.
    private Outcome outcome() {
      return switch (dice.nextInt(6)) {
        case 0 -> new Outcome.NotModified(new Validators("\"e\"", null), Rhythm.NONE);
        case 1 -> fresh();
        case 2 -> failed(ErrorType.NOT_FOUND);
        case 3 -> failed(dice.nextBoolean() ? ErrorType.RATE_LIMITED : ErrorType.UNEXPECTED);
        default -> failed(ErrorType.GONE);
      };
    }

    private Outcome failed(ErrorType type) {
      var error = new PollError(type, Cause.STATUS, 0, "http://a.example/");
      return new Outcome.Failed(error, null, dice.nextInt(4) == 0 ? Blame.PENDING : Blame.FEED);
    }

    private Outcome fresh() {
      var key = String.valueOf(dice.nextLong());
      var entry =
          new Entry(
              new Entry.EntryKey(key, null),
              key,
              new Entry.Content("title", null, null, "text", List.of(), null),
              Entry.Body.NONE,
              Entry.Dates.NONE,
              new Entry.Marks("1:" + key, null));
      return new Outcome.Fresh(
          new Changes(List.of(new Change.Added(entry)), 0),
          new Snapshot(new Validators("\"" + key + "\"", null), key, 1));
    }

    private void giveBack() {
      var back = idle.stream().map(lease -> returned(lease)).toList();
      idle.clear();
      assertThat(turns.turn(back, 0, now)).isEqualTo(queue.turn(back, 0, now));
    }
  }

  @ParameterizedTest(name = "{0}, seed {1}")
  @CsvSource({"SQLITE, 1", "SQLITE, 2", "POSTGRESQL, 1", "POSTGRESQL, 2"})
  void whatever_is_done_the_model_says_what_the_real_store_says(TestEngine engine, long seed)
      throws SQLException {
    var url = engine.freshUrl(folder);
    try (var database = Database.open(Access.to(url))) {
      var registry = new Registry(database);
      var model = new ModelStore(Instant::now, new Nobody());
      var walk = new Walk(database, model, seed);
      var ids = walk.ids;
      for (int i = 0; i < 24; i++) {
        var settings =
            new Settings("a feed", WebUrl.of("http://h" + i % 9 + ".example/" + i), true, null);
        ids.add(registry.add(settings, walk.now.plusMillis(i)).id());
      }
      ids.forEach(id -> model.add(registry.find(id).orElseThrow()));

      for (int i = 0; i < STEPS; i++) {
        walk.step();
      }

      assertThat(ids.stream().map(model::find))
          .isEqualTo(ids.stream().map(id -> registry.find(id).orElseThrow()).toList());
      assertThat(model.changes()).isEqualTo(transitions(url));
      assertThat(model.changes())
          .extracting(ModelStore.Change::kind)
          .contains("disabled", "renewed", "enabled", "held");
    }
  }

  private static List<ModelStore.Change> transitions(String url) throws SQLException {
    var all = new ArrayList<ModelStore.Change>();
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery("SELECT source_id, at, kind FROM transitions ORDER BY id")) {
      while (rows.next()) {
        all.add(
            new ModelStore.Change(
                new SourceId(rows.getString(1)),
                Instant.ofEpochMilli(rows.getLong(2)),
                rows.getString(3)));
      }
    }
    return all;
  }
}
