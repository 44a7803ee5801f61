package dev.feedwarden.deliver;

import dev.feedwarden.deliver.Notice.Line;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A notice as Slack's Block Kit. Whatever feeds say stays text: it cannot mention anybody, lead
 * elsewhere than it shows, or be longer than a message may be.
 */
final class SlackText {
  private static final JsonMapper JSON = new JsonMapper();
  // Slack takes 3,000 characters of a section and 50 blocks; escaping may make five of one.
  private static final int LONGEST_TITLE = 150;
  private static final int LONGEST_LINE = 300;
  private static final int LONGEST_URL = 1_000;
  private static final int LONGEST_SECTION = 2_900;
  private static final int MOST_SECTIONS = 20;

  private SlackText() {}

  static Letter letter(Notice notice) {
    return new Letter(
        notice.id(),
        notice.kind(),
        notice.title(),
        JSON.writeValueAsString(message(notice)),
        notice.answers());
  }

  private static Map<String, Object> message(Notice notice) {
    var title = sign(notice) + plain(notice.title(), LONGEST_TITLE);
    var message = new LinkedHashMap<String, Object>();
    message.put("text", title);
    message.put("blocks", blocks(notice, title));
    message.put("unfurl_links", false);
    message.put("unfurl_media", false);
    return message;
  }

  private static String sign(Notice notice) {
    return switch (notice.tone()) {
      case BAD -> ":red_circle: ";
      case GOOD -> ":large_green_circle: ";
      case PLAIN -> "";
    };
  }

  private static List<Object> blocks(Notice notice, String title) {
    var blocks = new ArrayList<Object>();
    blocks.add(section("*" + title + "*", notice.id()));
    var text = new StringBuilder();
    for (var line : notice.lines()) {
      var next = line(line);
      if (text.length() + next.length() + 1 > LONGEST_SECTION) {
        blocks.add(section(text.toString(), null));
        text.setLength(0);
      }
      if (blocks.size() == MOST_SECTIONS) {
        return blocks;
      }
      text.append(text.isEmpty() ? "" : "\n").append(next);
    }
    if (!text.isEmpty()) {
      blocks.add(section(text.toString(), null));
    }
    return blocks;
  }

  // The id of the message is the one thing that a second copy of it is known by.
  private static Map<String, Object> section(String text, @Nullable String id) {
    var section = new LinkedHashMap<String, Object>();
    section.put("type", "section");
    if (id != null) {
      section.put("block_id", id);
    }
    var content = new LinkedHashMap<String, Object>();
    content.put("type", "mrkdwn");
    content.put("text", text);
    content.put("verbatim", true); // so that Slack finds no names or channels in it
    section.put("text", content);
    return section;
  }

  private static String line(Line line) {
    var text = plain(line.text(), LONGEST_LINE);
    var url = line.url() == null ? "" : url(line.url());
    return url.isEmpty() ? text : "<" + url + "|" + text + ">";
  }

  /** Text that means only itself: Slack's three characters escaped, its markup taken away. */
  static String plain(String text, int longest) {
    var out = new StringBuilder();
    var shown = cut(text, longest);
    shown
        .codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '`' -> out.append('\'');
                case '*' -> out.append('\u2217');
                case '|' -> out.append('\u00a6');
                default -> out.appendCodePoint(isShown(c) ? c : ' ');
              }
            });
    return out.toString();
  }

  private static boolean isShown(int c) {
    var direction = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    return !direction && !Character.isISOControl(c) && Character.getType(c) != Character.SURROGATE;
  }

  private static String cut(String text, int longest) {
    return text.codePointCount(0, text.length()) <= longest
        ? text
        : text.substring(0, text.offsetByCodePoints(0, longest - 1)) + "…";
  }

  /** A link as Slack may have it between its brackets; empty for what is none. */
  static String url(String text) {
    var lower = text.toLowerCase(Locale.ROOT);
    if (!lower.startsWith("http://") && !lower.startsWith("https://")) {
      return "";
    }
    var out = new StringBuilder();
    text.chars()
        .forEach(
            c -> {
              switch (c) {
                case '<', '>', '|', '"', '`', ' ', '\\' ->
                    out.append('%').append(String.format(Locale.ROOT, "%02X", c));
                case '&' -> out.append("&amp;");
                default -> out.append(Character.isISOControl(c) ? "" : Character.toString(c));
              }
            });
    return out.length() > LONGEST_URL ? "" : out.toString();
  }
}
