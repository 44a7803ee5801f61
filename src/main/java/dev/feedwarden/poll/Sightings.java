package dev.feedwarden.poll;

import dev.feedwarden.feed.Resemblance;
import dev.feedwarden.model.Change;
import dev.feedwarden.model.Changes;
import dev.feedwarden.model.Claim;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.FetchResult.FetchTrace;
import dev.feedwarden.model.Headline;
import dev.feedwarden.model.MoveCandidate;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Overlap;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Moves;
import dev.feedwarden.policy.Moves.Said;
import java.time.Instant;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** What a poll has seen of a feed's move. */
record Sightings(Reach.Memory memory) {
  /** How many stored articles a document is compared with where its keys say nothing. */
  static final int RECENT = 200;

  @Nullable MoveCandidate after(Claim claim, Outcome outcome, FetchTrace trace, Instant now) {
    var before = claim.state().move();
    var target = Moves.target(claim.source().feed(), trace);
    var overlap = target == null ? Overlap.NONE : overlap(claim, before, target, outcome);
    return Moves.after(before, outcome, target, said(claim, outcome), overlap, now);
  }

  private static Said said(Claim claim, Outcome outcome) {
    if (!(outcome instanceof Outcome.Fresh(_, var snapshot))
        || (snapshot.bodyHash() != null
            && snapshot.bodyHash().equals(claim.state().snapshot().bodyHash()))) {
      return Said.AS_BEFORE;
    }
    var to = snapshot.rhythm().hints().movedTo();
    var isHere = to != null && to.key().equals(claim.source().feed().key());
    return new Said(true, isHere ? null : to);
  }

  // Measured when a target is first seen: later its own entries are known.
  private Overlap overlap(
      Claim claim, @Nullable MoveCandidate before, WebUrl target, Outcome outcome) {
    var isMeasured = before != null && before.to().equals(target) && before.overlap().isMeasured();
    if (isMeasured || claim.state().visits().lastSuccessAt() == null) {
      return Overlap.NONE;
    }
    return switch (outcome) {
      // What is suddenly empty keeps the count of what was there before it.
      case Outcome.Fresh(var changes, var snapshot)
          when changes.all().isEmpty() && snapshot.watch().doubt() != null ->
          Overlap.NONE;
      case Outcome.Fresh(var changes, var snapshot) ->
          changes.all().isEmpty() ? Overlap.whole(snapshot.itemCount()) : overlap(claim, changes);
      case Outcome.NotModified _ -> Overlap.whole(claim.state().snapshot().itemCount());
      case Outcome.Failed _, Outcome.Deferred _ -> Overlap.NONE;
    };
  }

  private Overlap overlap(Claim claim, Changes changes) {
    var unknown = new ArrayList<Headline>();
    for (var change : changes.all()) {
      if (change instanceof Change.Added(var entry)) {
        unknown.add(headline(entry));
      }
    }
    var all = changes.all().size();
    var known = new Overlap(all - unknown.size(), all);
    if (known.isHalf()) {
      return known;
    }
    var alike = new Resemblance(memory.recent(claim.source().id(), RECENT)).among(unknown).size();
    return new Overlap(known.common() + alike, all);
  }

  private static Headline headline(Entry entry) {
    return new Headline(entry.content().title(), entry.content().link(), entry.dates().published());
  }
}
