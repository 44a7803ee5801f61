package dev.feedwarden.app;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that configuration depends on.
 *
 * @param flags by their spelling: {@code --request-timeout}
 * @param variables the whole environment; others' variables are left alone
 * @param configFile what {@code --config} names
 * @param directory where the program was started
 * @param home the user's own directory
 * @param version of this program
 */
public record Inputs(
    Map<String, String> flags,
    Map<String, String> variables,
    @Nullable Path configFile,
    Path directory,
    Path home,
    String version) {
  public Inputs {
    flags = Map.copyOf(flags);
    variables = Map.copyOf(variables);
  }

  // The XDG base directory specification: a relative path is to be ignored.
  Path dataHome() {
    var xdg = variables.getOrDefault("XDG_DATA_HOME", "");
    return xdg.startsWith("/") ? Path.of(xdg) : home.resolve(".local", "share");
  }

  /** A path as somebody wrote it, from where they stood. */
  Path resolved(Path path) {
    return path.startsWith("~")
        ? home.resolve(Path.of("~").relativize(path))
        : directory.resolve(path);
  }

  @Override
  public String toString() {
    return "Inputs of " + directory; // flags and variables hold secrets
  }
}
