package dev.feedwarden.cli;

import dev.feedwarden.model.OperatorMistake;
import java.time.Duration;

/** What may be said of a source, checked. */
final class SourceOptions {
  private static final int LONGEST_NAME = 200;

  private SourceOptions() {}

  static String name(String name) {
    if (name.isBlank() || name.length() > LONGEST_NAME) {
      throw new OperatorMistake("--name takes 1 to " + LONGEST_NAME + " characters.");
    }
    return name;
  }

  static Duration interval(int minutes) {
    if (minutes < 1 || minutes > 24 * 60) {
      throw new OperatorMistake("--interval takes 1 to 1440 minutes, not " + minutes + ".");
    }
    return Duration.ofMinutes(minutes);
  }
}
