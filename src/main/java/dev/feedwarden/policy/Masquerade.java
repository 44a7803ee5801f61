package dev.feedwarden.policy;

import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.Remark;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What stands where a feed should be, when it is a web page. */
public final class Masquerade {
  /** What the pages of those hold who keep a domain to sell it, in lower case. */
  private static final List<Pattern> PARKING =
      Stream.of(
              "sedoparking\\.com",
              "parkingcrew\\.(?:com|net)",
              "parklogic\\.com",
              "bodis\\.com/",
              "above\\.com/marketplace",
              "hugedomains\\.com",
              "afternic\\.com/forsale",
              "dan\\.com/buy-domain",
              "window\\.park ?=",
              "data-adblockkey",
              "this domain (?:name )?(?:is|may be) (?:available )?for sale",
              "(?:buy|purchase|acquire) this domain",
              "(?:the )?domain [a-z0-9.-]+ (?:is|may be) for sale",
              "diese domain (?:steht zum verkauf|kaufen)",
              "this domain (?:name )?(?:is parked|has expired|is registered at)",
              "domain (?:is )?parked (?:by|free|with)")
          .map(Pattern::compile)
          .toList();

  private Masquerade() {}

  /**
   * What to say of an answer that is no feed.
   *
   * @param wasFeed whether a feed has come from there before
   */
  public static Optional<Remark> of(Answered answer, boolean wasFeed) {
    if (!BotWall.isPage(answer)) {
      return Optional.empty();
    }
    var text = BotWall.beginning(answer);
    var parked = PARKING.stream().anyMatch(mark -> mark.matcher(text).find());
    return parked
        ? Optional.of(Remark.PARKED)
        : wasFeed ? Optional.of(Remark.WEB_PAGE) : Optional.empty();
  }
}
