package dev.feedwarden.lab.sim;

import dev.feedwarden.model.Claim;
import dev.feedwarden.model.DisableBudget;
import dev.feedwarden.model.FeedState;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.FeedState.Visits;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.Lease;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Poll.Receipt;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Transition;
import dev.feedwarden.poll.Recording;
import dev.feedwarden.store.Registered;
import dev.feedwarden.store.Turns;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory that keeps the rules of the SQL one: leases, fences, fair order, the cap. The
 * contract tests hold the two together.
 */
final class ModelStore implements Turns, Recording {
  /** A change of standing, as the audit has it. */
  record Change(SourceId source, Instant at, String kind) {}

  /** Sees every poll that was written. */
  interface Witness {
    void committed(Poll poll, Receipt receipt);
  }

  private final Supplier<Instant> clock;
  private final Witness witness;
  private final ModelHosts hosts = new ModelHosts();
  private final ModelArticles articles = new ModelArticles();
  private final Map<SourceId, Registered> rows = new HashMap<>();
  private final Map<HostKey, List<SourceId>> byHost = new HashMap<>();
  private final List<Change> changes = new ArrayList<>();
  private DisableBudget budget = DisableBudget.UNUSED;
  private long fleet;

  ModelStore(Supplier<Instant> clock, Witness witness) {
    this.clock = clock;
    this.witness = witness;
  }

  /** Registers a source as it is, due when its state says so. */
  void add(Registered row) {
    var id = row.source().id();
    rows.put(id, row);
    var host = row.source().feed().hostKey();
    byHost.computeIfAbsent(host, _ -> new ArrayList<>()).add(id);
    hosts.dueBy(host, row.state().next().at());
  }

  Registered find(SourceId id) {
    return Objects.requireNonNull(rows.get(id));
  }

  List<Change> changes() {
    return List.copyOf(changes);
  }

  ModelArticles articles() {
    return articles;
  }

  /** The earliest instant at which a host may be taken, if nothing changes. */
  @Nullable Instant nextTurn(Instant now) {
    return hosts.nextTurn(now);
  }

  @Override
  public Instant now() {
    return clock.get();
  }

  @Override
  public List<Lease> turn(List<Return> back, int most, Instant now) {
    back.forEach(one -> hosts.release(one.lease(), ms(one.readyAt()), due(one.lease().host())));
    return hosts.take(most, now);
  }

  private @Nullable Instant due(HostKey host) {
    return sources(host)
        .filter(ModelStore::isScheduled)
        .map(row -> row.state().next().at())
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  private Stream<Registered> sources(HostKey host) {
    return byHost.getOrDefault(host, List.of()).stream().map(this::find);
  }

  private static boolean isScheduled(Registered row) {
    return row.source().settings().enabled()
        && !(row.source().standing() instanceof Standing.Stopped);
  }

  @Override
  public Optional<Claim> claim(Lease lease) {
    return sources(lease.host())
        .filter(ModelStore::isScheduled)
        .filter(row -> isDue(row.state().next(), lease.takenAt()))
        .min(
            Comparator.comparing(
                    (Registered row) -> row.state().visits().lastPolledAt(),
                    Comparator.nullsFirst(Comparator.naturalOrder()))
                .thenComparing(row -> row.source().id()))
        .map(row -> new Claim(lease, row.source(), row.state()));
  }

  private static boolean isDue(NextPoll next, Instant now) {
    return next.at() != null && !next.at().isAfter(now);
  }

  /** No process of the model is ever lost. */
  @Override
  public void endLost(Instant now) {}

  @Override
  public Receipt commit(Poll poll) {
    var receipt = written(poll);
    witness.committed(poll, receipt);
    return receipt;
  }

  private Receipt written(Poll poll) {
    if (!isOurs(poll)) {
      return new Receipt.Superseded();
    }
    var stored = articles.store(poll);
    if (isRationed(poll)
        && ask(poll.visit().endedAt()) instanceof DisableBudget.Answer.Refused(_, var first)) {
      write(poll.held());
      changes.add(new Change(poll.claim().source().id(), poll.visit().endedAt(), "held"));
      return new Receipt.Held(stored, first);
    }
    write(poll);
    return stored;
  }

  private boolean isOurs(Poll poll) {
    var claim = poll.claim();
    return hosts.isHeld(claim.lease())
        && find(claim.source().id()).source().revision() == claim.source().revision();
  }

  private static boolean isRationed(Poll poll) {
    return poll.claim().source().standing() instanceof Standing.Active
        && poll.transition().standing() instanceof Standing.Cooling
        && poll.claim().state().visits().lastSuccessAt() != null;
  }

  private DisableBudget.Answer ask(Instant now) {
    if (budget.isOlderThan(now)) {
      fleet = rows.values().stream().filter(row -> row.source().settings().enabled()).count();
    }
    var answer = budget.ask(fleet, now);
    budget = answer.after();
    return answer;
  }

  private void write(Poll poll) {
    var id = poll.claim().source().id();
    var row = find(id);
    var at = poll.visit().endedAt();
    var success = poll.outcome() instanceof Outcome.Failed ? null : at;
    var transition = poll.transition();
    var state =
        new FeedState(
            snapshot(poll.claim().state(), poll.outcome()),
            transition.health(),
            new Visits(at, success == null ? row.state().visits().lastSuccessAt() : success),
            next(row, poll, transition),
            poll.visit().move());
    rows.put(id, new Registered(source(row.source(), transition.standing(), at), state));
  }

  // Who asked after the poll began wants another one.
  private static NextPoll next(Registered row, Poll poll, Transition transition) {
    var before = row.state().next();
    var asked =
        before.reason() == NextPoll.Reason.ASKED
            && before.at() != null
            && before.at().isAfter(poll.claim().lease().takenAt());
    var next = transition.next();
    return asked ? before : new NextPoll(next.at() == null ? null : ms(next.at()), next.reason());
  }

  private Source source(Source before, Standing after, Instant at) {
    var standing = rounded(after);
    if (before.standing().equals(standing)) {
      return before;
    }
    changes.add(new Change(before.id(), at, kind(before.standing(), standing)));
    return new Source(
        before.id(),
        before.settings(),
        standing,
        before.revision() + 1,
        new Source.Stamps(before.stamps().createdAt(), at));
  }

  private static String kind(Standing before, Standing after) {
    return switch (after) {
      case Standing.Active _ -> "enabled";
      case Standing.Cooling _, Standing.Stopped _ ->
          before instanceof Standing.Active ? "disabled" : "renewed";
    };
  }

  private static Standing rounded(Standing standing) {
    return switch (standing) {
      case Standing.Cooling(var reason, var since, var until, var by) ->
          new Standing.Cooling(reason, ms(since), ms(until), by);
      case Standing.Active active -> active;
      case Standing.Stopped stopped -> stopped;
    };
  }

  private static Snapshot snapshot(FeedState before, Outcome outcome) {
    var old = before.snapshot();
    return switch (outcome) {
      case Outcome.Fresh(_, var snapshot) -> snapshot;
      case Outcome.NotModified(var validators, var rhythm) -> old.confirmed(validators, rhythm);
      case Outcome.Failed _, Outcome.Deferred _ -> old;
    };
  }

  @Override
  public void postpone(Poll poll) {
    if (!isOurs(poll)) {
      return;
    }
    var row = find(poll.claim().source().id());
    var before = row.state();
    var state =
        new FeedState(
            before.snapshot(),
            before.health(),
            new Visits(poll.visit().endedAt(), before.visits().lastSuccessAt()),
            next(row, poll, poll.transition()),
            before.move());
    rows.put(row.source().id(), new Registered(row.source(), state));
  }

  private static Instant ms(Instant at) {
    return at.truncatedTo(ChronoUnit.MILLIS);
  }
}
