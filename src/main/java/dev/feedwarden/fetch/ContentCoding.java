package dev.feedwarden.fetch;

import dev.feedwarden.model.Cause;
import java.io.ByteArrayOutputStream;
import java.util.Locale;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Undoes one content coding within a cap on what comes out. */
final class ContentCoding {
  static final String ACCEPTED = "gzip, deflate";

  private static final int MOST_MEMBERS = 64;
  private static final int RATIO = 200;
  private static final int RATIO_APPLIES_FROM = 1 << 20;
  private static final int GZIP_HEADER = 10;
  private static final int GZIP_TRAILER = 8;

  private ContentCoding() {}

  /** A body as it was meant, or why it cannot be had. */
  sealed interface Decoded {
    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    record Plain(byte[] bytes) implements Decoded {}

    record Bad(Cause cause) implements Decoded {}
  }

  static Decoded decode(byte[] body, @Nullable String coding, int cap) {
    var name = coding == null ? "" : coding.strip().toLowerCase(Locale.ROOT);
    return switch (name) {
      case "", "identity" -> new Decoded.Plain(body);
      case "gzip", "x-gzip" -> gunzip(body, cap);
      case "deflate" -> inflate(body, cap);
      default -> new Decoded.Bad(Cause.BAD_ENCODING);
    };
  }

  // Some servers name gzip and send plain text; without the magic it cannot be gzip.
  private static Decoded gunzip(byte[] body, int cap) {
    if (!isGzip(body, 0)) {
      return new Decoded.Plain(body);
    }
    var out = new ByteArrayOutputStream(Math.min(cap, body.length * 4));
    int at = 0;
    for (int member = 0; at < body.length && isGzip(body, at); member++) {
      if (member == MOST_MEMBERS) {
        return new Decoded.Bad(Cause.BAD_ENCODING);
      }
      var data = skipHeader(body, at);
      if (data < 0) {
        return new Decoded.Bad(Cause.TRUNCATED);
      }
      var crc = new CRC32();
      var before = out.size();
      var end = inflate(body, data, true, out, cap, crc);
      if (end.cause() != null) {
        return new Decoded.Bad(end.cause());
      }
      if (end.at() + GZIP_TRAILER > body.length) {
        return new Decoded.Bad(Cause.TRUNCATED);
      }
      var rightSum = littleEndian(body, end.at()) == crc.getValue();
      var rightSize = littleEndian(body, end.at() + 4) == ((out.size() - before) & 0xffffffffL);
      if (!rightSum || !rightSize) {
        return new Decoded.Bad(Cause.BAD_ENCODING);
      }
      at = end.at() + GZIP_TRAILER;
    }
    return new Decoded.Plain(out.toByteArray()); // whatever follows the last member is ignored
  }

  // "deflate" means zlib, but raw deflate is sent under that name too.
  private static Decoded inflate(byte[] body, int cap) {
    var zlib = body.length >= 2 && (body[0] & 0x0f) == 8 && bigEndianPair(body) % 31 == 0;
    var out = new ByteArrayOutputStream(Math.min(cap, body.length * 4));
    var end = inflate(body, 0, !zlib, out, cap, new CRC32());
    return end.cause() == null
        ? new Decoded.Plain(out.toByteArray())
        : new Decoded.Bad(end.cause());
  }

  /** Where a stream ended, or why it did not. */
  private record End(int at, @Nullable Cause cause) {}

  private static End inflate(
      byte[] body, int from, boolean raw, ByteArrayOutputStream out, int cap, CRC32 crc) {
    var inflater = new Inflater(raw);
    try {
      inflater.setInput(body, from, body.length - from);
      var buffer = new byte[16 << 10];
      while (!inflater.finished()) {
        var n = inflater.inflate(buffer);
        if (n == 0 && (inflater.needsInput() || inflater.needsDictionary())) {
          return new End(0, Cause.TRUNCATED);
        }
        out.write(buffer, 0, n);
        crc.update(buffer, 0, n);
        if (out.size() > cap || isBomb(out.size(), body.length)) {
          return new End(0, Cause.TOO_LARGE);
        }
      }
      return new End(body.length - inflater.getRemaining(), null);
    } catch (DataFormatException corrupt) {
      return new End(0, Cause.BAD_ENCODING);
    } finally {
      inflater.end();
    }
  }

  private static boolean isBomb(int out, int in) {
    return out > RATIO_APPLIES_FROM && out / RATIO > in;
  }

  private static boolean isGzip(byte[] body, int at) {
    return body.length - at >= GZIP_HEADER
        && (body[at] & 0xff) == 0x1f
        && (body[at + 1] & 0xff) == 0x8b
        && body[at + 2] == 8;
  }

  /** The index behind a member's header (RFC 1952 section 2.3), or -1 if it does not end. */
  private static int skipHeader(byte[] body, int at) {
    var flags = body[at + 3];
    var i = at + GZIP_HEADER;
    if ((flags & 4) != 0) {
      if (i + 2 > body.length) {
        return -1;
      }
      i += 2 + (body[i] & 0xff) + ((body[i + 1] & 0xff) << 8);
    }
    for (var flag : new int[] {8, 16}) { // file name, comment
      if ((flags & flag) != 0) {
        i = behindZero(body, i);
        if (i < 0) {
          return -1;
        }
      }
    }
    i += (flags & 2) != 0 ? 2 : 0;
    return i <= body.length ? i : -1;
  }

  private static int behindZero(byte[] body, int from) {
    for (int i = from; i < body.length; i++) {
      if (body[i] == 0) {
        return i + 1;
      }
    }
    return -1;
  }

  private static long littleEndian(byte[] body, int at) {
    long value = 0;
    for (int i = 3; i >= 0; i--) {
      value = value << 8 | (body[at + i] & 0xff);
    }
    return value;
  }

  private static int bigEndianPair(byte[] body) {
    return (body[0] & 0xff) << 8 | (body[1] & 0xff);
  }
}
