package dev.feedwarden.model;

/** Somebody wanted to change what a registry elsewhere decides. */
public final class SourcesElsewhere extends OperatorMistake {
  private static final long serialVersionUID = 1L;

  public SourcesElsewhere(String registry) {
    super("The sources here are those of the registry " + registry + "; change them there.");
  }
}
