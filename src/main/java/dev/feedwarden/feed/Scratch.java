package dev.feedwarden.feed;

import java.io.Writer;
import java.util.Arrays;

/** A run of characters that one text after another is gathered in, none longer than a field. */
final class Scratch extends Writer {
  private char[] chars = new char[256];
  private int length;
  private boolean cut;
  private final Tokens source;

  Scratch(Tokens source) {
    this.source = source;
  }

  void clear() {
    length = 0;
    cut = false;
  }

  int length() {
    return length;
  }

  /** Whether there was more than a field may hold. */
  boolean isCut() {
    return cut;
  }

  boolean isFull() {
    return length >= Xml.LONGEST_FIELD;
  }

  @Override
  public void write(int c) {
    append((char) c);
  }

  @Override
  public void write(char[] from, int at, int count) {
    var kept = room(count);
    System.arraycopy(from, at, chars, length, kept);
    length += kept;
  }

  @Override
  public void write(String text, int at, int count) {
    var kept = room(count);
    text.getChars(at, at + kept, chars, length);
    length += kept;
  }

  @Override
  public Scratch append(CharSequence text) {
    var written = text.toString();
    write(written, 0, written.length());
    return this;
  }

  @Override
  public Scratch append(char c) {
    if (length < chars.length || grown(1) == 1) {
      chars[length++] = c;
    }
    return this;
  }

  /** Writes what begins there as HTML writes text and attributes. */
  void escape(int from) {
    for (int i = from; i < length; i++) {
      if (chars[i] == '&' || chars[i] == '<' || chars[i] == '"') {
        var tail = new String(chars, from, length - from);
        length = from;
        append(tail.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;"));
        return;
      }
    }
  }

  /** All of it, with nothing that cannot be stored. */
  String text() {
    var text = new String(chars, 0, length);
    return source.clean() && length < Xml.LONGEST_FIELD - 1 ? text : Chars.storable(text);
  }

  private int room(int count) {
    return count <= chars.length - length ? count : grown(count);
  }

  private int grown(int count) {
    var kept = Math.min(count, Xml.LONGEST_FIELD - length);
    cut |= kept < count;
    if (length + kept > chars.length) {
      var larger = Math.max(length + kept, chars.length * 2);
      chars = Arrays.copyOf(chars, Math.min(larger, Xml.LONGEST_FIELD));
    }
    return kept;
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
