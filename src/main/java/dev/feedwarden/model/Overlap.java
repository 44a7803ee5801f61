package dev.feedwarden.model;

/**
 * How many entries of a document are known from before.
 *
 * @param of how many entries the document has; 0 if nobody could compare
 */
public record Overlap(int common, int of) {
  public static final Overlap NONE = new Overlap(0, 0);

  public Overlap {
    if (common < 0 || common > of) {
      throw new IllegalArgumentException(common + " of " + of);
    }
  }

  /** A document of which all is known. */
  public static Overlap whole(int entries) {
    return new Overlap(entries, entries);
  }

  /** Whether there was something to compare. */
  public boolean isMeasured() {
    return of > 0;
  }

  /** Whether at least half of it is known. */
  public boolean isHalf() {
    return isMeasured() && 2L * common >= of;
  }

  /** In words. */
  public String text() {
    return common + " of " + of + " entries in common";
  }
}
