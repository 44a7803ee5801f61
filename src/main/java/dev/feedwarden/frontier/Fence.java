package dev.feedwarden.frontier;

import dev.feedwarden.fetch.Hops;
import dev.feedwarden.model.WebUrl;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * Keeps a fetch where the rules that were looked at hold: on one origin, and where they allow it.
 * What leads elsewhere is asked there in its turn, with that host's lease and by its rules.
 *
 * @param isAnothers whether an address is another page's, which need not be asked for twice
 */
record Fence(WebUrl at, RobotRules rules, Predicate<WebUrl> isAnothers) implements Hops {
  @Override
  public boolean mayFollow(WebUrl to) {
    return to.isOfOrigin(at) && rules.allows(to) && !isAnothers.test(to);
  }

  @Override
  public Leave ask(WebUrl to) {
    return new Leave.Refused(Duration.ZERO); // never asked: see above
  }
}
