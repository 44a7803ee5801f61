package dev.feedwarden.feed;

import dev.feedwarden.model.Budget;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.WebUrl;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a feed of any format, whole or broken. */
public final class FeedReader {
  private static final String VERSION = "2:";
  private static final int LARGEST = 32 * 1_024 * 1_024;
  private static final int HEAD = 64 * 1_024;
  private static final Pattern FIRST_TAG = Pattern.compile("<(?:\\w+:)?(\\w+)");
  private static final Pattern ROOT =
      Pattern.compile("<(?:\\w+:)?(?:rss|rdf|feed|channel)\\b", Pattern.CASE_INSENSITIVE);

  private FeedReader() {}

  /**
   * Reads a whole body.
   *
   * @param contentType the HTTP header, for its charset
   * @param base where the body came from, for relative links
   * @param budget how long it may take
   */
  public static Reading read(
      byte[] body, @Nullable String contentType, WebUrl base, Budget budget) {
    if (body.length > LARGEST) {
      return new Reading.Unreadable(Cause.TOO_LARGE);
    }
    var said = Decoding.ofItself(body, contentType);
    if (said != null) {
      // What is as it should be, which is nearly all there is, needs no text of its own.
      var cursor = Xml.open(body, base, budget);
      var read = XmlFeed.read(cursor, said);
      if (cursor.spent() || (read instanceof Reading.Feed && !cursor.broken())) {
        return read;
      }
    }
    return read(Decoding.decode(body, contentType), base, budget);
  }

  private static Reading read(Decoded decoded, WebUrl base, Budget budget) {
    var text = decoded.text();
    if (text.isBlank()) {
      return new Reading.Unreadable(Cause.EMPTY);
    }
    if (JsonFeed.begins(text)) {
      return JsonFeed.read(text, decoded.charset(), base, budget);
    }
    var strict = Xml.open(text, base, budget);
    var read = XmlFeed.read(strict, decoded.charset());
    if (strict.spent() || !(strict.broken() || isBehindHtml(read, text))) {
      return read;
    }
    var root = root(text);
    return root < 0
        ? new Reading.Unreadable(Cause.NOT_A_FEED)
        : XmlFeed.read(Xml.salvage(text, root, base, budget), decoded.charset());
  }

  /** The text of a body as the reader sees it. */
  public static String text(byte[] body, @Nullable String contentType) {
    return Decoding.text(body, contentType);
  }

  /**
   * What a body is known by; a reader that reads otherwise gives another hash, so that it is read
   * again.
   */
  public static String bodyHash(byte[] body) {
    return VERSION + Digest.body(body);
  }

  // PHP says its warnings in bold, and the first of its tags looks like a root.
  private static boolean isBehindHtml(Reading read, String text) {
    var first = FIRST_TAG.matcher(text);
    return read.equals(new Reading.Unreadable(Cause.NOT_A_FEED))
        && first.find()
        && PlainText.isKnown(first.group(1).toLowerCase(Locale.ROOT));
  }

  // Where the feed begins, or -1. Servers put warnings before it; but a page that only talks of
  // feeds is a page.
  private static int root(String text) {
    var head = text.substring(0, Math.min(text.length(), HEAD));
    var first = FIRST_TAG.matcher(head);
    var found = ROOT.matcher(head);
    var page =
        (first.find() && first.group(1).toLowerCase(Locale.ROOT).equals("html"))
            || head.toLowerCase(Locale.ROOT).contains("<!doctype html");
    return !page && found.find() ? found.start() : -1;
  }
}
