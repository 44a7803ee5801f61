package dev.feedwarden.feed;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Whether an XML document in UTF-8 can come to hold a character that cannot be stored, or is not
 * meant: a C1 control or a noncharacter, as such or as a numeric reference. Other controls and
 * invalid bytes are the parser's to refuse.
 */
final class Storable {
  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGHS = 0x8080808080808080L;

  private Storable() {}

  /** Eight bytes at a time: only those near a C2, an EF or a number sign are looked at. */
  static boolean holds(byte[] utf8) {
    int i = 0;
    for (; i + 8 <= utf8.length; i += 8) {
      var eight = (long) EIGHT.get(utf8, i);
      var suspects =
          zeros(eight ^ (ONES * 0xC2)) | zeros(eight ^ (ONES * 0xEF)) | zeros(eight ^ (ONES * '#'));
      if ((suspects & HIGHS) != 0 && !holds(utf8, i, i + 8)) {
        return false;
      }
    }
    return holds(utf8, i, utf8.length);
  }

  private static long zeros(long eight) {
    return (eight - ONES) & ~eight;
  }

  private static boolean holds(byte[] utf8, int from, int to) {
    for (int i = from; i < to; i++) {
      var good =
          switch (utf8[i]) {
            case (byte) 0xC2 -> at(utf8, i + 1) >= 0xA0;
            case (byte) 0xEF -> at(utf8, i + 1) != 0xBF || at(utf8, i + 2) < 0xBE;
            case '#' -> i == 0 || utf8[i - 1] != '&' || isGood(utf8, i + 1);
            default -> true;
          };
      if (!good) {
        return false;
      }
    }
    return true;
  }

  private static int at(byte[] utf8, int index) {
    return index < utf8.length ? utf8[index] & 0xFF : 0;
  }

  private static boolean isGood(byte[] utf8, int from) {
    var hex = (at(utf8, from) | 0x20) == 'x';
    int code = 0;
    for (int i = hex ? from + 1 : from; i < from + 9; i++) {
      var digit = Character.digit(at(utf8, i), hex ? 16 : 10);
      if (digit < 0) {
        break;
      }
      code = code * (hex ? 16 : 10) + digit;
    }
    return code >= 0 && code < 0xD800 && (code < 0x80 || code > 0x9F);
  }
}
