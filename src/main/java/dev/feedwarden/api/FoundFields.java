package dev.feedwarden.api;

import dev.feedwarden.feed.Item;
import dev.feedwarden.poll.Discovery.Found;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A feed that was found, as commands and the API show it. */
public final class FoundFields {
  private FoundFields() {}

  public static Map<String, Object> of(Found found) {
    var title = found.feed().channel().names().title();
    var latest = latest(found);
    var fields = new LinkedHashMap<String, Object>();
    fields.put("url", found.url().masked());
    if (title != null) {
      fields.put("title", title);
    }
    fields.put("format", found.feed().format().wire());
    fields.put("items", found.feed().items().size());
    if (latest != null) {
      fields.put("latest", latest.toString());
    }
    fields.put("found", found.how().wire());
    return fields;
  }

  /** When its newest item appeared or changed. */
  public static @Nullable Instant latest(Found found) {
    return found.feed().items().stream()
        .map(Item::dates)
        .flatMap(dates -> Stream.of(dates.published(), dates.updated()).filter(Objects::nonNull))
        .max(Comparator.naturalOrder())
        .orElse(null);
  }
}
