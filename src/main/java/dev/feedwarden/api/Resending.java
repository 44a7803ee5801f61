package dev.feedwarden.api;

import dev.feedwarden.deliver.Verdict;
import dev.feedwarden.store.DeadLetters;

/** Sends something to a destination because a person wants to see what comes of it. */
public final class Resending {
  private final Parts parts;
  private final DeadLetters letters;

  public Resending(Parts parts) {
    this.parts = parts;
    this.letters = new DeadLetters(parts.database());
  }

  /** A message that is only there to see whether it comes through. */
  public Verdict test(Request request) throws InterruptedException {
    var name = request.path().getOrDefault("id", "");
    return parts.outbound().tell(name, parts.database().now()).orElseThrow(Refusal::notFound);
  }

  /** A dead letter, which is forgotten when it is taken. */
  public Verdict replay(Request request) throws InterruptedException {
    var letter = letters.find(request.row("a dead letter's")).orElseThrow(Refusal::notFound);
    var verdict =
        parts
            .outbound()
            .again(letter.destination(), letter.letter())
            .orElseThrow(Refusal::notFound);
    if (verdict instanceof Verdict.Delivered) {
      letters.remove(letter.id());
    }
    return verdict;
  }
}
