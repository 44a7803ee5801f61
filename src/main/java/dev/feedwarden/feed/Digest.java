package dev.feedwarden.feed;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

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
    return hex(sha256().digest(text.getBytes(StandardCharsets.UTF_8)), MARK_BYTES);
  }

  /** The same of lists of texts, in their order. */
  static String mark(List<List<String>> lists) {
    var sha = sha256();
    for (var list : lists) {
      for (var text : list) {
        sha.update(text.getBytes(StandardCharsets.UTF_8));
        sha.update((byte) 0); // in no text
      }
      sha.update((byte) 1);
    }
    return hex(sha.digest(), MARK_BYTES);
  }

  private static String hex(byte[] sha, int bytes) {
    return HexFormat.of().formatHex(sha, 0, bytes);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
