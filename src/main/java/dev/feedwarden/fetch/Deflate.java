package dev.feedwarden.fetch;

import dev.feedwarden.fetch.ContentCoding.Decoded;
import dev.feedwarden.model.Cause;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** The coding {@code deflate}, and the streams inside {@code gzip}. */
final class Deflate {
  private static final int BUFFER = 16 << 10;

  private Deflate() {}

  /** How a stream ended. */
  sealed interface End {
    /** With the index behind its last byte and the checksum of what it unfolded to. */
    record Whole(int at, long crc) implements End {}

    record Broken(Cause cause) implements End {}
  }

  // The name means zlib (RFC 9110 section 8.4.1.2), but raw streams are sent under it too.
  static Decoded decode(byte[] body, Unfolding out) {
    if (body.length == 0) {
      return new Decoded.Plain(body);
    }
    return switch (inflate(body, 0, !isZlib(body), out)) {
      case End.Whole _ -> new Decoded.Plain(out.bytes());
      case End.Broken(var cause) -> new Decoded.Bad(cause);
    };
  }

  private static boolean isZlib(byte[] body) {
    return body.length >= 2
        && (body[0] & 0x0f) == 8
        && ((body[0] & 0xff) << 8 | (body[1] & 0xff)) % 31 == 0;
  }

  static End inflate(byte[] body, int from, boolean raw, Unfolding out) {
    var inflater = new Inflater(raw);
    var crc = new CRC32();
    try {
      inflater.setInput(body, from, body.length - from);
      var buffer = new byte[BUFFER];
      while (!inflater.finished()) {
        var n = inflater.inflate(buffer);
        if (n == 0 && inflater.needsDictionary()) {
          return new End.Broken(Cause.BAD_ENCODING);
        }
        if (n == 0 && inflater.needsInput()) {
          return new End.Broken(Cause.TRUNCATED);
        }
        out.add(buffer, n);
        crc.update(buffer, 0, n);
        if (out.isTooMuch()) {
          return new End.Broken(Cause.TOO_LARGE);
        }
      }
      return new End.Whole(body.length - inflater.getRemaining(), crc.getValue());
    } catch (DataFormatException corrupt) {
      return new End.Broken(Cause.BAD_ENCODING);
    } finally {
      inflater.end();
    }
  }
}
