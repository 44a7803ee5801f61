package dev.feedwarden.model;

/** Something the operator must put right; the message is the one sentence they read. */
public final class OperatorMistake extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public OperatorMistake(String sentence) {
    super(sentence);
  }
}
