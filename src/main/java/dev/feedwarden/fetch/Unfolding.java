package dev.feedwarden.fetch;

import java.io.ByteArrayOutputStream;

/** Collects what a compressed body unfolds to, until it is too much. */
final class Unfolding {
  private static final int RATIO = 200;
  private static final int RATIO_APPLIES_FROM = 1 << 20;
  private static final int USUAL_RATIO = 4;

  private final int folded;
  private final int cap;
  private final ByteArrayOutputStream out;

  Unfolding(int folded, int cap) {
    this.folded = folded;
    this.cap = cap;
    this.out = new ByteArrayOutputStream((int) Math.min(cap, (long) folded * USUAL_RATIO));
  }

  void add(byte[] bytes, int length) {
    out.write(bytes, 0, length);
  }

  /** Whether it is larger than we take, or has grown as only a bomb does. */
  boolean isTooMuch() {
    var bomb = out.size() > RATIO_APPLIES_FROM && out.size() / RATIO > folded;
    return bomb || out.size() > cap;
  }

  int size() {
    return out.size();
  }

  byte[] bytes() {
    return out.toByteArray();
  }
}
