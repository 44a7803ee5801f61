package dev.feedwarden.fetch;

import dev.feedwarden.model.WebUrl;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Sees every request that leaves for a server, whatever it is part of; must be quick. */
public interface Onlooker {
  /** For who keeps no books. */
  Onlooker NONE = _ -> _ -> {};

  /** A request leaves; who is told its end is the answer. */
  Ending began(Asked asked);

  /** Is told what came of a request. */
  interface Ending {
    void heard(Heard heard);
  }

  /**
   * A request as it leaves.
   *
   * @param userAgent as it is sent
   * @param conditional whether it asks for what is new only
   * @param onward whether a redirect led here a moment ago
   */
  record Asked(WebUrl url, String userAgent, boolean conditional, boolean onward) {}

  /**
   * What came of it.
   *
   * @param status 0 if there was no answer
   * @param bytes of the body, as they came over the wire
   * @param reached whether the server was asked at all, and its name not only looked up
   */
  record Heard(int status, long bytes, @Nullable Duration retryAfter, boolean reached) {}
}
