package dev.feedwarden.feed;

import java.util.Arrays;

/**
 * Characters that a text is written with. A StringBuilder would take stretches of another text over
 * one by one, and as soon as one of them is not Latin all of them more slowly.
 */
final class Sheet {
  private char[] chars;
  private int length;

  Sheet(int expected) {
    this.chars = new char[expected];
  }

  int length() {
    return length;
  }

  boolean isEmpty() {
    return length == 0;
  }

  /** Forgets what was written after this length. */
  void setLength(int shorter) {
    length = shorter;
  }

  Sheet append(char c) {
    room(1);
    chars[length++] = c;
    return this;
  }

  Sheet append(String text) {
    return append(text, 0, text.length());
  }

  /** Appends what stands from one place of a text to another. */
  Sheet append(String text, int from, int to) {
    room(to - from);
    text.getChars(from, to, chars, length);
    length += to - from;
    return this;
  }

  Sheet append(char[] text, int from, int to) {
    room(to - from);
    System.arraycopy(text, from, chars, length, to - from);
    length += to - from;
    return this;
  }

  private void room(int more) {
    if (more > chars.length - length) {
      chars = Arrays.copyOf(chars, Math.max(Math.addExact(length, more), 2 * chars.length));
    }
  }

  @Override
  public String toString() {
    return new String(chars, 0, length);
  }
}
