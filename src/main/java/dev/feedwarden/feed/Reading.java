package dev.feedwarden.feed;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.Entry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What came of reading one document as a feed. */
public sealed interface Reading {
  /**
   * A feed, whole or saved from a broken document.
   *
   * @param entries in the order of the document
   * @param recovered whether the document broke off or was broken; complete items are kept
   * @param dropped complete items that are not among the entries: past the cap, or repeated
   */
  record Feed(
      @Nullable String title,
      @Nullable String siteLink,
      List<Entry> entries,
      boolean recovered,
      int dropped)
      implements Reading {
    public Feed {
      entries = List.copyOf(entries);
    }
  }

  /** Nothing of use; the cause is one of the parse errors. */
  record Unreadable(Cause cause) implements Reading {}
}
