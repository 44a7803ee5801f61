package dev.feedwarden.app;

import java.nio.file.Path;
import java.util.Locale;

/** Where the value of a setting came from, in the spelling of whoever gave it. */
public sealed interface Origin {
  record Flag(String flag) implements Origin {}

  record Variable(String variable) implements Origin {}

  record InFile(Path file, String key) implements Origin {}

  record Default() implements Origin {}

  /** What a sentence about the setting begins with. */
  default String label() {
    return switch (this) {
      case Flag(var flag) -> flag;
      case Variable(var variable) -> variable;
      case InFile(var file, var key) -> file + ": " + key;
      case Default() -> "default";
    };
  }

  /** The same place in words, for a name that no setting has. */
  default String described() {
    return switch (this) {
      case Flag(var flag) -> "the flag " + flag;
      case Variable(var variable) -> "the variable " + variable;
      case InFile(var file, var key) -> "the key " + key + " in " + file;
      case Default() -> "the default";
    };
  }

  /** How a setting is written in a place like this one. */
  default String spelling(String name) {
    return switch (this) {
      case Flag _ -> "--" + name.toLowerCase(Locale.ROOT).replace('_', '-');
      case Variable _ -> Layer.PREFIX + name;
      case InFile _ -> name.toLowerCase(Locale.ROOT);
      case Default() -> name;
    };
  }
}
