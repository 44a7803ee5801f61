package dev.feedwarden.api;

import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Remark;
import dev.feedwarden.model.Standing;
import dev.feedwarden.poll.Tally;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Counts polls; every series is there from the start, so that the first of its kind is a rise. */
final class PollMeters implements Tally {
  private static final String NONE = "none";
  private static final Duration[] LENGTHS = seconds(0.05, 0.25, 1, 5, 15, 45);
  private static final Duration[] LAGS = seconds(1, 5, 30, 60, 300, 1_800, 3_600, 21_600);

  private final MeterRegistry registry;
  private final Map<String, Counter> outcomes = new HashMap<>();
  private final Map<String, Counter> causes = new HashMap<>();
  private final Map<String, Counter> blames = new HashMap<>();
  private final Map<String, Counter> remarks = new HashMap<>();
  private final Map<String, Counter> changes = new HashMap<>();
  private final Map<String, Timer> phases = new HashMap<>();
  private final Counter attempts;
  private final Counter retries;
  private final Counter bytes;
  private final Counter inserted;
  private final Counter updated;
  private final Counter archivePages;
  private final Counter archiveEntries;
  private final Counter faults;
  private final Timer polls;
  private final Timer lag;

  PollMeters(MeterRegistry registry) {
    this.registry = registry;
    for (var outcome : List.of("fresh", "not_modified", "deferred", "superseded")) {
      outcomes.put(outcome, outcome(outcome, NONE));
    }
    for (var type : ErrorType.values()) {
      outcomes.put(type.wire(), outcome("failed", type.wire()));
    }
    Stream.of(Cause.values())
        .map(Cause::wire)
        .distinct()
        .forEach(cause -> causes.put(cause, counter("poll.failures", "cause", cause)));
    for (var blame : Blame.values()) {
      blames.put(blame.wire(), counter("poll.blames", "blame", blame.wire()));
    }
    for (var remark : Remark.values()) {
      remarks.put(remark.wire(), counter("poll.remarks", "remark", remark.wire()));
    }
    for (var change : List.of("disabled", "enabled", "held")) {
      changes.put(change, counter("standing.changes", "change", change));
    }
    for (var phase : List.of("dns", "connect", "tls", "first_byte", "fetch", "read", "commit")) {
      phases.put(
          phase,
          Timer.builder("feedwarden.phase")
              .description(Meanings.of("phase"))
              .tag("phase", phase)
              .register(registry));
    }
    attempts = counter("attempts");
    retries = counter("retries");
    bytes =
        Counter.builder("feedwarden.body")
            .description(Meanings.of("body"))
            .baseUnit("bytes")
            .register(registry);
    inserted = counter("articles", "change", "new");
    updated = counter("articles", "change", "updated");
    archivePages = counter("archive.pages");
    archiveEntries = counter("archive.entries");
    faults = counter("faults");
    polls = timer("poll", LENGTHS);
    lag = timer("due.lag", LAGS);
  }

  private static Duration[] seconds(double... values) {
    return Arrays.stream(values)
        .mapToObj(value -> Duration.ofMillis(Math.round(value * 1_000)))
        .toArray(Duration[]::new);
  }

  private Counter outcome(String outcome, String type) {
    return counter("polls", "outcome", outcome, "error_type", type);
  }

  private Counter counter(String name, String... tags) {
    return Counter.builder("feedwarden." + name)
        .description(Meanings.of(name))
        .tags(tags)
        .register(registry);
  }

  private Timer timer(String name, Duration[] buckets) {
    return Timer.builder("feedwarden." + name)
        .description(Meanings.of(name))
        .serviceLevelObjectives(buckets)
        .register(registry);
  }

  private static void one(Map<String, Counter> counters, String name) {
    var counter = counters.get(name);
    if (counter != null) {
      counter.increment();
    }
  }

  @Override
  public void polled(Poll poll, Poll.Receipt receipt, Times times) {
    one(outcomes, outcome(poll, receipt));
    poll.lag().ifPresent(lag::record);
    polls.record(poll.visit().took());
    attempts.increment(1 + poll.visit().retryCount());
    retries.increment(poll.visit().retryCount());
    bytes.increment((double) poll.visit().bytes());
    spent("dns", poll.visit().phases().dns());
    spent("connect", poll.visit().phases().connect());
    spent("tls", poll.visit().phases().tls());
    spent("first_byte", poll.visit().phases().firstByte());
    spent("fetch", times.fetch());
    spent("read", times.read());
    spent("commit", times.commit());
    if (receipt instanceof Poll.Receipt.Superseded) {
      return;
    }
    if (poll.outcome() instanceof Outcome.Failed(var error, _, var blame)) {
      one(causes, error.cause().wire());
      one(blames, blame.wire());
    }
    if (poll.outcome() instanceof Outcome.Fresh(var changes, _) && changes.gap() != null) {
      archivePages.increment(changes.gap().filling().pages());
      archiveEntries.increment(changes.gap().filling().entries());
    }
    poll.remarks().forEach(remark -> one(remarks, remark.wire()));
    stored(poll, receipt);
  }

  // A phase that did not take place, as on a kept connection, is none that took no time.
  private void spent(String phase, Duration length) {
    var timer = phases.get(phase);
    if (timer != null && !length.isZero()) {
      timer.record(length);
    }
  }

  private static String outcome(Poll poll, Poll.Receipt receipt) {
    if (receipt instanceof Poll.Receipt.Superseded) {
      return "superseded";
    }
    return switch (poll.outcome()) {
      case Outcome.Fresh _ -> "fresh";
      case Outcome.NotModified _ -> "not_modified";
      case Outcome.Deferred _ -> "deferred";
      case Outcome.Failed(var error, _, _) -> error.type().wire();
    };
  }

  private void stored(Poll poll, Poll.Receipt receipt) {
    switch (receipt) {
      case Poll.Receipt.Superseded _ -> {}
      case Poll.Receipt.Held(var stored, _) -> {
        articles(stored);
        one(changes, "held");
      }
      case Poll.Receipt.Stored stored -> {
        articles(stored);
        standing(poll);
      }
    }
  }

  private void articles(Poll.Receipt.Stored stored) {
    inserted.increment(stored.inserted());
    updated.increment(stored.updated());
  }

  private void standing(Poll poll) {
    var was = poll.claim().source().standing() instanceof Standing.Active;
    var is = poll.transition().standing() instanceof Standing.Active;
    if (was != is) {
      one(changes, is ? "enabled" : "disabled");
    }
  }

  @Override
  public void settled(Poll poll, Poll.Receipt receipt) {
    if (!(receipt instanceof Poll.Receipt.Superseded)
        && poll.outcome() instanceof Outcome.Failed(_, _, var blame)) {
      one(blames, blame.wire());
      stored(poll, receipt);
    }
  }

  @Override
  public void forgiven(Poll poll) {
    one(blames, Blame.US.wire());
  }

  @Override
  public void faulted() {
    faults.increment();
  }
}
