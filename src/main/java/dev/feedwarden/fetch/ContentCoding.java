package dev.feedwarden.fetch;

import dev.feedwarden.model.Cause;
import java.util.Locale;

/** Undoes one content coding within a cap on what comes out. */
final class ContentCoding {
  static final String ACCEPTED = "gzip, deflate, br";

  private ContentCoding() {}

  /** A body as it was meant, or why it cannot be had. */
  sealed interface Decoded {
    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    record Plain(byte[] bytes) implements Decoded {}

    record Bad(Cause cause) implements Decoded {}
  }

  /**
   * Decodes a whole body.
   *
   * @param coding one name; a list of codings is how bombs are nested, and nobody else sends one
   */
  static Decoded decode(byte[] body, String coding, int cap) {
    return switch (coding.strip().toLowerCase(Locale.ROOT)) {
      case "", "identity" -> new Decoded.Plain(body);
      case "gzip", "x-gzip" -> Gzip.decode(body, new Unfolding(body.length, cap));
      case "deflate" -> Deflate.decode(body, new Unfolding(body.length, cap));
      case "br" -> Brotli.decode(body, new Unfolding(body.length, cap));
      default -> new Decoded.Bad(Cause.BAD_ENCODING);
    };
  }
}
