package dev.feedwarden.lab.sim;

import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Claim;
import dev.feedwarden.model.DisableBudget;
import dev.feedwarden.model.FeedState;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.FeedState.Visits;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.Health.LastError;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.Lease;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Poll.Receipt;
import dev.feedwarden.model.Poll.Receipt.Stored;
import dev.feedwarden.model.Siblings;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Transition;
import dev.feedwarden.model.Trouble;
import dev.feedwarden.poll.Recording;
import dev.feedwarden.store.Registered;
import dev.feedwarden.store.Turns;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory that keeps the rules of the SQL one: leases, fences, fair order, the cap. The
 * contract tests hold the two together.
 */
final class ModelStore implements Recording {
  /** A change of standing, as the audit has it. */
  record Change(SourceId source, Instant at, String kind) {}

  /** Sees what is written. */
  interface Witness {
    void committed(Poll poll, Receipt receipt);

    /** A worker says that it reaches nobody, or that it does again. */
    void told(boolean down);
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

  /** The store as one worker sees it. */
  Turns worker() {
    return new ModelTurns(this);
  }

  Instant now() {
    return clock.get();
  }

  void tell(boolean down) {
    witness.told(down);
  }

  List<Lease> turn(List<Turns.Return> back, int most, Instant now) {
    back.stream()
        .filter(one -> !one.isGiven())
        .forEach(one -> hosts.release(one, due(one.lease().host())));
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

  Optional<Claim> claim(Lease lease) {
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

  private static final Set<NextPoll.Reason> ONLY_RHYTHM =
      EnumSet.of(
          NextPoll.Reason.FIRST,
          NextPoll.Reason.ASKED,
          NextPoll.Reason.INTERVAL,
          NextPoll.Reason.LEARNED,
          NextPoll.Reason.HINT);

  Optional<Claim> canary(SourceId id, Instant now) {
    var row = find(id);
    return row.source().settings().enabled()
            && row.source().standing() instanceof Standing.Active
            && ONLY_RHYTHM.contains(row.state().next().reason())
        ? hosts
            .take(row.source().feed().hostKey(), now)
            .map(lease -> new Claim(lease, row.source(), row.state()))
        : Optional.empty();
  }

  @Override
  public Receipt commit(Poll poll, Turns.@Nullable Return back) {
    var receipt = written(poll);
    if (back != null) {
      hosts.release(back, due(back.lease().host()));
    }
    witness.committed(poll, receipt);
    return receipt;
  }

  private Receipt written(Poll poll) {
    return isOurs(poll) ? written(poll, articles.store(poll)) : new Receipt.Superseded();
  }

  private Receipt written(Poll poll, Stored stored) {
    if (isRationed(poll)
        && ask(poll.visit().endedAt()) instanceof DisableBudget.Answer.Refused(_, var first)) {
      write(poll.held());
      changes.add(new Change(poll.claim().source().id(), poll.visit().endedAt(), "held"));
      return new Receipt.Held(stored, first);
    }
    write(poll);
    return stored;
  }

  @Override
  public List<Poll.Settlement> settle(List<Poll> counted) {
    return counted.stream().map(this::settle).toList();
  }

  private Poll.Settlement settle(Poll poll) {
    var host = poll.claim().lease().host();
    if (!isLatest(poll)) {
      return new Poll.Settlement.Done(new Receipt.Superseded());
    }
    if (hosts.isLeased(host, now())) {
      return new Poll.Settlement.NotYet();
    }
    var receipt = written(poll, new Stored(0, 0, 0));
    hosts.dueAnew(host, due(host));
    witness.committed(poll, receipt);
    return new Poll.Settlement.Done(receipt);
  }

  private boolean isLatest(Poll poll) {
    var row = find(poll.claim().source().id());
    return row.source().revision() == poll.claim().source().revision()
        && poll.visit().endedAt().equals(row.state().visits().lastPolledAt());
  }

  @Override
  public Siblings siblings(Claim claim, Instant since) {
    return ModelSiblings.of(sources(claim.lease().host()), claim, ms(since));
  }

  @Override
  public boolean troubled(HostKey host, Trouble trouble, Instant readyAt) {
    return hosts.troubled(host, trouble, readyAt);
  }

  @Override
  public void forgive(List<Poll> pending) {
    for (var poll : pending) {
      var row = find(poll.claim().source().id());
      var health = row.state().health();
      var last = health.lastError();
      if (last != null
          && last.blame() == Blame.PENDING
          && poll.visit().endedAt().equals(row.state().visits().lastPolledAt())) {
        var ours = new LastError(last.type(), last.message(), last.outage(), Blame.US);
        rows.put(row.source().id(), new Registered(row.source(), with(row.state(), ours)));
      }
    }
  }

  private static FeedState with(FeedState state, LastError last) {
    var health = state.health();
    return new FeedState(
        state.snapshot(),
        new Health(
            health.consecutiveErrors(),
            health.errorCount(),
            health.streak(),
            health.repeats(),
            last),
        state.visits(),
        state.next(),
        state.move());
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
            snapshot(poll),
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

  private static Snapshot snapshot(Poll poll) {
    var old = poll.claim().state().snapshot();
    return switch (poll.outcome()) {
      case Outcome.Fresh(_, var snapshot) -> snapshot;
      case Outcome.NotModified(var validators, var rhythm) ->
          old.confirmed(validators, rhythm, poll.visit().endedAt());
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
