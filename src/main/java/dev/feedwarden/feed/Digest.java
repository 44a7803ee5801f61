package dev.feedwarden.feed;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Half of a SHA-256 in hex: enough to know a thing again by. */
final class Digest {
  private static final int BYTES = 16;

  private Digest() {}

  static String of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  static String of(byte[] bytes) {
    try {
      var sha = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(sha, 0, BYTES);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
