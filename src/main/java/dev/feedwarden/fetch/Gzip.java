package dev.feedwarden.fetch;

import dev.feedwarden.fetch.ContentCoding.Decoded;
import dev.feedwarden.model.Cause;

/** The coding {@code gzip} (RFC 1952): a row of members, each with a header and a checksum. */
final class Gzip {
  private static final int MOST_MEMBERS = 64;
  private static final int HEADER = 10;
  private static final int TRAILER = 8;
  private static final int FLAG_CRC = 2;
  private static final int FLAG_EXTRA = 4;
  private static final int FLAG_NAME = 8;
  private static final int FLAG_COMMENT = 16;
  private static final int FLAGS_RESERVED = 0xe0;

  private Gzip() {}

  // Some servers name gzip and send plain text, which the magic number tells. Whatever follows the
  // last member is ignored, as gzip itself does with padding.
  static Decoded decode(byte[] body, Unfolding out) {
    if (!isMember(body, 0)) {
      return new Decoded.Plain(body);
    }
    int at = 0;
    for (int members = 0; isMember(body, at); members++) {
      if (members == MOST_MEMBERS) {
        return new Decoded.Bad(Cause.BAD_ENCODING);
      }
      switch (member(body, at, out)) {
        case Deflate.End.Whole(var end, _) -> at = end;
        case Deflate.End.Broken(var cause) -> {
          return new Decoded.Bad(cause);
        }
      }
    }
    return new Decoded.Plain(out.bytes());
  }

  private static boolean isMember(byte[] body, int at) {
    return body.length - at >= 2 && (body[at] & 0xff) == 0x1f && (body[at + 1] & 0xff) == 0x8b;
  }

  private static Deflate.End member(byte[] body, int at, Unfolding out) {
    if (body.length - at < HEADER) {
      return new Deflate.End.Broken(Cause.TRUNCATED);
    }
    if (body[at + 2] != 8 || (body[at + 3] & FLAGS_RESERVED) != 0) {
      return new Deflate.End.Broken(Cause.BAD_ENCODING);
    }
    var data = behindHeader(body, at);
    if (data > body.length) {
      return new Deflate.End.Broken(Cause.TRUNCATED);
    }
    var before = out.size();
    return switch (Deflate.inflate(body, data, true, out)) {
      case Deflate.End.Broken broken -> broken;
      case Deflate.End.Whole(var end, var crc) -> checked(body, end, crc, out.size() - before);
    };
  }

  private static Deflate.End checked(byte[] body, int at, long crc, int size) {
    if (at + TRAILER > body.length) {
      return new Deflate.End.Broken(Cause.TRUNCATED);
    }
    return littleEndian(body, at) == crc && littleEndian(body, at + 4) == size
        ? new Deflate.End.Whole(at + TRAILER, crc)
        : new Deflate.End.Broken(Cause.BAD_ENCODING);
  }

  /** Past the body's end if the header has none (RFC 1952 section 2.3). */
  private static int behindHeader(byte[] body, int at) {
    var flags = body[at + 3];
    var i = at + HEADER;
    if ((flags & FLAG_EXTRA) != 0) {
      i += i + 2 > body.length ? 2 : 2 + (body[i] & 0xff) + ((body[i + 1] & 0xff) << 8);
    }
    if ((flags & FLAG_NAME) != 0) {
      i = behindZero(body, i);
    }
    if ((flags & FLAG_COMMENT) != 0) {
      i = behindZero(body, i);
    }
    return (flags & FLAG_CRC) != 0 ? i + 2 : i;
  }

  private static int behindZero(byte[] body, int from) {
    int i = from;
    while (i < body.length && body[i] != 0) {
      i++;
    }
    return i + 1;
  }

  private static long littleEndian(byte[] body, int at) {
    long value = 0;
    for (int i = 3; i >= 0; i--) {
      value = value << 8 | (body[at + i] & 0xff);
    }
    return value;
  }
}
