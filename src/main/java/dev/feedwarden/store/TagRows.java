package dev.feedwarden.store;

import static java.util.stream.Collectors.joining;

import dev.feedwarden.model.Label;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Tag;
import java.util.List;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The tags of a source as rows; each has the source's name too, the order in which lists are read.
 */
final class TagRows {
  private TagRows() {}

  static List<Tag> read(@Nullable String joined) {
    return joined == null ? List.of() : Stream.of(joined.split(",")).map(Tag::new).toList();
  }

  /** All tags in one column, as rows of sources have them; no tag has a comma. */
  static @Nullable String joined(Label label) {
    return label.tags().isEmpty()
        ? null
        : label.tags().stream().map(Tag::value).collect(joining(","));
  }

  static void replace(Handle h, SourceId source, Label before, Label label) {
    if (label.tags().equals(before.tags()) && label.name().equals(before.name())) {
      return;
    }
    h.createUpdate("DELETE FROM source_tags WHERE source_id = :id")
        .bind("id", source.value())
        .execute();
    add(h, source, label);
  }

  static void add(Handle h, SourceId source, Label label) {
    for (var tag : label.tags()) {
      h.createUpdate("INSERT INTO source_tags (source_id, tag, name) VALUES (:id, :tag, :name)")
          .bind("id", source.value())
          .bind("tag", tag.value())
          .bind("name", label.name())
          .execute();
    }
  }
}
