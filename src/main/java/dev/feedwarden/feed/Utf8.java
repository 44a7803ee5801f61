package dev.feedwarden.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;

/**
 * Bytes that are UTF-8, or nearly.
 *
 * @param text invalid bytes read as windows-1252
 * @param surplus how many bytes there are beyond one for each character
 * @param invalid how many bytes belong to none
 */
record Utf8(String text, int surplus, int invalid) {
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;
  private static final String WINDOWS_1252 = upperHalf(Charset.forName("windows-1252"));

  static Utf8 of(byte[] bytes, int from) {
    var text = new String(bytes, from, bytes.length - from, UTF_8);
    // The decoder puts U+FFFD for what is invalid; only then it is worth a closer look.
    return text.indexOf(Chars.REPLACEMENT) < 0
        ? new Utf8(text, bytes.length - from - text.length(), 0)
        : repaired(ByteBuffer.wrap(bytes, from, bytes.length - from));
  }

  boolean isValid() {
    return invalid == 0;
  }

  boolean isAscii() {
    return invalid == 0 && surplus == 0;
  }

  /** Whether a few bytes went wrong, and not the whole document is something else. */
  boolean isMeant() {
    return invalid * 2L <= surplus * 3L;
  }

  /** Whether valid bytes hold nothing that {@link Chars#storable} would replace. */
  static boolean isPlain(byte[] bytes, int from) {
    int i = from;
    for (; i + 8 <= bytes.length; i += 8) {
      var eight = (long) EIGHT.get(bytes, i);
      var controls = (eight - ONES * 0x20) & ~eight;
      var suspects = controls | zeros(eight ^ (ONES * 0xC2)) | zeros(eight ^ (ONES * 0xEF));
      if ((suspects & HIGHS) != 0 && !isPlain(bytes, i, i + 8)) {
        return false;
      }
    }
    return isPlain(bytes, i, bytes.length);
  }

  private static boolean isPlain(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      int b = bytes[i] & 0xFF;
      var control = b < 0x20 && b != '\t' && b != '\n' && b != '\r';
      var c1 = b == 0xC2 && i + 1 < bytes.length && (bytes[i + 1] & 0xFF) < 0xA0;
      var last =
          b == 0xEF
              && i + 2 < bytes.length
              && (bytes[i + 1] & 0xFF) == 0xBF
              && (bytes[i + 2] & 0xFF) >= 0xBE;
      if (control || c1 || last) {
        return false;
      }
    }
    return true;
  }

  private static long zeros(long eight) {
    return (eight - ONES) & ~eight;
  }

  private static Utf8 repaired(ByteBuffer bytes) {
    var out = CharBuffer.allocate(bytes.remaining());
    var strict =
        UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    int invalid = 0;
    int length = bytes.remaining();
    while (true) {
      var result = strict.decode(bytes, out, true);
      if (result.isUnderflow()) {
        var text = out.flip().toString();
        return new Utf8(text, length - text.length(), invalid);
      }
      for (int i = 0; i < result.length(); i++) {
        out.put(WINDOWS_1252.charAt(bytes.get() & 0x7F)); // a bad byte is never ASCII
        invalid++;
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
}
