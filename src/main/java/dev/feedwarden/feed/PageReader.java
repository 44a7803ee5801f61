package dev.feedwarden.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.model.Budget;
import dev.feedwarden.model.PageContent;
import dev.feedwarden.model.WebUrl;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jspecify.annotations.Nullable;

/** Reads a web page: what it is about, and its main text without all that stands around it. */
public final class PageReader {
  private static final int LARGEST = 2 << 20;
  private static final int MOST_TAGS = 15_000; // deep nesting costs the parser quadratic time
  private static final int LOOK_AT = 1_024;
  private static final Pattern CHARSET =
      Pattern.compile("(?i);\\s*charset\\s*=\\s*[\"']?([a-z0-9_:.-]{1,40})");

  private PageReader() {}

  /** What came of reading. */
  public sealed interface Read {
    /**
     * A page.
     *
     * @param noindex whether it asks not to be kept
     */
    record Good(PageContent content, boolean noindex) implements Read {}

    /** Bytes that are no text, or took too long. */
    record Unreadable() implements Read {}
  }

  /**
   * Reads a page.
   *
   * @param contentType as the server sent it
   * @param robot the name that rules for us alone would have
   */
  public static Read read(
      byte[] body, @Nullable String contentType, WebUrl url, String robot, Budget budget) {
    if (isBinary(body)) {
      return new Read.Unreadable();
    }
    var document = parsed(body, contentType, url);
    var named = document.selectFirst("base[href]");
    var base = named == null ? url : DocumentBase.of(url, named.attr("href"));
    var noindex =
        document.select("meta[name]").stream()
            .filter(meta -> isFor(meta.attr("name"), robot))
            .anyMatch(meta -> forbidsKeeping(meta.attr("content")));
    var facts = new PageFacts(document, base).read();
    var main = new MainText(document, facts.title(), budget).find();
    if (main == null
        || !(Sanitizer.clean(main.html(), base, budget) instanceof Sanitizer.Result.Safe safe)) {
      return new Read.Unreadable();
    }
    return new Read.Good(new PageContent(facts, safe.html(), main.text()), noindex);
  }

  private static boolean isFor(String name, String robot) {
    return name.equalsIgnoreCase("robots") || name.equalsIgnoreCase(robot);
  }

  /**
   * Whether directives, in a page or in {@code X-Robots-Tag}, ask not to keep it. Those for another
   * robot begin with its name and a colon.
   */
  public static boolean forbidsKeeping(String directives, String robot) {
    var colon = directives.indexOf(':');
    var before = colon < 0 ? "" : directives.substring(0, colon).strip().toLowerCase(Locale.ROOT);
    var named = !before.isEmpty() && !before.contains(",") && !before.contains(" ");
    if (named && !DIRECTIVES_WITH_VALUE.matcher(before).matches()) {
      return before.equalsIgnoreCase(robot) && forbidsKeeping(directives.substring(colon + 1));
    }
    return forbidsKeeping(directives);
  }

  private static final Pattern DIRECTIVES_WITH_VALUE = Pattern.compile("max-.*|unavailable_after");

  private static boolean forbidsKeeping(String directives) {
    return Arrays.stream(directives.toLowerCase(Locale.ROOT).split(",", 50))
        .map(String::strip)
        .anyMatch(word -> word.equals("noindex") || word.equals("none"));
  }

  // Text has no such byte, unless each character takes two or four of them.
  private static boolean isBinary(byte[] body) {
    var wide = body.length > 1 && ((body[0] & 0xFF) >= 0xFE && (body[1] & 0xFF) >= 0xFE);
    for (int i = 0; i < Math.min(body.length, LOOK_AT) && !wide; i++) {
      if (body[i] == 0) {
        return true;
      }
    }
    return false;
  }

  private static Document parsed(byte[] body, @Nullable String contentType, WebUrl url) {
    try (var in = new ByteArrayInputStream(body, 0, end(body))) {
      return Jsoup.parse(in, charset(contentType), url.text());
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  // Nothing lets the page say it itself.
  private static @Nullable String charset(@Nullable String contentType) {
    var named = contentType == null ? null : CHARSET.matcher(contentType);
    if (named == null || !named.find()) {
      return null;
    }
    try {
      return Charset.isSupported(named.group(1)) ? named.group(1) : UTF_8.name();
    } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
      return null;
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
}
