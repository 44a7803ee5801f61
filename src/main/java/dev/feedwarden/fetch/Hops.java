package dev.feedwarden.fetch;

import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.HostPace.Reaction;
import java.time.Duration;

/** Asks leave of a host that a redirect leads to: it is to be spared like the feed's own. */
public interface Hops {
  /** For who needs no leave. */
  Hops FREE = _ -> new Leave.Granted(_ -> {});

  /** May wait for it a little. */
  Leave ask(WebUrl to) throws InterruptedException;

  /**
   * Whether a redirect is to be followed at all, on the same host or another; if not, the answer is
   * that we refrained there.
   */
  default boolean mayFollow(WebUrl to) {
    return true;
  }

  /** The host's word. */
  sealed interface Leave {
    record Granted(Slot slot) implements Leave {}

    /**
     * Not now.
     *
     * @param delay when asking again makes sense
     */
    record Refused(Duration delay) implements Leave {}
  }

  /** The right to ask one host until it is given back. */
  interface Slot {
    void done(Reaction reaction);
  }
}
