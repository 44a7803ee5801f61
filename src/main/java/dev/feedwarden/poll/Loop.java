package dev.feedwarden.poll;

import dev.feedwarden.model.Claim;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.Lease;
import dev.feedwarden.policy.StartRate;
import dev.feedwarden.poll.Poller.Parting;
import dev.feedwarden.poll.Poller.Rest;
import dev.feedwarden.store.Turns;
import dev.feedwarden.store.Turns.Return;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Polls what is due until it is told to stop. One thread gives hosts back and takes others, in one
 * transaction a turn; each taken host gets a virtual thread for one poll, or for a few in a row if
 * it needs no rest between them. What is in memory is bounded by twice the number of polls at once,
 * whatever the number of sources.
 */
public final class Loop {
  private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
  private static final Duration TICK = Duration.ofMillis(200);
  private static final Duration LOOK_FOR_LOST = Duration.ofSeconds(5);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final Duration LONGEST_TURN = Duration.ofSeconds(15);
  private static final Duration AFTER_A_FAULT = Duration.ofMinutes(1);
  private static final Duration TO_LET_GO = Duration.ofSeconds(5);
  private static final int LARGEST_TURN = 100;
  private static final int IN_A_ROW = 8;

  private final Turns queue;
  private final Workshop workshop;
  private final Supplier<Manner> manner;
  private final Errands errands;
  private final LinkedBlockingQueue<Return> ended = new LinkedBlockingQueue<>();
  private final Line line;
  private final Pulse pulse;
  private long born;
  private final AtomicInteger inHand = new AtomicInteger();
  private volatile boolean stopping;
  private volatile boolean abandoning;
  private final AtomicLong begun = new AtomicLong();
  private long begunBefore;
  private int troubles;
  private long lookedForLost;

  /**
   * What may change while the loop runs.
   *
   * @param gaps the least time between two requests to a claim's host
   * @param workers how many polls at once
   * @param longest what a poll may take
   * @param grace how long polls may go on after the stop
   */
  public record Manner(
      Poller poller, Gaps gaps, int workers, StartRate rate, Duration longest, Duration grace) {}

  /**
   * What a host gets between two requests.
   *
   * @param areNone whether there are hosts that need no rest at all
   */
  public record Gaps(Function<Claim, Duration> least, boolean areNone) {
    public static Gaps of(Duration always) {
      return new Gaps(_ -> always, always.isZero());
    }
  }

  /** A loop that lives on feeds alone. */
  public Loop(Turns queue, Workshop workshop, Witness witness, Supplier<Manner> manner) {
    this(queue, workshop, witness, manner, Errands.NONE);
  }

  public Loop(
      Turns queue, Workshop workshop, Witness witness, Supplier<Manner> manner, Errands errands) {
    this.queue = queue;
    this.workshop = workshop;
    this.line = new Line(queue, workshop, witness);
    this.pulse = new Pulse(workshop, LONGEST_TURN);
    this.born = workshop.nanos();
    this.lookedForLost = born - LOOK_FOR_LOST.toNanos();
    this.manner = manner;
    this.errands = errands;
  }

  /** Whether it goes on. */
  public Pulse pulse() {
    return pulse;
  }

  /** How many hosts it is at. */
  public int inHand() {
    return inHand.get();
  }

  /** Asks {@link #run} to end. */
  public void stop() {
    stopping = true;
    pulse.end();
  }

  /** Runs until it is stopped and every host is given back. */
  public void run() throws InterruptedException {
    // Not closed: that would wait for a poll that does not let go, however long.
    var workers = workshop.workers();
    var back = new ArrayList<Return>();
    while (!stopping) {
      pulse.beat();
      var more = turn(back, workers);
      if (!more) {
        await(back, TICK);
      }
      ended.drainTo(back);
    }
    finish(back, workers);
  }

  /** Whether there may be more to take at once. */
  private boolean turn(List<Return> back, ExecutorService workers) throws InterruptedException {
    try {
      return turn(back, workers, manner.get());
    } catch (RuntimeException | Error fault) {
      troubled(fault);
      return false;
    }
  }

  private boolean turn(List<Return> back, ExecutorService workers, Manner present) {
    present.poller().settle();
    if (line.isNews() && line.tell(queue.now())) {
      beginAnew();
    }
    var canary = line.wantsCanary();
    var most = line.isOpen() ? most(back, present) : 0;
    if (back.isEmpty() && most <= 0 && !canary) {
      return false;
    }
    var mark = workshop.nanos();
    var now = queue.now();
    lookForLost(now);
    var asked = canary ? line.canary(now) : Optional.<Claim>empty();
    asked.ifPresent(claim -> start(claim.lease(), Ways.to(claim), mark, workers, present));
    var anybody = canary && asked.isEmpty() && !line.isOpen();
    var taken = queue.turn(back, anybody ? 1 : Math.max(0, most), now);
    inHand.addAndGet(-back.size());
    back.clear();
    troubles = 0;
    var inARow = present.gaps().areNone() ? IN_A_ROW : 1;
    var claims = new Once<>(() -> queue.claims(taken, inARow));
    var others = new Once<>(() -> errands.of(without(claims.get().keySet(), taken)));
    taken.forEach(
        lease ->
            start(
                lease,
                new Ways(
                    () -> claims.get().getOrDefault(lease.host(), List.of()),
                    () -> Optional.ofNullable(others.get().get(lease))),
                mark,
                workers,
                present));
    return most > 0 && taken.size() == most;
  }

  /**
   * What a host may be asked for.
   *
   * @param claims more than one only if the host may need no rest
   * @param errand only if no feed's turn it is
   */
  private record Ways(Supplier<List<Claim>> claims, Supplier<Optional<Errands.Errand>> errand) {
    static Ways to(Claim claim) {
      return new Ways(() -> List.of(claim), Optional::empty);
    }
  }

  private static List<Lease> without(Set<HostKey> claimed, List<Lease> taken) {
    return taken.stream().filter(lease -> !claimed.contains(lease.host())).toList();
  }

  private void start(Lease lease, Ways ways, long mark, ExecutorService workers, Manner present) {
    inHand.incrementAndGet();
    begun.incrementAndGet();
    workers.execute(() -> ended.add(visit(lease, ways, mark, present)));
  }

  private int most(List<Return> back, Manner present) {
    // Who waits for a next attempt needs no place, but there is an end to that too.
    var waiting = Math.min(workshop.waiting(), present.workers());
    var room = present.workers() + waiting - (inHand.get() - back.size());
    var allowed = present.rate().allowance(since(born), begun.get() - begunBefore);
    return (int) Math.min(Math.min(room, LARGEST_TURN), allowed);
  }

  // What fell due while nobody could be asked is not asked all at once.
  private void beginAnew() {
    born = workshop.nanos();
    begunBefore = begun.get();
  }

  private void lookForLost(Instant now) {
    if (since(lookedForLost).compareTo(LOOK_FOR_LOST) >= 0) {
      lookedForLost = workshop.nanos();
      queue.endLost(now);
    }
  }

  // A store that is gone for a while must not end the service, nor fill the log; nor must a bug.
  private void troubled(Throwable fault) throws InterruptedException {
    if (troubles++ == 0) {
      LOG.atError().setCause(fault).log("the store failed: polling goes on when it is back");
    }
    var pause = Math.min(LONGEST_PAUSE.toMillis(), TICK.toMillis() << Math.min(troubles, 10));
    for (var end = workshop.nanos() + Duration.ofMillis(pause).toNanos();
        !stopping && workshop.nanos() < end; ) {
      workshop.sleep(TICK);
      pulse.beat();
    }
  }

  private void await(List<Return> back, Duration longest) throws InterruptedException {
    var one = workshop.await(ended, longest);
    if (one != null) {
      back.add(one);
    }
  }

  // The edge of a worker: whatever happens to one source ends here, and its host is given back.
  private Return visit(Lease lease, Ways ways, long mark, Manner present) {
    var rest = new Rest(Duration.ZERO, lease.memory());
    try {
      var claims = ways.claims().get();
      for (int i = 0; i < claims.size() && rest.length().isZero() && goesOn(mark, present); i++) {
        var claim = claims.get(i).after(rest.memory());
        var isLast = i + 1 == claims.size();
        begun.addAndGet(i == 0 ? 0 : 1);
        var step = poll(claim, parting(lease, isLast, mark, present), mark, present);
        if (step.given() != null) {
          return step.given();
        }
        rest = step.rest();
      }
      if (claims.isEmpty() && goesOn(mark, present)) {
        var errand = ways.errand().get();
        if (errand.isPresent()) {
          return errand.get().run(mark);
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error fault) {
      rest = new Rest(AFTER_A_FAULT, lease.memory());
      if (!abandoning) {
        LOG.atError()
            .setCause(fault)
            .addKeyValue("host", lease.host().value())
            .log("a host was given back after a fault of our own");
      }
    }
    return back(lease, rest, mark);
  }

  private Return back(Lease lease, Rest rest, long mark) {
    return new Return(lease, at(lease, mark).plus(rest.length()), rest.memory());
  }

  // A host goes back with the last poll of its lease: nobody has to find and lock its row again.
  private Parting parting(Lease lease, boolean isLast, long mark, Manner present) {
    return rest ->
        isLast || !rest.length().isZero() || !goesOn(mark, present)
            ? back(lease, rest, mark)
            : null;
  }

  /** What a host gets after a poll, and the host, if it went back with it. */
  private record Step(Rest rest, @Nullable Return given) {}

  private Step poll(Claim claim, Parting parting, long mark, Manner present)
      throws InterruptedException {
    var poller = present.poller();
    var least = present.gaps().least().apply(claim);
    try {
      var polled = poller.poll(claim, least, mark, parting);
      return new Step(polled.rest(), polled.given());
    } catch (RuntimeException | Error fault) {
      if (!abandoning) { // else cut off in the middle of the store: as if it had never begun
        PollLog.ourFault(claim, fault);
        poller.postpone(claim, mark);
      }
      return new Step(poller.rest(claim, least), null);
    }
  }

  // It must end within two thirds of the lease, or another service might come in between.
  private boolean goesOn(long mark, Manner present) {
    var latest = Turns.LEASE.multipliedBy(2).dividedBy(3);
    return !stopping && since(mark).plus(present.longest()).compareTo(latest) <= 0;
  }

  // The database's time at the lease, and our own monotonic time since.
  private Instant at(Lease lease, long mark) {
    return lease.takenAt().plus(since(mark));
  }

  private Duration since(long mark) {
    return Duration.ofNanos(workshop.nanos() - mark);
  }

  private void finish(List<Return> back, ExecutorService workers) throws InterruptedException {
    LOG.atInfo().addKeyValue("polls_in_flight", inHand.get() - back.size()).log("stopping");
    collect(back, manner.get().grace());
    abandoning = true;
    var abandoned = inHand.get() - back.size();
    workers.shutdownNow();
    collect(back, TO_LET_GO);
    giveBack(back);
    LOG.atInfo()
        .addKeyValue("polls_begun", begun.get())
        .addKeyValue("polls_abandoned", abandoned)
        .log("stopped");
  }

  private void giveBack(List<Return> back) {
    try {
      queue.turn(back, 0, queue.now());
    } catch (RuntimeException fault) {
      LOG.atWarn().setCause(fault).log("hosts were not given back: their leases run out");
    }
  }

  private void collect(List<Return> back, Duration longest) throws InterruptedException {
    var mark = workshop.nanos();
    for (var left = longest;
        back.size() < inHand.get() && !left.isNegative();
        left = longest.minus(since(mark))) {
      await(back, left);
    }
  }
}
