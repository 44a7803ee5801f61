package dev.feedwarden.deliver;

import java.util.ArrayList;
import java.util.List;

/** Takes letters to one destination. */
public interface Carrier extends AutoCloseable {
  Verdict carry(Letter letter) throws InterruptedException;

  /** Takes several in their order: a verdict for each, up to one that was not taken at least. */
  default List<Verdict> carry(List<Letter> letters) throws InterruptedException {
    var verdicts = new ArrayList<Verdict>();
    for (var letter : letters) {
      verdicts.add(carry(letter));
      if (!(verdicts.getLast() instanceof Verdict.Delivered)) {
        break;
      }
    }
    return verdicts;
  }

  @Override
  default void close() {}
}
