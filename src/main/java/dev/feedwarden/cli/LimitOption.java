package dev.feedwarden.cli;

import dev.feedwarden.model.OperatorMistake;
import picocli.CommandLine.Option;

/** How many rows a list has. */
final class LimitOption {
  private static final int MOST = 10_000;

  @Option(names = "--limit", paramLabel = "N", description = "How many; 20 by default.")
  private int limit = 20;

  int rows() {
    if (limit < 1 || limit > MOST) {
      throw new OperatorMistake("--limit takes 1 to " + MOST + ", not " + limit + ".");
    }
    return limit;
  }
}
