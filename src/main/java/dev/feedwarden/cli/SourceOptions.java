package dev.feedwarden.cli;

import dev.feedwarden.model.Intake;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.policy.Admission;
import java.time.Duration;

/** What may be said of a source, checked. */
final class SourceOptions {
  private SourceOptions() {}

  static String name(String name) {
    if (!Admission.isName(name)) {
      throw new OperatorMistake("--name takes 1 to " + Admission.LONGEST_NAME + " characters.");
    }
    return name;
  }

  static Intake.Mode mode(String text) {
    return Intake.Mode.parse(text)
        .orElseThrow(
            () -> new OperatorMistake("--mode is feed or feed+pages, not \"" + text + "\"."));
  }

  static Duration interval(int minutes) {
    return Admission.interval(minutes)
        .orElseThrow(
            () -> new OperatorMistake("--interval takes 1 to 1440 minutes, not " + minutes + "."));
  }
}
