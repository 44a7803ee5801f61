package dev.feedwarden.poll;

import dev.feedwarden.model.Claim;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Siblings;
import dev.feedwarden.policy.HostHealth;
import dev.feedwarden.policy.HostPace;
import dev.feedwarden.policy.HostStep;
import dev.feedwarden.policy.Policy;
import java.time.Instant;

/** Judges a poll by how the other feeds of its host stand. */
record Neighbours(Recording recording, Policy policy) {
  HostStep step(Claim claim, Outcome heard, HostPace.Lesson lesson, Instant now) {
    var since = since(claim, now);
    return HostStep.of(
        policy.hosts(), claim, heard, lesson, others(claim, heard, since), since, now);
  }

  HostHealth.Finding health(Claim claim, Outcome outcome, Instant now) {
    var since = since(claim, now);
    return HostStep.health(
        policy.hosts(), claim, outcome, others(claim, outcome, since), since, now);
  }

  private Instant since(Claim claim, Instant now) {
    var interval = policy.schedule().interval(claim.source().settings().interval());
    return HostStep.since(claim.state(), interval, now);
  }

  // They are of interest only when it may be the host's failure, and is not known to be.
  private Siblings others(Claim claim, Outcome heard, Instant since) {
    return claim.lease().memory().trouble() == null && HostHealth.isSuspect(heard)
        ? recording.siblings(claim, since)
        : Siblings.NONE;
  }
}
