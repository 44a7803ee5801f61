package dev.feedwarden.model;

import java.util.List;

/**
 * Something the operator must put right; the message is what they read, a sentence for each thing.
 */
public sealed class OperatorMistake extends RuntimeException permits SourcesElsewhere {
  private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // never serialised
  private final List<String> sentences;

  public OperatorMistake(String sentence) {
    this(List.of(sentence));
  }

  public OperatorMistake(List<String> sentences) {
    super(String.join(" ", sentences));
    this.sentences = List.copyOf(sentences);
  }

  public List<String> sentences() {
    return sentences;
  }
}
