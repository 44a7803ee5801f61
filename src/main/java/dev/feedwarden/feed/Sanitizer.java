package dev.feedwarden.feed;

import static java.util.regex.Pattern.CASE_INSENSITIVE;

import dev.feedwarden.model.Budget;
import dev.feedwarden.model.WebUrl;
import java.util.List;
import java.util.regex.Pattern;
import org.owasp.html.HtmlSanitizer;
import org.owasp.html.TagBalancingHtmlStreamEventReceiver;

/** Makes HTML that strangers wrote safe to show, and keeps of it what an article needs. */
public final class Sanitizer {
  /** Characters of one body, as read and as written. */
  static final int LONGEST = 256 * 1024;

  private static final int LONGEST_REFERENCE = 40;

  // In XML this is an empty element; read as HTML it would swallow all that follows.
  private static final Pattern EMPTY_AS_IN_XML =
      Pattern.compile("<(iframe|script|style|textarea|title)\\b([^<>]*)/>", CASE_INSENSITIVE);
  private static final List<String> RAW = List.of("iframe", "script", "style", "textarea", "title");

  /** What came of it. */
  public sealed interface Result {
    /**
     * HTML of allowed elements only, balanced; cleaning it again changes nothing.
     *
     * @param cut whether the end is missing because the body was too long, too deep or too busy
     */
    record Safe(String html, boolean cut) implements Result {}

    /** The budget was spent before the end was reached. */
    record Spent() implements Result {}
  }

  private Sanitizer() {}

  /** The safe part of a body, its links made absolute. */
  public static Result clean(String html, WebUrl base, Budget budget) {
    return clean(html, base, budget, new Desk());
  }

  static Result clean(String html, WebUrl base, Budget budget, Desk desk) {
    var plain = PlainHtml.clean(html, new HtmlAttributes(new HtmlUrls(base)), budget, desk);
    return plain != null ? plain : cleanWithCare(html, base, budget);
  }

  static Result cleanWithCare(String html, WebUrl base, Budget budget) {
    var read = html.length() <= LONGEST ? html : html.substring(0, safeEnd(html));
    var writer = new HtmlWriter(LONGEST, read.length() + read.length() / 16);
    // The library balances what comes in. What the filter leaves is balanced again, because an
    // element may have stood only where a dropped one allowed it; and that once more, because a
    // table's part that ends an inline element gets its table only in the second round.
    var balanced =
        new TagBalancingHtmlStreamEventReceiver(new TagBalancingHtmlStreamEventReceiver(writer));
    var attributes = new HtmlAttributes(new HtmlUrls(base));
    var filter = new HtmlFilter(attributes, budget, writer::isFull, balanced);
    HtmlSanitizer.sanitize(asHtml(read), filter);
    if (filter.gaveUp()) {
      return new Result.Spent();
    }
    return new Result.Safe(writer.html(), writer.isFull() || read.length() < html.length());
  }

  /** Feeds carry XML that was taken for HTML, and text that was wrapped twice. */
  private static String asHtml(String text) {
    // The lexer would look for the end of a server page's code, where browsers see a sign.
    var plain = text.replace("\0", "").replace("<%", "&lt;%");
    var html =
        mayBeEmptyAsInXml(plain) ? EMPTY_AS_IN_XML.matcher(plain).replaceAll("<$1$2></$1>") : plain;
    return html.contains("<![CDATA[") ? html.replace("<![CDATA[", "").replace("]]>", "") : html;
  }

  // Few bodies have any of these elements, and the pattern takes its time.
  private static boolean mayBeEmptyAsInXml(String html) {
    for (int at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
      if (at + 1 < html.length() && "iIsStT".indexOf(html.charAt(at + 1)) >= 0 && isRaw(html, at)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isRaw(String html, int tag) {
    return RAW.stream().anyMatch(name -> html.regionMatches(true, tag + 1, name, 0, name.length()));
  }

  /** Not inside a tag, a character reference or a surrogate pair, if that can be helped. */
  private static int safeEnd(String html) {
    var end = Chars.cut(html, LONGEST).length();
    var tag = html.lastIndexOf('<', end - 1);
    if (tag >= 0 && html.lastIndexOf('>', end - 1) < tag) {
      return tag;
    }
    var reference = html.lastIndexOf('&', end - 1);
    var open = reference >= end - LONGEST_REFERENCE && html.lastIndexOf(';', end - 1) < reference;
    return open ? reference : end;
  }
}
