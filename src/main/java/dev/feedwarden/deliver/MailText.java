package dev.feedwarden.deliver;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.deliver.Notice.Line;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** A notice as a mail: plain text, so that nothing that a feed says can be more than that. */
final class MailText {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int LONGEST_SUBJECT = 150;

  private MailText() {}

  static Letter letter(Notice notice) {
    var lines = notice.lines().stream().map(MailText::line).collect(Collectors.joining("\n"));
    var body =
        JSON.writeValueAsString(Map.of("text", clean(notice.title()) + "\n\n" + lines + "\n"));
    return new Letter(notice.id(), notice.kind(), notice.title(), body, notice.answers());
  }

  private static String line(Line line) {
    var text = clean(line.text());
    return line.url() == null || line.url().equals(line.text())
        ? text
        : text + "\n  " + clean(line.url());
  }

  private static String clean(String text) {
    var out = new StringBuilder();
    text.codePoints()
        .forEach(
            c ->
                out.appendCodePoint(
                    Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE
                        ? ' '
                        : c));
    return out.toString();
  }

  /** The whole message as it goes over the wire, but for the dots. */
  static String message(Letter letter, String from, List<String> to, Instant now) {
    var text = JSON.readTree(letter.body()).path("text").asString();
    var domain = from.substring(from.indexOf('@') + 1);
    return String.join(
        "\r\n",
        "From: Feedwarden <" + from + ">",
        "To: " + String.join(", ", to),
        "Subject: " + subject(letter.title()),
        "Date: " + DateTimeFormatter.RFC_1123_DATE_TIME.format(now.atOffset(ZoneOffset.UTC)),
        "Message-ID: <" + letter.id() + ".feedwarden@" + domain + ">",
        "Auto-Submitted: auto-generated",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: base64",
        "",
        Base64.getMimeEncoder().encodeToString(text.getBytes(UTF_8)),
        "");
  }

  // RFC 2047: an encoded word has 75 signs at most, so a long subject is several of them.
  private static String subject(String title) {
    var text = clean(title);
    var shown =
        text.codePointCount(0, text.length()) <= LONGEST_SUBJECT
            ? text
            : text.substring(0, text.offsetByCodePoints(0, LONGEST_SUBJECT));
    var words = new StringBuilder();
    for (int from = 0; from < shown.length(); ) {
      int to = from;
      for (int bytes = 0; to < shown.length(); ) {
        var c = shown.codePointAt(to);
        bytes += Character.toString(c).getBytes(UTF_8).length;
        if (bytes > 45) {
          break;
        }
        to += Character.charCount(c);
      }
      words
          .append(words.isEmpty() ? "" : "\r\n ")
          .append("=?utf-8?B?")
          .append(Base64.getEncoder().encodeToString(shown.substring(from, to).getBytes(UTF_8)))
          .append("?=");
      from = to;
    }
    return words.toString();
  }
}
