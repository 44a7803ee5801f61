package dev.feedwarden.poll;

import dev.feedwarden.model.MoveCandidate;
import dev.feedwarden.model.Poll;
import dev.feedwarden.policy.Moves;
import dev.feedwarden.store.Moving;
import dev.feedwarden.store.Moving.Moved;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets feeds follow their redirects, once those have proved themselves. */
record Followed(Moving moving) {
  private static final Logger LOG = LoggerFactory.getLogger(Followed.class);

  /** After the poll's own transaction: what is missed now is seen again by the next poll. */
  void sighted(Poll poll, MoveCandidate move) {
    var source = poll.claimAfter().source();
    var now = poll.visit().endedAt();
    if (move.sightings() == 1 && Moves.isDoubtful(move)) {
      moving.doubt(source, move, now);
      LOG.atWarn()
          .addKeyValue("source_id", source.id().value())
          .addKeyValue("moved_to", move.to().masked())
          .addKeyValue("evidence", move.evidence())
          .log("feed redirects to something else");
    }
    if (!Moves.isProven(source, move, now)) {
      return;
    }
    var line =
        LOG.atInfo()
            .addKeyValue("source_id", source.id().value())
            .addKeyValue("feed_url", source.feed().masked())
            .addKeyValue("moved_to", move.to().masked());
    switch (moving.adopt(source, move, now)) {
      case Moved.To _ -> line.log("feed moved");
      case Moved.Merged(var into) ->
          line.addKeyValue("merged_into", into.value()).log("feed moved");
      case Moved.Distrusted _, Moved.Unchanged _, Moved.Stale _ -> {}
    }
  }
}
