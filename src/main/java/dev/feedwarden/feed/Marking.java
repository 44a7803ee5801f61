package dev.feedwarden.feed;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;

/** Makes one {@link Digest#mark} after another, however long the texts, in the same few bytes. */
final class Marking {
  private static final int PIECE = 8 * 1_024;

  private final Desk desk;
  private final MessageDigest sha = Digest.sha256();
  private final CharsetEncoder encoder =
      StandardCharsets.UTF_8
          .newEncoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);
  private final ByteBuffer piece = ByteBuffer.allocate(PIECE);

  Marking(Desk desk) {
    this.desk = desk;
  }

  /** What {@link Digest#mark} says of a text. */
  String of(String text) {
    read(text);
    return Digest.mark(sha.digest());
  }

  /** The same of lists of texts, in their order. */
  String of(List<List<String>> lists) {
    for (var list : lists) {
      for (var text : list) {
        read(text);
        sha.update((byte) 0); // in no text
      }
      sha.update((byte) 1);
    }
    return Digest.mark(sha.digest());
  }

  private void read(String text) {
    var left = CharBuffer.wrap(desk.laidOut(text), 0, text.length());
    encoder.reset();
    boolean isMore;
    do {
      isMore = encoder.encode(left, piece, true).isOverflow();
      sha.update(piece.array(), 0, piece.position());
      piece.clear();
    } while (isMore);
  }
}
