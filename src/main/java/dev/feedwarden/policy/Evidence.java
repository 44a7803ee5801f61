package dev.feedwarden.policy;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Domain;
import dev.feedwarden.model.SourceId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Whether a failure may be our own: what one worker has seen of the world lately. A failure that
 * may be ours is counted only after another domain has shown that our line works; when nobody shows
 * it and many fail, it is our line that is down. All times are by the worker's own clock, which
 * only goes forward.
 *
 * @param <P> what waits for evidence
 */
public final class Evidence<P> {
  static final Duration WINDOW = Duration.ofMinutes(2);
  static final Duration LONGEST_WINDOW = Duration.ofHours(1);
  static final int LEAST_DOMAINS = 20;
  static final int LEAST_SUSPECTS = 3;
  static final int ONE_IN = 5;
  static final int SAME_PAGES = 3;
  static final int MOST_WAITING = 10_000;
  static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Map<Domain, Duration> polled = new LinkedHashMap<>();
  private final Map<Domain, Sighting> suspects = new LinkedHashMap<>();
  private final Map<SourceId, Waiting<P>> waiting = new LinkedHashMap<>();
  private final Canaries canaries = new Canaries();
  private @Nullable Success last;
  private @Nullable Success lastElsewhere;
  private @Nullable Outage outage;
  private @Nullable Duration cleared;

  /**
   * One poll, as far as it is evidence.
   *
   * @param wasFine whether the feed had no errors before; what was broken anyway says nothing
   */
  public record Sighting(
      SourceId source, Domain domain, Duration began, Duration ended, boolean wasFine, Sign sign) {}

  /** A failure that nobody is blamed for yet. */
  public record Waiting<P>(Sighting sighting, P poll) {}

  /**
   * Our line is down.
   *
   * @param words why we think so
   */
  public record Outage(Duration since, String words) {}

  /** What need not wait any longer: to be counted against its feed, or to be forgiven as ours. */
  public record Settled<P>(List<Waiting<P>> counted, List<Waiting<P>> forgiven) {
    public Settled {
      counted = List.copyOf(counted);
      forgiven = List.copyOf(forgiven);
    }
  }

  private record Success(Domain domain, Duration ended) {
    boolean vouchesFor(Domain failed, Duration since) {
      return !domain.equals(failed) && ended.compareTo(since) > 0;
    }
  }

  /** Takes a poll into account. */
  public void see(Sighting seen) {
    polled.remove(seen.domain());
    polled.put(seen.domain(), seen.ended());
    waiting.remove(seen.source()); // only the latest of a feed counts
    trim(seen.ended());
    switch (seen.sign()) {
      case Sign.Good _ -> {
        succeeded(seen.domain(), seen.ended());
        canaries.succeeded(seen.domain(), seen.source());
      }
      case Sign.Suspect _, Sign.Page _ -> suspect(seen);
      case Sign.Silent _ -> {}
    }
  }

  private void trim(Duration now) {
    for (var oldest = polled.entrySet().iterator(); oldest.hasNext(); ) {
      var one = oldest.next();
      var age = now.minus(one.getValue());
      var old = age.compareTo(WINDOW) > 0 && polled.size() > LEAST_DOMAINS;
      if (!old && age.compareTo(LONGEST_WINDOW) <= 0) {
        return;
      }
      suspects.remove(one.getKey());
      oldest.remove();
    }
  }

  private void succeeded(Domain domain, Duration ended) {
    var success = new Success(domain, ended);
    if (last == null || ended.compareTo(last.ended()) > 0) {
      lastElsewhere = last == null || last.domain().equals(domain) ? lastElsewhere : last;
      last = success;
    } else if (!last.domain().equals(domain)
        && (lastElsewhere == null || ended.compareTo(lastElsewhere.ended()) > 0)) {
      lastElsewhere = success;
    }
    suspects.values().removeIf(one -> one.ended().compareTo(ended) <= 0);
    if (outage != null && ended.compareTo(outage.since()) > 0) {
      outage = null;
      cleared = ended;
    }
  }

  private void suspect(Sighting seen) {
    var late = last != null && seen.ended().compareTo(last.ended()) <= 0;
    if (!seen.wasFine() || late) {
      return;
    }
    suspects.put(seen.domain(), seen);
    var accusing = accusing();
    if (outage == null && accusing.size() >= Math.max(LEAST_SUSPECTS, share(polled.size()))) {
      outage = new Outage(seen.ended(), words(accusing));
    }
  }

  private static int share(int domains) {
    return (domains + ONE_IN - 1) / ONE_IN;
  }

  // One page instead of a feed is a mistake of its site's; the same from several is somebody's
  // between them and us.
  private List<Sighting> accusing() {
    var pages =
        suspects.values().stream()
            .map(Sighting::sign)
            .filter(Sign.Page.class::isInstance)
            .collect(groupingBy(sign -> sign, counting()));
    Predicate<Sighting> accuses =
        one ->
            !(one.sign() instanceof Sign.Page) || pages.getOrDefault(one.sign(), 0L) >= SAME_PAGES;
    return suspects.values().stream().filter(accuses).toList();
  }

  private String words(List<Sighting> accusing) {
    var causes = accusing.stream().collect(groupingBy(Evidence::reason, TreeMap::new, counting()));
    return accusing.size()
        + " of "
        + polled.size()
        + " domains failed and none answered since: "
        + causes.entrySet().stream()
            .map(one -> one.getKey() + " " + one.getValue())
            .collect(joining(", "));
  }

  private static String reason(Sighting seen) {
    return seen.sign() instanceof Sign.Suspect(var cause) ? cause.wire() : "the same page";
  }

  /** Whose failure it was, as far as is known now. */
  public Blame blame(Sighting failed) {
    if (isOurs(failed)) {
      return Blame.US;
    }
    return switch (failed.sign()) {
      case Sign.Suspect _, Sign.Page _ ->
          isVouchedFor(failed.domain(), failed.ended()) ? Blame.FEED : Blame.PENDING;
      case Sign.Good _, Sign.Silent _ -> Blame.FEED;
    };
  }

  // What began while the line was down may have been spoilt by it, however long it took.
  private boolean isOurs(Sighting failed) {
    return outage != null || (cleared != null && failed.began().compareTo(cleared) < 0);
  }

  // Ended after the failure did: of two polls in flight when the line dies one may yet succeed.
  private boolean isVouchedFor(Domain failed, Duration since) {
    return (last != null && last.vouchesFor(failed, since))
        || (lastElsewhere != null && lastElsewhere.vouchesFor(failed, since));
  }

  /** Lets a failure wait for evidence; the oldest is given up when there are too many. */
  public void hold(Waiting<P> pending) {
    var source = pending.sighting().source();
    var other = waiting.get(source);
    if (other == null || other.sighting().ended().compareTo(pending.sighting().ended()) <= 0) {
      waiting.remove(source);
      waiting.put(source, pending);
    }
    if (waiting.size() > MOST_WAITING) {
      waiting.remove(waiting.keySet().iterator().next());
    }
  }

  /** Takes out all that need not wait any longer. */
  public Settled<P> settle() {
    return settle(one -> isVouchedFor(one.domain(), one.ended()), false);
  }

  /**
   * Takes out all that waits: nothing more will be seen, so that any success elsewhere must do. A
   * line that died on the way has made an outage of the rest, unless that was very short.
   */
  public Settled<P> finish() {
    return settle(one -> anybodyAnswered(one.domain()), true);
  }

  private boolean anybodyAnswered(Domain but) {
    return (last != null && !last.domain().equals(but)) || lastElsewhere != null;
  }

  private Settled<P> settle(Predicate<Sighting> proven, boolean all) {
    var counted = new ArrayList<Waiting<P>>();
    var forgiven = new ArrayList<Waiting<P>>();
    for (var one : waiting.values()) {
      if (isOurs(one.sighting())) {
        forgiven.add(one);
      } else if (proven.test(one.sighting())) {
        counted.add(one);
      } else if (all) {
        forgiven.add(one);
      }
    }
    counted.forEach(one -> waiting.remove(one.sighting().source()));
    forgiven.forEach(one -> waiting.remove(one.sighting().source()));
    return new Settled<>(counted, forgiven);
  }

  /**
   * Whether somebody should be asked out of turn: our line is down, or a failure waits for long.
   */
  public boolean wantsCanary(Duration now) {
    return outage != null
        || (!waiting.isEmpty()
            && !waiting
                .values()
                .iterator()
                .next()
                .sighting()
                .ended()
                .plus(PATIENCE)
                .minus(now)
                .isPositive());
  }

  /** Whom to ask then: somebody who went well lately, and is not himself in doubt. */
  public Optional<SourceId> canary() {
    Predicate<Domain> inDoubt =
        domain ->
            outage == null
                && waiting.values().stream()
                    .anyMatch(one -> one.sighting().domain().equals(domain));
    return canaries.next(inDoubt.negate());
  }

  /** The outage of our own that lasts, if one does. */
  public Optional<Outage> outage() {
    return Optional.ofNullable(outage);
  }
}
