package dev.feedwarden.feed;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_32BE;
import static java.nio.charset.StandardCharsets.UTF_32LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Bytes to text: the byte order mark decides, then the HTTP charset, then the XML declaration, else
 * UTF-8, whose invalid bytes are read as windows-1252.
 */
final class Decoding {
  private static final int HEAD = 1_024;
  private static final Pattern HTTP_CHARSET =
      Pattern.compile("(?i);\\s*charset\\s*=\\s*[\"']?([A-Za-z0-9._:+-]{1,40})");
  private static final Pattern DECLARED =
      Pattern.compile(
          "(?i)<\\?xml\\s[^>]{0,200}?encoding\\s*=\\s*[\"']\\s*([A-Za-z0-9._:-]{1,40})");
  private static final String WINDOWS_1252 = upperHalf(Charset.forName("windows-1252"));

  // The Encoding Standard's supersets of what people write; ASCII is then UTF-8 with our fallback.
  private static final Map<String, String> SUPERSET =
      Map.of(
          "us-ascii", "utf-8",
          "ascii", "utf-8",
          "iso-8859-1", "windows-1252",
          "latin1", "windows-1252",
          "iso-8859-9", "windows-1254",
          "gb2312", "gb18030",
          "gbk", "gb18030",
          "shift_jis", "windows-31j",
          "euc-kr", "x-windows-949");

  private record Marked(Charset charset, int length) {}

  private Decoding() {}

  /** The text of a document, with nothing in it that cannot be stored. */
  static String text(byte[] body, @Nullable String contentType) {
    var mark = mark(body);
    var charset = mark != null ? mark.charset : unmarked(body, contentType);
    var from = mark != null ? mark.length : 0;
    var decoded =
        charset.equals(UTF_8)
            ? utf8(ByteBuffer.wrap(body, from, body.length - from))
            : new String(body, from, body.length - from, charset);
    return Chars.storable(withoutMarks(decoded));
  }

  private static @Nullable Marked mark(byte[] body) {
    return switch (first(body, 4)) {
      case String s when s.startsWith("FFFE0000") -> new Marked(UTF_32LE, 4);
      case String s when s.startsWith("0000FEFF") -> new Marked(UTF_32BE, 4);
      case String s when s.startsWith("FFFE") -> new Marked(UTF_16LE, 2);
      case String s when s.startsWith("FEFF") -> new Marked(UTF_16BE, 2);
      case String s when s.startsWith("EFBBBF") -> new Marked(UTF_8, 3);
      default -> null;
    };
  }

  private static Charset unmarked(byte[] body, @Nullable String contentType) {
    var wide = wide(body);
    if (wide != null) {
      return wide;
    }
    var http = contentType == null ? null : named(HTTP_CHARSET, contentType);
    if (http != null) {
      return http;
    }
    var head = new String(body, 0, Math.min(body.length, HEAD), ISO_8859_1);
    var declared = named(DECLARED, head);
    return declared != null ? declared : UTF_8;
  }

  // XML 1.0 appendix F: the zeros around "<" give wide encodings away, whatever a label says.
  private static @Nullable Charset wide(byte[] body) {
    return switch (first(body, 4)) {
      case "3C000000" -> UTF_32LE;
      case "0000003C" -> UTF_32BE;
      case String s when s.matches("3C00..00") -> UTF_16LE;
      case String s when s.matches("003C00..") -> UTF_16BE;
      default -> null;
    };
  }

  private static @Nullable Charset named(Pattern pattern, String text) {
    var found = pattern.matcher(text);
    if (!found.find()) {
      return null;
    }
    var label = found.group(1).toLowerCase(Locale.ROOT);
    // A wide label on bytes that are not wide is wrong; UTF-7 can hide markup and is never
    // believed.
    if (label.startsWith("utf-16")
        || label.startsWith("utf-32")
        || label.startsWith("ucs")
        || label.contains("10646")
        || label.contains("utf-7")) {
      return null;
    }
    try {
      return Charset.forName(SUPERSET.getOrDefault(label, label));
    } catch (IllegalArgumentException unknown) {
      return null;
    }
  }

  private static String utf8(ByteBuffer bytes) {
    var out = CharBuffer.allocate(bytes.remaining());
    var strict =
        UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    while (true) {
      var result = strict.decode(bytes, out, true);
      if (result.isUnderflow()) {
        return out.flip().toString();
      }
      for (int i = 0; i < result.length(); i++) {
        out.put(WINDOWS_1252.charAt(bytes.get() & 0x7F)); // a bad byte is never ASCII
      }
      strict.reset();
    }
  }

  private static String upperHalf(Charset charset) {
    var bytes = new byte[0x80];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (0x80 + i);
    }
    return new String(bytes, charset);
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

  private static String first(byte[] body, int count) {
    return HexFormat.of().withUpperCase().formatHex(body, 0, Math.min(count, body.length));
  }
}
