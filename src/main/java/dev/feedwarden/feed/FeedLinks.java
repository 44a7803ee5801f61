package dev.feedwarden.feed;

import dev.feedwarden.feed.Candidate.How;
import dev.feedwarden.model.WebUrl;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/** The feeds that a page names: in its HTTP header, in its head, and among its links. */
public final class FeedLinks {
  private static final int LARGEST = 2 << 20;
  private static final int MOST_TAGS = 30_000; // nested tables cost the parser quadratic time
  private static final int MOST_LINKS = 20;
  private static final int LONGEST_HEADER = 8_192;

  private static final Pattern TYPE =
      Pattern.compile("(?:application|text)/(?:x-)?(?:rss|atom|rdf|feed)(?:\\+?(?:xml|json))?");
  // Types that are a feed's only if the address says so too.
  private static final Set<String> SLOPPY =
      Set.of("text/xml", "application/xml", "application/json", "application/rss xml", "rss", "");
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(?:^|.*[/._-])(?:rss|rss2|atom|rdf|feed|feeds)(?:\\.(?:xml|json|php|aspx?|rdf|atom))?/?"
              + "(?:\\?.*)?|.*\\.(?:rss|atom|rdf)(?:\\?.*)?|.*/feeds?/.*"
              + "|.*[?&](?:feed|format|type|output)=(?:rss2?|atom|rdf|feed|json_?feed)\\b.*"
              + "|.*/(?:index|feed|posts)\\.(?:xml|json)(?:\\?.*)?");
  private static final Pattern WORDS =
      Pattern.compile("(?:.*\\b)?(?:rss|atom|feed|xml feed|web ?feed)(?:\\b.*)?");
  // Readers whose "subscribe" buttons carry a feed's address inside their own.
  private static final Pattern READERS =
      Pattern.compile(
          "(?:.*\\.)?(?:feedly|inoreader|netvibes|newsblur|theoldreader|bloglovin)\\.com");
  private static final Pattern HEADER_LINK =
      Pattern.compile("<([^<>]*)>((?:\\s*;\\s*[a-z*]+\\s*=\\s*(?:\"[^\"]*\"|[^\",;\\s]*)){0,20})");
  private static final Pattern PARAMETER =
      Pattern.compile("([a-z*]+)\\s*=\\s*(?:\"([^\"]*)\"|([^\",;\\s]*))");

  private FeedLinks() {}

  /** What a {@code Link} header names (RFC 8288). */
  public static List<Candidate> inHeader(String header, WebUrl page) {
    var read = Chars.cut(header, LONGEST_HEADER);
    var found = new ArrayList<Candidate>();
    var links = HEADER_LINK.matcher(read);
    while (links.find() && found.size() < MOST_LINKS) {
      var rel = parameter(links.group(2), "rel");
      var type = parameter(links.group(2), "type");
      if (isAlternate(rel) && isFeed(type, links.group(1))) {
        candidate(page, links.group(1), How.HEADER).ifPresent(found::add);
      }
    }
    return found;
  }

  private static String parameter(String parameters, String name) {
    var each = PARAMETER.matcher(parameters);
    while (each.find()) {
      if (each.group(1).equalsIgnoreCase(name)) {
        return each.group(2) == null ? each.group(3) : each.group(2);
      }
    }
    return "";
  }

  /** What a page names, the surest first, in the order of the page. */
  public static List<Candidate> inPage(byte[] body, WebUrl page) {
    var document = parsed(body, page);
    var base = base(document, page);
    return Stream.concat(
            document.select("link[href]").stream()
                .filter(link -> isAlternate(link.attr("rel")))
                .filter(link -> isFeed(link.attr("type"), link.attr("href")))
                .flatMap(link -> candidate(base, link.attr("href"), How.LINK).stream())
                .limit(MOST_LINKS),
            document.select("a[href]").stream()
                .filter(FeedLinks::looksLikeAFeed)
                .flatMap(a -> candidate(base, a.attr("href"), How.ANCHOR).stream())
                .filter(candidate -> !READERS.matcher(candidate.url().host()).matches())
                .limit(MOST_LINKS))
        .distinct()
        .toList();
  }

  private static Document parsed(byte[] body, WebUrl page) {
    try {
      return Jsoup.parse(new ByteArrayInputStream(body, 0, end(body)), null, page.text());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  private static int end(byte[] body) {
    int tags = 0;
    for (int i = 0; i < Math.min(body.length, LARGEST); i++) {
      if (body[i] == '<' && ++tags > MOST_TAGS) {
        return i;
      }
    }
    return Math.min(body.length, LARGEST);
  }

  private static WebUrl base(Document document, WebUrl page) {
    var named = document.selectFirst("base[href]");
    return named == null ? page : DocumentBase.of(page, named.attr("href"));
  }

  private static boolean isAlternate(String rel) {
    var words = Set.of(rel.toLowerCase(Locale.ROOT).strip().split("\\s+"));
    return (words.contains("alternate") || words.contains("alternative") || words.contains("feed"))
        && !words.contains("stylesheet");
  }

  private static boolean isFeed(String type, String address) {
    var plain = type.toLowerCase(Locale.ROOT).replaceFirst(";.*", "").strip();
    return TYPE.matcher(plain).matches() || (SLOPPY.contains(plain) && isFeedAddress(address));
  }

  private static boolean isFeedAddress(String address) {
    return ADDRESS.matcher(address.strip().toLowerCase(Locale.ROOT)).matches();
  }

  private static boolean looksLikeAFeed(Element a) {
    var address = a.attr("href");
    return isFeedAddress(address)
        || TYPE.matcher(a.attr("type").toLowerCase(Locale.ROOT)).matches()
        || says(a.attr("title"))
        || says(a.text());
  }

  // A sentence about feeds is not a link to one.
  private static boolean says(String words) {
    return words.length() <= 30 && WORDS.matcher(words.toLowerCase(Locale.ROOT)).matches();
  }

  private static Optional<Candidate> candidate(WebUrl base, String address, How how) {
    // feed:https://… and feed://… were once made to open a reader.
    var plain =
        address
            .strip()
            .replaceFirst("(?i)^feed:(?=https?:)", "")
            .replaceFirst("(?i)^(?:feed|rss|itpc|pcast)://", "http://");
    var resolved = Links.resolve(base, plain);
    return resolved != null && WebUrl.parse(resolved) instanceof WebUrl.Parsed.Good(var url)
        ? Optional.of(new Candidate(url, how))
        : Optional.empty();
  }
}
