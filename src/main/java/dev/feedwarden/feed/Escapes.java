package dev.feedwarden.feed;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Which characters a part of a URL cannot hold as they are (URL Standard, 1.3). */
enum Escapes {
  FRAGMENT(" \"<>`"),
  QUERY(" \"#<>'"),
  PATH(" \"#<>?^`{}"),
  USER_INFO(" \"#<>?^`{}/:;=@[\\]|"),
  /** For comparing: all that RFC 3986 does not give a place. */
  COMPARED(" \"<>\\^`{|}[]");

  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  // One bit for each character of ASCII that may stay.
  private final long low;
  private final long high;

  Escapes(String escaped) {
    long lower = 0;
    long upper = 0;
    for (int c = 0x20; c < 0x7F; c++) {
      var bit = escaped.indexOf(c) < 0 ? 1L << c : 0; // a shift counts modulo 64
      lower |= c < 64 ? bit : 0;
      upper |= c < 64 ? 0 : bit;
    }
    low = lower;
    high = upper;
  }

  boolean isRaw(int c) {
    return c < 0x80 && (((c < 64 ? low : high) >>> c) & 1) == 1;
  }

  /** The text with percent escapes for what cannot stay; escapes that are there stay. */
  String encoded(String text) {
    int plain = 0;
    while (plain < text.length() && isRaw(text.charAt(plain))) {
      plain++;
    }
    if (plain == text.length()) {
      return text;
    }
    var out = new StringBuilder(text.length() + 16).append(text, 0, plain);
    for (int i = plain; i < text.length(); ) {
      var c = text.codePointAt(i);
      i += Character.charCount(c);
      if (isRaw(c)) {
        out.append((char) c);
      } else {
        var half = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
        escape(half ? Chars.REPLACEMENT : c, out);
      }
    }
    return out.toString();
  }

  /**
   * The same text with one spelling for each escape: none for what needs none (RFC 3986, 2.3),
   * capitals for the rest, and %25 for a stray percent sign.
   */
  static String tidy(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    var out = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      var c = text.charAt(i);
      if (c != '%') {
        out.append(c);
      } else if (!isEscape(text, i)) {
        out.append("%25");
      } else {
        var code = HexFormat.fromHexDigits(text, i + 1, i + 3);
        if (isUnreserved(code)) {
          out.append((char) code);
        } else {
          out.append('%').append(HEX.toHexDigits((byte) code));
        }
        i += 2;
      }
    }
    return out.toString();
  }

  /** The bytes that a text with escapes stands for, read as UTF-8. */
  static String decoded(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = 0;
    for (int i = 0; i < bytes.length; i++) {
      var escape =
          bytes[i] == '%'
              && i + 2 < bytes.length
              && HexFormat.isHexDigit(bytes[i + 1])
              && HexFormat.isHexDigit(bytes[i + 2]);
      bytes[length++] =
          escape
              ? (byte)
                  (HexFormat.fromHexDigit(bytes[i + 1]) * 16 + HexFormat.fromHexDigit(bytes[i + 2]))
              : bytes[i];
      i += escape ? 2 : 0;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private static void escape(int codePoint, StringBuilder out) {
    for (byte b : Character.toString(codePoint).getBytes(StandardCharsets.UTF_8)) {
      out.append('%').append(HEX.toHexDigits(b));
    }
  }

  private static boolean isEscape(String text, int at) {
    return at + 2 < text.length()
        && HexFormat.isHexDigit(text.charAt(at + 1))
        && HexFormat.isHexDigit(text.charAt(at + 2));
  }

  private static boolean isUnreserved(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || "-._~".indexOf(c) >= 0;
  }
}
