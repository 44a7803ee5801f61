package dev.feedwarden.store;

/** The store can take or give nothing at the moment; it may be able to later. */
public final class Unavailable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Unavailable(RuntimeException failed) {
    super(failed);
  }
}
