package dev.feedwarden.deliver;

import dev.feedwarden.deliver.Patience.Step;
import dev.feedwarden.model.Progress;
import dev.feedwarden.store.Backlogs;
import dev.feedwarden.store.Deliveries;
import dev.feedwarden.store.Deliveries.Buried;
import dev.feedwarden.store.Deliveries.Passage;
import dev.feedwarden.store.Deliveries.Standing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings one destination what it is to be told, one step at a time. */
final class Courier {
  private static final Logger LOG = LoggerFactory.getLogger(Courier.class);
  static final Duration IDLE = Duration.ofSeconds(1);
  private static final Duration BREATH = Duration.ofSeconds(1);
  private static final Duration BETWEEN_BOUNDS = Duration.ofMinutes(1);
  private static final Duration BETWEEN_SIGNS = Duration.ofDays(1);

  private final Destination destination;
  private final Deliveries deliveries;
  private final Backlogs backlogs;
  private final Bounds bounds;
  private final DoubleSupplier dice;
  private Bucket bucket = Bucket.full(Instant.EPOCH);
  private Instant bounded = Instant.EPOCH;
  private Instant kept = Instant.EPOCH;
  private boolean throttled;

  /** What is kept of what cannot be delivered. */
  record Bounds(Duration oldest, int most) {
    static final Bounds STANDARD = new Bounds(Duration.ofDays(7), 100_000);
  }

  Courier(
      Destination destination,
      Deliveries deliveries,
      Backlogs backlogs,
      Bounds bounds,
      DoubleSupplier dice) {
    this.destination = destination;
    this.deliveries = deliveries;
    this.backlogs = backlogs;
    this.bounds = bounds;
    this.dice = dice;
  }

  /** From now on everything is kept for it, unless somebody has removed it. */
  void begin(Instant now) {
    if (!destination.isKept()) {
      deliveries.register(destination.name(), destination.firstDigest(now), now);
    }
    deliveries.agree(destination.name(), destination.firstDigest(now));
  }

  /** One step, and how long to rest before the next. */
  Duration step(Instant now) throws InterruptedException {
    bound(now);
    var seen = deliveries.look(destination.name()).orElse(null);
    if (seen == null) {
      begin(now);
      return destination.isKept() ? IDLE : Duration.ZERO;
    }
    var wait = Duration.between(now, seen.progress().notBefore());
    if (wait.isPositive()) {
      return wait.compareTo(IDLE) < 0 ? wait : IDLE;
    }
    var parcel = destination.manner().next(seen, throttled, now);
    if (parcel instanceof Parcel.Nothing) {
      throttled = false;
      return IDLE;
    }
    if (parcel instanceof Parcel.Send
        && destination.manner().isForPeople()
        && bucket.isEmpty(now)) {
      throttled = true;
      return IDLE;
    }
    var held = deliveries.hold(destination.name(), now);
    if (held.isEmpty()) {
      return IDLE; // another process serves it
    }
    // Somebody else may have served it between our look and our turn.
    return held.get().equals(seen) ? act(seen, parcel, now) : Duration.ZERO;
  }

  private Duration act(Standing seen, Parcel parcel, Instant now) throws InterruptedException {
    return switch (parcel) {
      case Parcel.Nothing() -> IDLE;
      case Parcel.Skip(var to, var closed) -> {
        var passage = new Passage(to, seen.progress(), 0, false, List.of(), closed);
        deliveries.pass(destination.name(), passage, null, now);
        yield Duration.ZERO;
      }
      case Parcel.Send send -> send(seen.progress(), send, now);
      case Parcel.Bundle(var sends) -> send(seen, sends, now);
    };
  }

  // The cursor goes behind the last of those that were taken; the next is judged as if alone.
  private Duration send(Standing seen, List<Parcel.Send> sends, Instant now)
      throws InterruptedException {
    var verdicts = destination.carrier().carry(sends.stream().map(Parcel.Send::letter).toList());
    var taken = (int) verdicts.stream().takeWhile(one -> one instanceof Verdict.Delivered).count();
    if (taken > 0) {
      var last = sends.get(taken - 1);
      DeliveryLog.told(destination.name(), last.letter(), taken);
      var passage = new Passage(last.to(), Progress.FRESH, taken, false, List.of(), Set.of());
      deliveries.pass(destination.name(), passage, null, now);
    }
    if (taken < verdicts.size()) {
      var before = taken > 0 ? Progress.FRESH : seen.progress();
      follow(before, sends.get(taken), verdicts.get(taken), now);
    }
    return Duration.ZERO;
  }

  private Duration send(Progress before, Parcel.Send send, Instant now)
      throws InterruptedException {
    bucket = bucket.less(now);
    follow(before, send, destination.carrier().carry(send.letter()), now);
    return destination.manner().isForPeople() ? BREATH : Duration.ZERO;
  }

  private void follow(Progress before, Parcel.Send send, Verdict verdict, Instant now) {
    var letter = send.letter();
    var step = Patience.after(before, verdict, now, dice.getAsDouble());
    DeliveryLog.told(destination.name(), letter, step);
    switch (step) {
      case Step.Onward _ -> {
        throttled = false;
        pass(send, verdict, step, null, now);
      }
      case Step.Again(var progress) -> deliveries.stay(destination.name(), progress);
      case Step.Buried(_, _, var reason) ->
          pass(
              send,
              verdict,
              step,
              new Buried(letter.id(), letter.kind(), letter.title(), letter.body(), reason),
              now);
    }
  }

  // What was refused was not told: it opens and closes nothing.
  private void pass(
      Parcel.Send send, Verdict verdict, Step step, @Nullable Buried dead, Instant now) {
    var follow = send.follow();
    var told = verdict instanceof Verdict.Delivered;
    var receipt = verdict instanceof Verdict.Delivered(var word) ? word : null;
    var opened =
        follow.opened().stream()
            .map(one -> new Deliveries.Episode(one.key(), one.title(), receipt))
            .toList();
    deliveries.pass(
        destination.name(),
        new Passage(
            send.to(),
            step.progress(),
            told ? follow.events() : 0,
            follow.toldDropped(),
            told ? opened : List.of(),
            told ? follow.closed() : Set.of()),
        dead,
        now);
    if (follow.daily()) {
      deliveries.digestAt(destination.name(), destination.nextDigest(now));
    }
  }

  private void bound(Instant now) {
    if (bounded.plus(BETWEEN_BOUNDS).isAfter(now)) {
      return;
    }
    bounded = now;
    var dropped = backlogs.bound(destination.name(), now.minus(bounds.oldest()), bounds.most());
    if (dropped > 0) {
      LOG.atError()
          .addKeyValue("destination", destination.name())
          .addKeyValue("events", dropped)
          .log("events dropped: they were too many or too old");
    }
    backlogs.sweep(now.minus(bounds.oldest()));
    if (!kept.plus(BETWEEN_SIGNS).isAfter(now)) {
      kept = now;
      deliveries.hold(destination.name(), now); // so that it is not forgotten while nothing happens
      deliveries.forgetLost(now);
    }
  }

  /** Lets another process go on with it. */
  void letGo() {
    deliveries.letGo(destination.name());
  }
}
