package dev.feedwarden.store;

import dev.feedwarden.model.Entry;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * The summary and the body of an article as one compressed piece: the one mostly repeats the
 * other's beginning, and together they take less than half of the room.
 */
record PackedText(String summary, String html) {
  private static final char BETWEEN = '\0'; // in no text
  private static final int PIECE = 8 << 10;

  static byte[] pack(Entry entry) {
    var text = entry.content().summary() + BETWEEN + entry.body().html();
    try (var deflater = new Deflater(Deflater.BEST_SPEED)) {
      deflater.setInput(text.getBytes(StandardCharsets.UTF_8));
      deflater.finish();
      var packed = new ByteArrayOutputStream(PIECE);
      var piece = new byte[PIECE];
      while (!deflater.finished()) {
        packed.write(piece, 0, deflater.deflate(piece));
      }
      return packed.toByteArray();
    }
  }

  static PackedText unpack(byte[] packed) {
    try (var inflater = new Inflater()) {
      inflater.setInput(packed);
      var bytes = new ByteArrayOutputStream(PIECE);
      var piece = new byte[PIECE];
      while (!inflater.finished() && !inflater.needsInput()) {
        bytes.write(piece, 0, inflater.inflate(piece));
      }
      var text = bytes.toString(StandardCharsets.UTF_8);
      var between = text.indexOf(BETWEEN);
      return new PackedText(text.substring(0, between), text.substring(between + 1));
    } catch (DataFormatException broken) {
      throw new IllegalStateException("not what was packed", broken);
    }
  }
}
