package dev.feedwarden.feed;

/**
 * What did not survive the reading, counted.
 *
 * @param recovered whether the document was cut or broken; complete items are kept
 * @param items complete items past the cap
 * @param fields fields cut at their cap
 * @param children elements of one item past their cap: tags, authors, enclosures
 */
public record Losses(boolean recovered, int items, int fields, int children) {
  /** A document read whole. */
  public static final Losses NONE = new Losses(false, 0, 0, 0);
}
