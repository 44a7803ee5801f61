package dev.feedwarden.poll;

import dev.feedwarden.model.Poll;

/** The store failed to take a poll that had ended: our own fault, whatever the poll came to. */
final class NotRecorded extends RuntimeException {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // never serialised
  private final Poll poll;

  NotRecorded(Poll poll, Throwable cause) {
    super(cause);
    this.poll = poll;
  }

  Poll poll() {
    return poll;
  }
}
