package dev.feedwarden.feed;

import java.io.CharConversionException;
import java.io.Reader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Decodes a whole document of UTF-8, eight bytes at a time where it is ASCII, and refuses what is
 * invalid. It also sees whether the XML in it can come to hold a character that cannot be stored or
 * is not meant, a C1 control or a noncharacter, as such or as a numeric reference.
 */
final class Utf8Reader extends Reader {
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;

  private final byte[] bytes;
  private int at;
  private boolean clean = true;

  Utf8Reader(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Whether everything so far can be stored. */
  boolean isClean() {
    return clean;
  }

  @Override
  public int read(char[] into, int offset, int length) throws CharConversionException {
    if (at >= bytes.length) {
      return -1;
    }
    int out = offset;
    int end = offset + length - 1; // room for a pair
    while (at < bytes.length && out < end) {
      out = ascii(into, out, end);
      if (at < bytes.length && out < end) {
        out = bytes[at] >= 0 ? single(into, out) : several(into, out);
      }
    }
    return out - offset;
  }

  private int ascii(char[] into, int from, int end) {
    int out = from;
    int in = at;
    while (in + 8 <= bytes.length && out + 8 <= end) {
      var eight = (long) EIGHT.get(bytes, in);
      var sign = eight ^ (ONES * '#');
      if (((eight | ((sign - ONES) & ~sign)) & HIGHS) != 0) {
        break;
      }
      for (int i = 0; i < 8; i++) {
        into[out + i] = (char) bytes[in + i];
      }
      in += 8;
      out += 8;
    }
    at = in;
    return out;
  }

  private int single(char[] into, int out) {
    var c = bytes[at++];
    if (c == '#' && at > 1 && bytes[at - 2] == '&') {
      clean &= isGood(at);
    }
    into[out] = (char) c;
    return out + 1;
  }

  private int several(char[] into, int out) throws CharConversionException {
    var first = bytes[at] & 0xFF;
    if (first >= 0xC2 && first <= 0xDF) {
      return put(into, out, (first & 0x1F) << 6 | next(1), 2, 0x80);
    }
    if (first >= 0xE0 && first <= 0xEF) {
      return put(into, out, (first & 0x0F) << 12 | next(1) << 6 | next(2), 3, 0x800);
    }
    if (first >= 0xF0 && first <= 0xF4) {
      var code = (first & 0x07) << 18 | next(1) << 12 | next(2) << 6 | next(3);
      return put(into, out, code, 4, 0x10000);
    }
    throw new CharConversionException("no UTF-8");
  }

  private int next(int ahead) throws CharConversionException {
    var b = at + ahead < bytes.length ? bytes[at + ahead] : 0;
    if ((b & 0xC0) != 0x80) {
      throw new CharConversionException("no UTF-8");
    }
    return b & 0x3F;
  }

  private int put(char[] into, int out, int code, int length, int least)
      throws CharConversionException {
    if (code < least || code > Character.MAX_CODE_POINT || (code >= 0xD800 && code <= 0xDFFF)) {
      throw new CharConversionException("no UTF-8");
    }
    at += length;
    clean &= Chars.isStorable(code) && code > 0x9F;
    return out + Character.toChars(code, into, out);
  }

  private boolean isGood(int from) {
    var hex = from < bytes.length && (bytes[from] | 0x20) == 'x';
    int code = 0;
    for (int i = hex ? from + 1 : from; i < Math.min(from + 9, bytes.length); i++) {
      var digit = Character.digit(bytes[i], hex ? 16 : 10);
      if (digit < 0) {
        break;
      }
      code = code * (hex ? 16 : 10) + digit;
    }
    return code < 0xD800 && Chars.isStorable(code) && (code < 0x80 || code > 0x9F);
  }

  @Override
  public void close() {}
}
