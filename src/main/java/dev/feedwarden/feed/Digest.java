package dev.feedwarden.feed;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Half of a SHA-256 in hex: enough to know a thing again by. */
final class Digest {
  private static final int BYTES = 16;

  private Digest() {}

  static String of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  static String of(byte[] bytes) {
    return hex(sha256().digest(bytes));
  }

  /** Of lists of texts, in their order. */
  static String of(List<List<String>> lists) {
    var sha = sha256();
    for (var list : lists) {
      for (var text : list) {
        sha.update(text.getBytes(StandardCharsets.UTF_8));
        sha.update((byte) 0); // in no text
      }
      sha.update((byte) 1);
    }
    return hex(sha.digest());
  }

  private static String hex(byte[] sha) {
    return HexFormat.of().formatHex(sha, 0, BYTES);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java has SHA-256", impossible);
    }
  }
}
