package dev.feedwarden.policy;

import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.Remark;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What stands where a feed should be, when it is a web page. */
public final class Masquerade {
  /** What the pages of those hold who keep a domain to sell it, in lower case. */
  private static final List<Pattern> PARKING =
      List.of(
          mark("sedoparking\\.com"),
          mark("parkingcrew\\.(?:com|net)"),
          mark("parklogic\\.com"),
          mark("bodis\\.com/"),
          mark("above\\.com/marketplace"),
          mark("hugedomains\\.com"),
          mark("afternic\\.com/forsale"),
          mark("dan\\.com/buy-domain"),
          mark("window\\.park ?="),
          mark("data-adblockkey"),
          mark("this domain (?:name )?(?:is|may be) (?:available )?for sale"),
          mark("(?:buy|purchase|acquire) this domain"),
          mark("(?:the )?domain [a-z0-9.-]+ (?:is|may be) for sale"),
          mark("diese domain (?:steht zum verkauf|kaufen)"),
          mark("this domain (?:name )?(?:is parked|has expired|is registered at)"),
          mark("domain (?:is )?parked (?:by|free|with)"));

  private Masquerade() {}

  private static Pattern mark(String regex) {
    return Pattern.compile(regex);
  }

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
