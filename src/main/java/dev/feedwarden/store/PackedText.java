package dev.feedwarden.store;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import dev.feedwarden.model.Entry;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The summary and the body of an article as one compressed piece: the one mostly repeats the
 * other's beginning, and together they take less than half of the room.
 */
record PackedText(String summary, String html) {
  private static final char BETWEEN = '\0'; // in no text
  private static final int PIECE = 8 << 10;
  private static final int FASTEST = 1;

  // How packed texts begin, by age. Neither byte can begin a frame without zstd's sign, whose
  // fourth
  // bit is reserved.
  private static final byte DEFLATED = 0x78;
  private static final byte ZSTD = 0x28;

  /** Packs the texts of a poll one after the other. */
  static final class Packer implements AutoCloseable {
    private static final ZstdDictCompress PHRASES = new ZstdDictCompress(Phrases.bytes(), FASTEST);

    private final ZstdCompressCtx zstd =
        new ZstdCompressCtx().setLevel(FASTEST).setMagicless(true).loadDict(PHRASES);

    byte[] pack(PackedText text) {
      var whole = text.summary() + BETWEEN + text.html();
      return zstd.compress(whole.getBytes(StandardCharsets.UTF_8));
    }

    byte[] pack(Entry entry) {
      return pack(new PackedText(entry.content().summary(), entry.body().html()));
    }

    @Override
    public void close() {
      zstd.close();
    }
  }

  /** What every text is compressed against; apart, as who only packs does not need it. */
  private static final class Unpacking {
    static final ZstdDictDecompress PHRASES = new ZstdDictDecompress(Phrases.bytes());
  }

  static PackedText unpack(byte[] packed) {
    var bytes =
        switch (packed[0]) {
          case DEFLATED -> inflated(packed);
          case ZSTD -> Zstd.decompress(packed);
          default -> decompressed(packed);
        };
    var text = new String(bytes, StandardCharsets.UTF_8);
    var between = text.indexOf(BETWEEN);
    return new PackedText(text.substring(0, between), text.substring(between + 1));
  }

  private static byte[] decompressed(byte[] packed) {
    try (var zstd = new ZstdDecompressCtx().setMagicless(true).loadDict(Unpacking.PHRASES)) {
      return zstd.decompress(
          packed, Math.toIntExact(Zstd.getFrameContentSize(packed, 0, packed.length, true)));
    }
  }

  private static byte[] inflated(byte[] packed) {
    try (var inflater = new Inflater()) {
      inflater.setInput(packed);
      var bytes = new ByteArrayOutputStream(PIECE);
      var piece = new byte[PIECE];
      while (!inflater.finished() && !inflater.needsInput()) {
        bytes.write(piece, 0, inflater.inflate(piece));
      }
      return bytes.toByteArray();
    } catch (DataFormatException broken) {
      throw new IllegalStateException("not what was packed", broken);
    }
  }
}
