package dev.feedwarden.model;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a document means for the articles stored of its source.
 *
 * @param all in the order of the document
 * @param absent how many entries of the document before are no longer in it
 * @param gap what may be missing between the two
 * @param beats when its source had something new, if it has now
 */
public record Changes(List<Change> all, int absent, @Nullable Gap gap, @Nullable Beats beats) {
  /** A document equal to the one before. */
  public static final Changes NONE = new Changes(List.of(), 0);

  public Changes {
    all = List.copyOf(all);
  }

  /** A document that follows the one before. */
  public Changes(List<Change> all, int absent) {
    this(all, absent, null, null);
  }

  /** The same behind a gap. */
  public Changes behind(Gap found) {
    return new Changes(all, absent, found, beats);
  }

  /** The same with the source's beats. */
  public Changes heard(@Nullable Beats now) {
    return new Changes(all, absent, gap, now);
  }

  /** The entries that are new or changed, in the order of the document. */
  public List<Entry> entries() {
    return all.stream()
        .flatMap(
            change ->
                switch (change) {
                  case Change.Added(var entry) -> Stream.of(entry);
                  case Change.Revised(_, var entry) -> Stream.of(entry);
                  case Change.Refreshed _, Change.Same _ -> Stream.of();
                })
        .toList();
  }
}
