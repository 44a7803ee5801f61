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
import org.jsoup.parser.Parser;
import org.jspecify.annotations.Nullable;

/** Reads a web page: what it is about, and its main text without all that stands around it. */
public final class PageReader {
  private static final int LARGEST = 2 << 20;
  private static final int MOST_TAGS = 100_000; // what the tree takes is many times the page
  private static final int DEEPEST = 256; // elements; what is deeper is put beside
  private static final int LOOK_AT = 1_024;
  private static final int MOST_DIRECTIVES = 50;
  private static final Pattern FOR_A_ROBOT =
      Pattern.compile("\\s*(?!max-|unavailable_after)([a-z0-9_-]+)\\s*:");
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
    var document = parsed(body, contentType, url, budget);
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

  /** Whether {@code X-Robots-Tag} asks a robot not to keep a page: a line for each header. */
  public static boolean forbidsKeeping(String headers, String robot) {
    return headers.lines().anyMatch(line -> forbidsKeepingInLine(line, robot));
  }

  // A name with a colon says for whom all is that follows, up to the next.
  private static boolean forbidsKeepingInLine(String line, String robot) {
    var isForUs = true;
    for (var word : line.toLowerCase(Locale.ROOT).split(",", MOST_DIRECTIVES)) {
      var named = FOR_A_ROBOT.matcher(word);
      isForUs = named.lookingAt() ? named.group(1).equals(robot) : isForUs;
      if (isForUs && isForbidding(named.replaceFirst(""))) {
        return true;
      }
    }
    return false;
  }

  private static boolean forbidsKeeping(String directives) {
    return Arrays.stream(directives.toLowerCase(Locale.ROOT).split(",", MOST_DIRECTIVES))
        .anyMatch(PageReader::isForbidding);
  }

  private static boolean isForbidding(String directive) {
    var word = directive.strip();
    return word.equals("noindex") || word.equals("none");
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

  private static Document parsed(
      byte[] body, @Nullable String contentType, WebUrl url, Budget budget) {
    var parser = Parser.htmlParser().setMaxDepth(DEEPEST).setTrackPosition(true);
    try (var in = new Rationed(body, end(body), budget)) {
      return Jsoup.parse(in, charset(contentType), url.text(), parser);
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

  /** Ends when the budget is spent: nothing else stops the parser. */
  private static final class Rationed extends ByteArrayInputStream {
    private static final int RATION = 1_024;

    private final Budget budget;

    Rationed(byte[] body, int end, Budget budget) {
      super(body, 0, end);
      this.budget = budget;
    }

    @Override
    public synchronized int read(byte[] into, int offset, int length) {
      return budget.spent() ? -1 : super.read(into, offset, Math.min(length, RATION));
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
