package dev.feedwarden.feed;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Bytes to text: the byte order mark decides, then the HTTP charset, then the XML declaration, as
 * far as the bytes do not contradict; then what they look like; else UTF-8, whose invalid bytes are
 * read as windows-1252.
 */
final class Decoding {
  private static final int HEAD = 1_024;
  private static final int SURE = 3;
  private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");
  private static final Pattern HTTP_CHARSET =
      Pattern.compile("(?i);\\s*charset\\s*=\\s*[\"']?([A-Za-z0-9._:+-]{1,40})");
  private static final Pattern DECLARED =
      Pattern.compile(
          "(?i)<\\?xml\\s[^>]{0,200}?encoding\\s*=\\s*[\"']\\s*([A-Za-z0-9._:-]{1,40})");

  private Decoding() {}

  /** The text of a document, with nothing in it that cannot be stored. */
  static String text(byte[] body, @Nullable String contentType) {
    return decode(body, contentType).text();
  }

  /**
   * The encoding of bytes that call themselves UTF-8, or nothing, so that a parser of UTF-8 may try
   * them as they are; null if that has to be found out.
   */
  static @Nullable Charset ofItself(byte[] body, @Nullable String contentType) {
    var said = new ArrayList<Charset>();
    var labelled = contentType != null && labelled(HTTP_CHARSET, contentType, said);
    labelled(DECLARED, new String(body, 0, Math.min(body.length, HEAD), ISO_8859_1), said);
    if (WideBytes.of(body) != null || !said.stream().allMatch(UTF_8::equals)) {
      return null;
    }
    var text = contentType != null && contentType.startsWith("text/");
    return text && !labelled && isAscii(body) ? US_ASCII : UTF_8;
  }

  private static boolean isAscii(byte[] body) {
    int all = 0;
    for (byte b : body) {
      all |= b;
    }
    return all >= 0;
  }

  /** The text of a document, with nothing in it that cannot be stored, and how it was read. */
  static Decoded decode(byte[] body, @Nullable String contentType) {
    var wide = WideBytes.of(body);
    if (wide != null) {
      var text = new String(body, wide.mark(), body.length - wide.mark(), wide.charset());
      return decoded(text, wide.charset());
    }
    int mark = startsWithMark(body) ? 3 : 0;
    var utf8 = Utf8.of(body, mark);
    return mark > 0 ? utf8(body, mark, utf8) : unmarked(body, utf8, contentType);
  }

  private static Decoded unmarked(byte[] body, Utf8 utf8, @Nullable String contentType) {
    var candidates = new ArrayList<Charset>();
    var type = contentType == null ? "" : contentType;
    var labelled = labelled(HTTP_CHARSET, type, candidates);
    labelled(DECLARED, new String(body, 0, Math.min(body.length, HEAD), ISO_8859_1), candidates);
    if (utf8.isAscii() && !labelled && type.startsWith("text/")) {
      candidates.addFirst(US_ASCII); // which text/xml was by default (RFC 3023), and which it is
    }
    var sure = utf8.surplus() >= (isManyToOne(candidates) ? SURE : 1);
    if (utf8.isValid() && (candidates.isEmpty() || sure)) {
      return utf8(body, 0, utf8);
    }
    for (var charset : candidates) {
      if (utf8.isAscii() && charset.equals(US_ASCII)) {
        return new Decoded(utf8(body, 0, utf8).text(), US_ASCII);
      }
      var isUtf8 = charset.equals(UTF_8);
      if (isUtf8 && utf8.isMeant()) {
        return utf8(body, 0, utf8);
      }
      var text = isUtf8 ? null : clean(body, charset);
      if (text != null) {
        return decoded(text, charset);
      }
    }
    return undeclared(body, utf8, candidates);
  }

  // Nothing that is said fits.
  private static Decoded undeclared(byte[] body, Utf8 utf8, List<Charset> candidates) {
    if (!utf8.isMeant()) {
      for (var charset : Detection.of(body)) {
        var text = clean(body, charset);
        if (text != null) {
          return decoded(text, charset);
        }
      }
    }
    candidates.removeIf(charset -> charset.equals(UTF_8) || charset.equals(US_ASCII));
    if (utf8.isMeant()) {
      return utf8(body, 0, utf8);
    }
    if (candidates.isEmpty()) {
      return decoded(utf8.text(), WINDOWS_1252);
    }
    var best = candidates.getLast();
    return decoded(new String(body, best), best);
  }

  private static boolean labelled(Pattern pattern, String text, List<Charset> candidates) {
    var found = text.isEmpty() ? null : pattern.matcher(text);
    if (found == null || !found.find()) {
      return false;
    }
    candidates.addAll(EncodingLabels.of(found.group(1)));
    return true;
  }

  // In encodings of East Asia a character or two may be UTF-8 by chance, in others hardly ever.
  private static boolean isManyToOne(List<Charset> candidates) {
    if (candidates.isEmpty() || !candidates.getFirst().canEncode()) {
      return !candidates.isEmpty();
    }
    return candidates.getFirst().newEncoder().maxBytesPerChar() > 1;
  }

  private static @Nullable String clean(byte[] body, Charset charset) {
    var text = new String(body, charset);
    var c1 = charset.equals(ISO_8859_1) && text.chars().anyMatch(c -> c >= 0x80 && c < 0xA0);
    return c1 || text.indexOf(Chars.REPLACEMENT) >= 0 ? null : text;
  }

  private static Decoded utf8(byte[] body, int mark, Utf8 utf8) {
    if (!utf8.isValid() || !Utf8.isPlain(body, mark)) {
      return decoded(utf8.text(), UTF_8);
    }
    return new Decoded(withoutMarks(utf8.text()), UTF_8);
  }

  private static Decoded decoded(String text, Charset charset) {
    return new Decoded(Chars.storable(withoutMarks(text)), charset);
  }

  private static boolean startsWithMark(byte[] body) {
    return body.length >= 3
        && body[0] == (byte) 0xEF
        && body[1] == (byte) 0xBB
        && body[2] == (byte) 0xBF;
  }

  private static String withoutMarks(String text) {
    var start = 0;
    while (start < text.length() && isBlankOrMark(text.charAt(start))) {
      start++;
    }
    if (text.lastIndexOf('\uFEFF', start) < 0) {
      return text;
    }
    // Line breaks stay, so that line numbers are those of the file.
    return text.substring(0, start).replace("\uFEFF", "") + text.substring(start);
  }

  private static boolean isBlankOrMark(char c) {
    return c == '\uFEFF' || Character.isWhitespace(c);
  }
}
