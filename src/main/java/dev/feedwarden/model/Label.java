package dev.feedwarden.model;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What a source is called and what people wrote beside it. */
public record Label(String name, SortedSet<Tag> tags, @Nullable String notes) {
  public static final int MOST_TAGS = 50;
  public static final int LONGEST_NOTES = 10_000;

  public Label {
    if (tags.size() > MOST_TAGS) {
      throw new IllegalArgumentException("more than " + MOST_TAGS + " tags");
    }
    tags = Collections.unmodifiableSortedSet(new TreeSet<>(tags));
  }

  public Label(String name, Collection<Tag> tags, @Nullable String notes) {
    this(name, new TreeSet<>(tags), notes);
  }

  /** A name alone. */
  public Label(String name) {
    this(name, List.of(), null);
  }
}
