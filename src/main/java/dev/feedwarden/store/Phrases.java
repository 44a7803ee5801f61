package dev.feedwarden.store;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * What many articles are written with, so that none has to bring it: zstd compresses their texts
 * against these bytes. Not a byte of them may ever change: what is stored could not be read.
 */
final class Phrases {
  private Phrases() {}

  static byte[] bytes() {
    try (var in = requireNonNull(Phrases.class.getResourceAsStream("phrases-1.txt"))) {
      return in.readAllBytes();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
