package dev.feedwarden.poll;

import dev.feedwarden.model.Claim;
import dev.feedwarden.model.Domain;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.policy.Evidence;
import dev.feedwarden.policy.Evidence.Outage;
import dev.feedwarden.policy.Evidence.Settled;
import dev.feedwarden.policy.Evidence.Sighting;
import dev.feedwarden.policy.Evidence.Waiting;
import dev.feedwarden.policy.Sign;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** The evidence of one worker, shared by all its polls. */
public final class Witness {
  private final Evidence<Poll> evidence = new Evidence<>();
  private final Function<HostKey, Domain> domains;

  public Witness(Function<HostKey, Domain> domains) {
    this.domains = domains;
  }

  Function<HostKey, Domain> domains() {
    return domains;
  }

  /** A poll as it is seen from here; times are by the reach's time. */
  Sighting sighting(Claim claim, Sign sign, long began, long ended) {
    return new Sighting(
        claim.source().id(),
        domains.apply(claim.source().feed().hostKey()),
        Duration.ofNanos(began),
        Duration.ofNanos(ended),
        claim.state().health().consecutiveErrors() == 0,
        sign);
  }

  /** Takes a poll into account, and says whose failure it was if it failed. */
  synchronized Outcome judged(Outcome outcome, Sighting seen) {
    evidence.see(seen);
    return outcome instanceof Outcome.Failed failed ? failed.of(evidence.blame(seen)) : outcome;
  }

  synchronized void hold(Waiting<Poll> pending) {
    evidence.hold(pending);
  }

  synchronized Settled<Poll> settle() {
    return evidence.settle();
  }

  synchronized Settled<Poll> finish() {
    return evidence.finish();
  }

  synchronized Optional<Outage> outage() {
    return evidence.outage();
  }

  synchronized boolean wantsCanary(long now) {
    return evidence.wantsCanary(Duration.ofNanos(now));
  }

  synchronized Optional<SourceId> canary() {
    return evidence.canary();
  }
}
