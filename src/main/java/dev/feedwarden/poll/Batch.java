package dev.feedwarden.poll;

import dev.feedwarden.model.Claim;
import dev.feedwarden.store.BatchQueue;
import dev.feedwarden.store.BatchQueue.Selection;
import dev.feedwarden.store.BatchQueue.Take;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Turns.Return;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/** One run over the sources whose turn it is. */
public final class Batch {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(200);
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  /** So many in vain, and our own line is the reason: nobody else would answer either. */
  private static final int ENOUGH = 20;

  private final Database database;
  private final BatchQueue queue;
  private final Poller poller;
  private final Function<Claim, Duration> gap;

  /**
   * A run's parts.
   *
   * @param gap the least time between two requests to a claim's host
   */
  public Batch(Database database, BatchQueue queue, Poller poller, Function<Claim, Duration> gap) {
    this.database = database;
    this.queue = queue;
    this.poller = poller;
    this.gap = gap;
  }

  /** Who watches a run. */
  public interface Watcher {
    void planned(int sources);

    void ended(SourceReport report);

    /** Another run has this source; it is not ours to count. */
    void leftOut();

    /** Its host is to be left alone for longer than a run waits. */
    void putOff();

    /** It was not asked because our own line is down. */
    void spared();
  }

  /** Visits at most so many sources, so many at once; returns when the last one is done. */
  public RunSummary run(Selection selection, int limit, int parallel, Watcher watcher)
      throws InterruptedException {
    var began = System.nanoTime();
    var planned = queue.plan(selection, limit, database.now());
    watcher.planned(planned.size());
    var plan = new BatchPlan(planned);
    List<SourceReport> reports = Collections.synchronizedList(new ArrayList<>());
    Consumer<SourceReport> ended =
        report -> {
          reports.add(report);
          watcher.ended(report);
        };
    BooleanSupplier inVain = () -> reports.size() >= ENOUGH && poller.outage().isPresent();
    try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
      var all =
          IntStream.range(0, Math.min(parallel, planned.size()))
              .mapToObj(
                  _ ->
                      workers.submit(
                          () -> {
                            work(plan, selection, inVain, ended, watcher);
                            return true;
                          }))
              .toList();
      for (var worker : all) {
        worker.get();
      }
    } catch (ExecutionException fault) {
      throw new IllegalStateException("a worker of the batch run died", fault.getCause());
    }
    poller.finish();
    return new RunSummary(
        reports, Duration.ofNanos(System.nanoTime() - began), poller.outage().orElse(null));
  }

  private void work(
      BatchPlan plan,
      Selection selection,
      BooleanSupplier inVain,
      Consumer<SourceReport> ended,
      Watcher watcher)
      throws InterruptedException {
    for (var next = plan.next(); next.isPresent(); next = plan.next()) {
      var planned = next.get();
      if (inVain.getAsBoolean()) {
        plan.ready(planned.host(), Duration.ZERO);
        watcher.spared();
        continue;
      }
      var mark = System.nanoTime();
      var now = database.now();
      switch (queue.take(planned, selection, now)) {
        case Take.Taken(var claim) -> ended.accept(visit(claim, mark, plan));
        case Take.NotReady(var readyAt) -> {
          var wait = Duration.between(now, readyAt);
          if (wait.compareTo(LONGEST_WAIT) <= 0) {
            plan.again(planned, wait);
          } else {
            plan.ready(planned.host(), Duration.ZERO);
            watcher.putOff();
          }
        }
        case Take.Busy _ -> plan.again(planned, LOOK_AGAIN);
        case Take.NoLonger _ -> {
          plan.ready(planned.host(), Duration.ZERO);
          watcher.leftOut();
        }
      }
    }
  }

  // The edge of a worker: what we do wrong with one source ends here and costs no other anything.
  // Only a
  // store that is gone ends the run.
  private SourceReport visit(Claim claim, long mark, BatchPlan plan) throws InterruptedException {
    var began = System.nanoTime();
    var least = gap.apply(claim);
    var rest = poller.rest(claim, least);
    try {
      var polled = poller.poll(claim, least, mark);
      rest = polled.rest();
      return SourceReport.of(polled);
    } catch (RuntimeException | StackOverflowError fault) {
      PollLog.ourFault(claim, fault);
      poller.postpone(claim, mark);
      return SourceReport.ofFault(claim, Duration.ofNanos(System.nanoTime() - began));
    } finally {
      var lease = claim.lease();
      queue.release(new Return(lease, database.now().plus(rest.length()), rest.memory()));
      // Who comes next finds out that the wait is too long for this run.
      var tooLong = rest.length().compareTo(LONGEST_WAIT) > 0;
      plan.ready(lease.host(), tooLong ? Duration.ZERO : rest.length());
    }
  }
}
