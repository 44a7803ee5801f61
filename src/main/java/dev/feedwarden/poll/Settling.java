package dev.feedwarden.poll;

import dev.feedwarden.model.Blame;
import dev.feedwarden.model.HostMemory;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Trouble;
import dev.feedwarden.policy.Evidence.Settled;
import dev.feedwarden.policy.Evidence.Waiting;
import dev.feedwarden.policy.Policy;
import dev.feedwarden.policy.Policy.Moment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts or forgives failures that waited for evidence. */
record Settling(Reach reach, Policy policy) {
  // What the store refuses then is not tried again: uncounted, it stays pending in history.
  void settle(Settled<Poll> due) {
    if (!due.forgiven().isEmpty()) {
      reach.recording().forgive(due.forgiven().stream().map(Waiting::poll).toList());
      due.forgiven().forEach(one -> reach.tally().forgiven(one.poll()));
    }
    if (!due.counted().isEmpty()) {
      count(due.counted());
    }
  }

  /** A failure that is to be counted, and what it has found out about its host. */
  private record Proven(Poll poll, @Nullable Trouble trouble) {}

  private void count(List<Waiting<Poll>> pending) {
    var proven = pending.stream().map(one -> proven(one.poll())).toList();
    // First: what fails after the settlement would have it all counted twice.
    proven.forEach(this::tellOfHost);
    var settlements = reach.recording().settle(proven.stream().map(Proven::poll).toList());
    for (int i = 0; i < proven.size(); i++) {
      var poll = proven.get(i).poll();
      switch (settlements.get(i)) {
        case Poll.Settlement.NotYet _ -> reach.witness().hold(pending.get(i));
        case Poll.Settlement.Done(var receipt) -> {
          reach.tally().settled(poll, receipt);
          PollLog.settled(poll, receipt, policy.table(poll.claim().source()));
        }
      }
    }
  }

  private void tellOfHost(Proven proven) {
    var trouble = proven.trouble();
    var lease = proven.poll().claim().lease();
    if (trouble != null
        && reach
            .recording()
            .troubled(lease.host(), trouble, trouble.since().plus(policy.hosts().firstProbe()))) {
      PollLog.host(lease, new HostMemory(lease.memory().pace(), trouble));
    }
  }

  // As it would have been, had we known at once: the feed's own, or its host's.
  private Proven proven(Poll pending) {
    var claim = pending.claimAfter();
    var now = pending.visit().endedAt();
    var at = Moment.of(claim.source().id(), now);
    if (!(pending.outcome() instanceof Outcome.Failed failed)) {
      return new Proven(pending, null);
    }
    var own = failed.of(Blame.FEED);
    var finding = new Neighbours(reach.recording(), policy).health(claim, own, now);
    var outcome = finding.isHosts() ? failed.of(Blame.HOST) : own;
    return new Proven(
        new Poll(claim, outcome, policy.next(claim, outcome, at), pending.visit()),
        finding.trouble());
  }
}
