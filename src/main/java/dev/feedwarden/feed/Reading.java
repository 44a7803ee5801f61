package dev.feedwarden.feed;

import dev.feedwarden.model.Cause;
import java.nio.charset.Charset;
import java.util.List;

/** What came of reading one document as a feed. */
public sealed interface Reading {
  /**
   * A feed, whole or saved from a broken document.
   *
   * @param items in the order of the document
   */
  record Feed(Format format, Charset charset, Channel channel, List<Item> items, Losses losses)
      implements Reading {
    public Feed {
      items = List.copyOf(items);
    }
  }

  /** Nothing of use; the cause is one of the parse errors. */
  record Unreadable(Cause cause) implements Reading {}
}
