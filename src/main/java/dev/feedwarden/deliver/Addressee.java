package dev.feedwarden.deliver;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Somebody who is to be told: what about, and by which way. */
public record Addressee(String name, Wants wants, Way way) {
  /** What anybody may know who may read. */
  public Map<String, Object> shown() {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("name", name);
    fields.put("kind", way.kind());
    fields.put("place", way.place());
    fields.put(
        "events",
        sorted(
            Stream.concat(wants.topics().stream().map(Topic::wire), wants.kinds().stream())
                .toList()));
    fields.put("tags", sorted(wants.tags()));
    fields.put("sources", sorted(wants.sources().stream().map(Object::toString).toList()));
    return fields;
  }

  private static List<String> sorted(Collection<String> words) {
    return words.stream().sorted().toList();
  }
}
