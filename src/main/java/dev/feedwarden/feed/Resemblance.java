package dev.feedwarden.feed;

import dev.feedwarden.model.Headline;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Knows entries again at another address, where neither guids nor links need be the same: by the
 * title together with the date or with the place on the site. A title alone proves nothing.
 */
public final class Resemblance {
  private final Set<String> known = new HashSet<>();

  public Resemblance(Collection<Headline> stored) {
    stored.forEach(headline -> marks(headline).forEach(known::add));
  }

  /** Those that are known, in their order. */
  public List<Headline> among(Collection<Headline> offered) {
    return offered.stream().filter(one -> marks(one).anyMatch(known::contains)).toList();
  }

  private static Stream<String> marks(Headline headline) {
    var title = headline.title().strip().toLowerCase(Locale.ROOT);
    if (title.isEmpty()) {
      return Stream.of();
    }
    var place = place(headline.link());
    var date = headline.published();
    return Stream.concat(
        date == null ? Stream.of() : Stream.of("d" + date + "\0" + title),
        place == null ? Stream.of() : Stream.of("p" + place + "\0" + title));
  }

  // Path and query without the host; a home page is no place.
  private static @Nullable String place(@Nullable String link) {
    if (link == null) {
      return null;
    }
    var path = link.replaceFirst("^(?i)https?://[^/?#]*", "").replaceFirst("#.*$", "");
    var tidy = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    return tidy.isEmpty() || tidy.equals(link) ? null : tidy;
  }
}
