package dev.feedwarden.feed;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.WebUrl;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Whose feed a document is: the host of the page it belongs to, else the one of most entries. */
public final class Home {
  private Home() {}

  public static Optional<HostKey> of(Reading.Feed feed) {
    return Stream.ofNullable(feed.channel().places().site())
        .flatMap(Home::host)
        .findFirst()
        .or(() -> ofMost(feed));
  }

  private static Optional<HostKey> ofMost(Reading.Feed feed) {
    return feed.items().stream()
        .map(item -> item.links().page())
        .filter(Objects::nonNull)
        .flatMap(Home::host)
        .collect(groupingBy(host -> host, counting()))
        .entrySet()
        .stream()
        // Of two with as many entries always the same.
        .max(
            Map.Entry.<HostKey, Long>comparingByValue()
                .thenComparing(entry -> entry.getKey().value(), Comparator.reverseOrder()))
        .map(Map.Entry::getKey);
  }

  private static Stream<HostKey> host(@Nullable String link) {
    return link != null && WebUrl.parse(link) instanceof WebUrl.Parsed.Good(var url)
        ? Stream.of(url.hostKey())
        : Stream.empty();
  }
}
