package dev.feedwarden.api.pages;

import dev.feedwarden.model.Repair;
import dev.feedwarden.store.MoveLog;
import dev.feedwarden.store.Registered;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a source's feed went, and where it is said to be going.
 *
 * @param mergedInto the id of the source that has its feed now
 * @param proposed where it may be, if it is gone
 * @param isUndoable whether there is a move to take back
 */
public record Whereabouts(
    @Nullable Candidate candidate,
    @Nullable String mergedInto,
    @Nullable Candidate proposed,
    List<Move> moves,
    boolean isUndoable) {
  /** A target that is not believed yet. */
  public record Candidate(String to, String evidence) {}

  /** One move. */
  public record Move(When at, String state, String from, String to, String words) {}

  static @Nullable Whereabouts of(
      Registered found, List<Repair> proposed, List<MoveLog.Entry> moves, Instant now) {
    var move = found.state().move();
    if (move == null && moves.isEmpty() && proposed.isEmpty()) {
      return null;
    }
    return new Whereabouts(
        move == null
            ? null
            : new Candidate(
                Remote.line(move.to().masked(), 300), Remote.line(move.evidence(), 300)),
        found.mergedInto() == null ? null : found.mergedInto().value(),
        proposed.stream()
            .findFirst()
            .map(
                one ->
                    new Candidate(
                        Remote.line(one.to().masked(), 300),
                        Remote.line(
                            one.proof().confidence() + " % sure: " + one.proof().text(), 300)))
            .orElse(null),
        moves.stream().map(entry -> move(entry, now)).toList(),
        moves.stream().anyMatch(entry -> entry.state().equals("done")));
  }

  private static Move move(MoveLog.Entry entry, Instant now) {
    var ground = entry.ground();
    return new Move(
        When.of(entry.at(), now),
        entry.state(),
        Remote.line(entry.from().masked(), 300),
        Remote.line(entry.to().masked(), 300),
        Remote.line(ground.how() + " by " + ground.by() + ": " + ground.evidence(), 400));
  }
}
