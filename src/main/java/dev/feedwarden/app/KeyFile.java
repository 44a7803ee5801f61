package dev.feedwarden.app;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** A key for tokens: its name, and the file that holds it. */
public record KeyFile(String kid, Path file) {
  private static final Pattern SYNTAX = Pattern.compile("([A-Za-z0-9._-]{1,64})=(.+)");

  static Reading<KeyFile> read(String text) {
    var match = SYNTAX.matcher(text);
    if (!match.matches()) {
      return new Reading.Bad<>("is not NAME=FILE");
    }
    try {
      return new Reading.Good<>(new KeyFile(match.group(1), Path.of(match.group(2))));
    } catch (InvalidPathException notAPath) {
      return new Reading.Bad<>("does not name a file");
    }
  }

  static String text(KeyFile key) {
    return key.kid + "=" + key.file;
  }

  KeyFile in(UnaryOperator<Path> resolved) {
    return new KeyFile(kid, resolved.apply(file));
  }
}
