package dev.feedwarden.lab.sim;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A host that answers one request in a while and refuses the others, without a word on when. */
final class Gate implements Site.Nature {
  private final Duration every;
  private @Nullable Duration last;

  Gate(Duration every) {
    this.every = every;
  }

  @Override
  public Reply reply(Site.Ask ask) {
    if (last != null && ask.age().minus(last).compareTo(every) < 0) {
      return Reply.REFUSED;
    }
    last = ask.age();
    return Reply.FINE;
  }
}
