package dev.feedwarden.policy;

import dev.feedwarden.model.Overlap;
import java.util.ArrayList;
import java.util.List;

/**
 * How sure we are that a feed found elsewhere is the one that was lost.
 *
 * @param percent 0 to 100
 * @param reasons what raised or lowered it
 */
public record Confidence(int percent, List<String> reasons) {
  /** What is less sure is not worth a person's time. */
  public static final int WORTH_PROPOSING = 50;

  private static final int FOR_SHARE = 60;
  private static final int ENOUGH = 5;
  private static final int FOR_EACH = 5;
  private static final int FOR_A_SIGN = 5;
  private static final int MOST_FOR_COMMENTS = 30;

  public Confidence {
    reasons = List.copyOf(reasons);
  }

  /**
   * What is known of a candidate beside its entries.
   *
   * @param sameHost whether it is where the lost feed was
   * @param named whether the site or the feed itself names it, and nobody had to guess
   * @param selfAgrees whether the document names this address as its own
   * @param ofComments whether it looks like a feed of comments
   */
  public record Signs(boolean sameHost, boolean named, boolean selfAgrees, boolean ofComments) {}

  /**
   * Entries count most: their share, and up to five of them by their number, as one entry in common
   * may be chance. Nothing makes up for none at all.
   */
  public static Confidence of(Overlap overlap, Signs signs) {
    if (overlap.common() == 0) {
      return new Confidence(0, List.of("no entry in common"));
    }
    var reasons = new ArrayList<String>();
    var percent = FOR_SHARE * overlap.common() / overlap.of();
    percent += FOR_EACH * Math.min(ENOUGH, overlap.common());
    percent += sign(signs.sameHost(), "on the same host", reasons);
    percent += sign(signs.named(), "named by its site or by the feed", reasons);
    percent += sign(signs.selfAgrees(), "says itself that it is there", reasons);
    if (signs.ofComments()) {
      reasons.add("looks like a feed of comments");
      percent = Math.min(percent, MOST_FOR_COMMENTS);
    }
    return new Confidence(percent, reasons);
  }

  private static int sign(boolean speaksForIt, String reason, List<String> reasons) {
    if (speaksForIt) {
      reasons.add(reason);
    }
    return speaksForIt ? FOR_A_SIGN : 0;
  }
}
