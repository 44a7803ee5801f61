package dev.feedwarden.fetch;

import dev.feedwarden.fetch.ContentCoding.Decoded;
import dev.feedwarden.model.Cause;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.brotli.dec.BrotliInputStream;

/** The coding {@code br} (RFC 7932). */
final class Brotli {
  private static final int BUFFER = 16 << 10;

  private Brotli() {}

  // A stream has neither a magic number nor a checksum: cut short or corrupt looks the same.
  static Decoded decode(byte[] body, Unfolding out) {
    if (body.length == 0) {
      return new Decoded.Plain(body);
    }
    try (var in = new BrotliInputStream(new ByteArrayInputStream(body))) {
      var buffer = new byte[BUFFER];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        out.add(buffer, n);
        if (out.isTooMuch()) {
          return new Decoded.Bad(Cause.TOO_LARGE);
        }
      }
      return new Decoded.Plain(out.bytes());
    } catch (IOException corrupt) {
      return new Decoded.Bad(Cause.BAD_ENCODING);
    }
  }
}
