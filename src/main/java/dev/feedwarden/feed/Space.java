package dev.feedwarden.feed;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The XML vocabularies that mean something in a feed. */
enum Space {
  PLAIN(
      "",
      "http://purl.org/rss/1.0",
      "http://my.netscape.com/rdf/simple/0.9",
      "http://channel.netscape.com/rdf/simple/0.9",
      "http://backend.userland.com/rss2",
      "http://backend.userland.com/rss",
      "http://blogs.law.harvard.edu/tech/rss"),
  ATOM("atom", "http://www.w3.org/2005/atom", "http://purl.org/atom/ns"),
  RDF("rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns"),
  DC("dc", "http://purl.org/dc/elements/1.1", "http://purl.org/dc/elements/1.0"),
  TERMS("dcterms", "http://purl.org/dc/terms"),
  CONTENT("content", "http://purl.org/rss/1.0/modules/content"),
  ITUNES(
      "itunes",
      "http://www.itunes.com/dtds/podcast-1.0.dtd",
      "http://example.com/dtds/podcast-1.0.dtd"),
  MEDIA("media", "http://search.yahoo.com/mrss", "http://www.rssboard.org/media-rss"),
  PODCAST(
      "podcast",
      "https://podcastindex.org/namespace/1.0",
      "https://github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md"),
  SYNDICATION("sy", "http://purl.org/rss/1.0/modules/syndication"),
  COMMENTS("wfw", "http://wellformedweb.org/commentapi"),
  XHTML("xhtml", "http://www.w3.org/1999/xhtml"),
  OTHER("?");

  private static final Map<String, Space> BY_URI =
      Stream.of(values())
          .flatMap(space -> Stream.of(space.uris).map(uri -> Map.entry(uri, space)))
          .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
  private static final Map<String, Space> BY_PREFIX =
      Stream.of(values()).collect(Collectors.toUnmodifiableMap(s -> s.prefix, s -> s));

  private final String prefix;

  @SuppressWarnings("ImmutableEnumChecker") // never handed out, never written
  private final String[] uris;

  Space(String prefix, String... uris) {
    this.prefix = prefix;
    this.uris = uris;
  }

  /** The vocabulary of a prefix; without a declaration the usual meaning of the prefix holds. */
  static Space of(String prefix, @Nullable String uri) {
    if (uri == null || uri.isBlank()) {
      return BY_PREFIX.getOrDefault(prefix.toLowerCase(Locale.ROOT), OTHER);
    }
    var known = BY_URI.get(tidy(uri));
    // A default namespace nobody knows was meant to be RSS or Atom by whoever wrote it.
    return known != null ? known : prefix.isEmpty() ? PLAIN : OTHER;
  }

  private static String tidy(String uri) {
    var end = uri.strip().toLowerCase(Locale.ROOT);
    return end.endsWith("/") || end.endsWith("#") ? end.substring(0, end.length() - 1) : end;
  }
}
