package dev.feedwarden.store;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdDictCompress;
import com.github.luben.zstd.ZstdDictDecompress;
import dev.feedwarden.model.Entry;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
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
  private static final int MOST_KEPT = 1 << 20; // bytes of memory between two polls
  private static final int MOST_BYTES = 3; // of a char in UTF-8; a pair takes four

  // How packed texts begin, by age. Neither byte can begin a frame without zstd's sign: its fourth
  // bit is reserved.
  private static final byte DEFLATED = 0x78;
  private static final byte ZSTD = 0x28;

  /** Packs the texts of a poll one after the other; then another poll may have it. */
  static final class Packer implements AutoCloseable {
    // Each has tables of zstd to be allocated. As many as processors is enough.
    private static final BlockingQueue<Packer> IDLE =
        new ArrayBlockingQueue<>(Runtime.getRuntime().availableProcessors());
    private static final ZstdDictCompress PHRASES = new ZstdDictCompress(Phrases.bytes(), FASTEST);

    private final ZstdCompressCtx zstd =
        new ZstdCompressCtx().setLevel(FASTEST).setMagicless(true).loadDict(PHRASES);
    private final CharsetEncoder encoder =
        StandardCharsets.UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPLACE);

    // For one text after the other: each would take four times its size anew.
    private char[] chars = {};
    private byte[] plain = {};
    private byte[] packed = {};

    private Packer() {}

    static Packer take() {
      var idle = IDLE.poll();
      return idle == null ? new Packer() : idle;
    }

    byte[] pack(PackedText text) {
      var length = encoded(text);
      var bound = Math.toIntExact(Zstd.compressBound(length));
      packed = packed.length < bound ? new byte[bound] : packed;
      var size = zstd.compressByteArray(packed, 0, packed.length, plain, 0, length);
      return Arrays.copyOf(packed, size);
    }

    private int encoded(PackedText text) {
      var between = text.summary().length();
      var length = between + 1 + text.html().length();
      if (chars.length < length) {
        chars = new char[length];
        plain = new byte[Math.multiplyExact(length, MOST_BYTES)];
      }
      text.summary().getChars(0, between, chars, 0);
      chars[between] = BETWEEN;
      text.html().getChars(0, text.html().length(), chars, between + 1);
      var bytes = ByteBuffer.wrap(plain);
      encoder.reset().encode(CharBuffer.wrap(chars, 0, length), bytes, true);
      return bytes.position();
    }

    byte[] pack(Entry entry) {
      return pack(new PackedText(entry.content().summary(), entry.body().html()));
    }

    @Override
    public void close() {
      if (plain.length > MOST_KEPT || !IDLE.offer(this)) {
        zstd.close();
      }
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
