package dev.feedwarden.deliver;

/** Takes letters to one destination. */
public interface Carrier extends AutoCloseable {
  Verdict carry(Letter letter) throws InterruptedException;

  @Override
  default void close() {}
}
