package dev.feedwarden.feed;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The beginning of a SHA-256 in hex. */
final class Digest {
  private static final int BODY_BYTES = 16;

  // A thousand million articles have two alike with a chance of one in forty, and then one of them
  // passes for a copy of the other; each of these bytes is written five times an article.
  private static final int MARK_BYTES = 8;

  private Digest() {}

  /** Enough to know a document again by. */
  static String body(byte[] bytes) {
    return hex(sha256().digest(bytes), BODY_BYTES);
  }

  /** Enough to know an article or a link again by. */
  static String mark(String text) {
    return mark(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** The same of a text that was hashed already. */
  static String mark(byte[] sha) {
    return hex(sha, MARK_BYTES);
  }

  private static String hex(byte[] sha, int bytes) {
    return HexFormat.of().formatHex(sha, 0, bytes);
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
