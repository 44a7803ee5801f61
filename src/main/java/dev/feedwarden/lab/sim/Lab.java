package dev.feedwarden.lab.sim;

import dev.feedwarden.fetch.Domains;
import dev.feedwarden.fetch.Persistence;
import dev.feedwarden.model.FeedState;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.FeedState.Visits;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.ErrorTable;
import dev.feedwarden.policy.Policy;
import dev.feedwarden.policy.RetryPolicy;
import dev.feedwarden.policy.Schedule;
import dev.feedwarden.policy.StartRate;
import dev.feedwarden.poll.Loop;
import dev.feedwarden.poll.Poller;
import dev.feedwarden.poll.Reach;
import dev.feedwarden.poll.Witness;
import dev.feedwarden.store.Registered;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Runs the real loop and the real policy through a scenario, in modelled time. */
public final class Lab {
  private static final Duration INTERVAL = Duration.ofHours(1);
  private static final Duration POLITE = Duration.ofSeconds(1);
  private static final Duration REQUEST = Duration.ofSeconds(10);
  private static final Duration POLL = Duration.ofSeconds(45);
  private static final Duration RETRY_AFTER = Duration.ofHours(1);
  private static final StartRate START_RATE = new StartRate(20, Duration.ofMinutes(10));
  private static final int POLLS_AT_ONCE = 32;

  private final Scenario scenario;
  private final Policy policy;
  private final SplittableRandom dice;
  private final ModelTime time = new ModelTime();
  private final Map<WebUrl, Site> sites = new LinkedHashMap<>();
  private final Scoring scoring;
  private final ModelStore store;

  private Lab(Scenario scenario, ErrorTable table, long seed) {
    this.scenario = scenario;
    this.policy = new Policy(table, new Schedule(INTERVAL), RETRY_AFTER);
    this.dice = new SplittableRandom(seed);
    scenario.world().sites().get().forEach(site -> sites.put(WebUrl.of(site.url()), site));
    this.scoring = new Scoring(scenario, time, sites);
    this.store = new ModelStore(time::instant, scoring);
  }

  /**
   * The score of an error table; the same seed gives the same score.
   *
   * @param name of the table
   */
  public static Score grade(Scenario scenario, String name, ErrorTable table, long seed) {
    var lab = new Lab(scenario, table, seed);
    lab.run();
    return lab.scoring.score(name);
  }

  private void run() {
    register();
    var loops = new ArrayList<Loop>();
    for (int worker = 0; worker < scenario.world().workers(); worker++) {
      loops.add(loop(worker));
    }
    loops.forEach(loop -> time.start(() -> run(loop)));
    time.start(
        () -> {
          time.sleep(scenario.world().length());
          loops.forEach(Loop::stop);
        });
    time.run();
  }

  private static void run(Loop loop) {
    try {
      loop.run();
    } catch (InterruptedException impossible) {
      throw new IllegalStateException(impossible); // nobody interrupts in a model
    }
  }

  // All were read within the last hour, and are due within the next.
  private void register() {
    var number = 0;
    var slots = slots();
    for (var url : sites.keySet()) {
      var due = due(slots.get(number));
      var id = new SourceId("00000000-0000-7000-8000-%012x".formatted(number++));
      var polled = ModelTime.START.plus(due).minus(INTERVAL);
      store.add(
          new Registered(
              new Source(
                  id,
                  new Settings("a feed", url, true, INTERVAL),
                  Standing.ACTIVE,
                  1,
                  new Source.Stamps(polled, polled)),
              new FeedState(
                  Snapshot.NONE,
                  Health.FINE,
                  new Visits(polled, polled),
                  new NextPoll(ModelTime.START.plus(due), NextPoll.Reason.INTERVAL))));
    }
  }

  // In any order: neighbours in the list need not be asked one after the other.
  private List<Integer> slots() {
    var slots = new ArrayList<>(IntStream.range(0, sites.size()).boxed().toList());
    Collections.shuffle(slots, Random.from(dice));
    return slots;
  }

  private Duration due(int slot) {
    return scenario.world().overdue()
        ? Duration.ofSeconds(-dice.nextInt(1, 86_400))
        : INTERVAL.multipliedBy(slot).dividedBy(sites.size()).plusMillis(dice.nextInt(1, 5_000));
  }

  private Loop loop(int worker) {
    var workshop = new ModelWorkshop(time, this::nextTurn);
    var upstream =
        new ModelUpstream(time, sites, scenario.world().line(), worker, dice.split(), scoring);
    var fetching = new Persistence(upstream, REQUEST, POLL, workshop.pauses(), split());
    var witness = new Witness(Domains::of);
    var poller =
        new Poller(
            new Reach(fetching::fetch, store.articles(), store, time, witness),
            RetryPolicy.STANDARD,
            policy,
            () -> {
              throw new IllegalStateException("no feed of a model has credentials");
            });
    var manner =
        new Loop.Manner(
            poller, Loop.Gaps.of(POLITE), POLLS_AT_ONCE, START_RATE, POLL, POLL.multipliedBy(2));
    return new Loop(store.worker(), workshop, witness, () -> manner);
  }

  private RandomGenerator split() {
    return dice.split();
  }

  private long nextTurn() {
    var next = store.nextTurn(time.instant());
    return next == null
        ? Long.MAX_VALUE
        : Duration.between(ModelTime.START, next).plusNanos(999_999).toNanos();
  }
}
