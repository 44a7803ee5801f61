package dev.feedwarden.cli;

import dev.feedwarden.cli.Terminal.Tint;

/** What a look at one thing came to. */
sealed interface Finding {
  String what();

  String words();

  record Good(String what, String words) implements Finding {}

  /** It works, but may not for long, or could not be looked at. */
  record Doubtful(String what, String words) implements Finding {}

  /** It does not work; the words say what to do. */
  record Bad(String what, String words) implements Finding {}

  default String verdict() {
    return switch (this) {
      case Good _ -> "ok";
      case Doubtful _ -> "warn";
      case Bad _ -> "fail";
    };
  }

  default void print(Terminal terminal, boolean json) {
    if (json) {
      new Fields()
          .with("check", what())
          .with("verdict", verdict())
          .with("words", words())
          .print(terminal, true);
      return;
    }
    var tint = this instanceof Good ? Tint.GOOD : this instanceof Bad ? Tint.BAD : Tint.STRONG;
    terminal.say(
        terminal.tint(tint, "%-4s".formatted(verdict()))
            + "  "
            + "%-13s".formatted(what())
            + "  "
            + Shown.remote(words()));
  }
}
