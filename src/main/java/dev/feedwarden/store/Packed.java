package dev.feedwarden.store;

import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Bytes made small for the database; of a long text only the beginning. */
public final class Packed {
  /** How much of a text is kept. */
  public static final int MOST = 64 << 10;

  private Packed() {}

  /** The beginning of some bytes, compressed. */
  public static byte[] pack(byte[] bytes) {
    try (var deflater = new Deflater(Deflater.BEST_SPEED)) {
      deflater.setInput(bytes, 0, Math.min(bytes.length, MOST));
      deflater.finish();
      var out = new byte[MOST + 1_024]; // what cannot be compressed grows by a few bytes
      return Arrays.copyOf(out, deflater.deflate(out));
    }
  }

  /** The bytes again. */
  public static byte[] unpack(byte[] packed) {
    try (var inflater = new Inflater()) {
      inflater.setInput(packed);
      var out = new byte[MOST];
      return Arrays.copyOf(out, inflater.inflate(out));
    } catch (DataFormatException broken) {
      throw new IllegalStateException("not what was packed", broken);
    }
  }
}
