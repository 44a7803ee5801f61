package dev.feedwarden.app;

import java.nio.file.Path;
import java.util.List;

/** A configuration file as one look found it. */
record SettingsFile(Path path, Reading<String> content) {
  Layer layer() {
    return switch (content) {
      case Reading.Good<String>(var text) -> YamlFile.read(path, text);
      case Reading.Bad<String>(var reason) ->
          new Layer(List.of(), List.of(path + ": the file " + reason));
    };
  }

  /** Whether there is not a word in it, be it a comment. */
  boolean isBlank() {
    return content instanceof Reading.Good<String>(var text) && text.isBlank();
  }

  @Override
  public String toString() {
    return path.toString(); // the content may hold secrets
  }
}
