package dev.feedwarden.store;

import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Tag;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The tags of a source as rows. */
final class TagRows {
  /** All tags of a source in one column; no tag has a comma. */
  static final String JOINED =
      "(SELECT string_agg(t.tag, ',') FROM source_tags t WHERE t.source_id = s.id) AS tags";

  private TagRows() {}

  static List<Tag> read(@Nullable String joined) {
    return joined == null ? List.of() : Stream.of(joined.split(",")).map(Tag::new).toList();
  }

  static void replace(Handle h, SourceId source, Collection<Tag> tags) {
    h.createUpdate("DELETE FROM source_tags WHERE source_id = :id")
        .bind("id", source.value())
        .execute();
    add(h, source, tags);
  }

  static void add(Handle h, SourceId source, Collection<Tag> tags) {
    for (var tag : tags) {
      h.createUpdate("INSERT INTO source_tags (source_id, tag) VALUES (:id, :tag)")
          .bind("id", source.value())
          .bind("tag", tag.value())
          .execute();
    }
  }
}
