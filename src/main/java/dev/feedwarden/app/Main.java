package dev.feedwarden.app;

import dev.feedwarden.cli.CommandTree;
import dev.feedwarden.cli.Terminal;
import java.nio.file.Path;

/** The program's entry. */
public final class Main {
  private Main() {}

  /** Runs one command and ends with its exit code. */
  public static void main(String[] args) {
    var terminal = Terminal.ofProcess();
    var configuration = new Configuration(System.getenv(), Path.of(""), home(), version());
    var code = new CommandTree(terminal, configuration).run(args);
    Logging.finish();
    System.exit(code);
  }

  private static Path home() {
    var home = System.getenv("HOME"); // the JVM's user.home is not the shell's ~ under sudo
    return Path.of(home == null || home.isEmpty() ? System.getProperty("user.home", "/") : home);
  }

  /** The version in the jar's manifest; classes run from a folder have none. */
  static String version() {
    var version = Main.class.getPackage().getImplementationVersion();
    return version == null ? "dev" : version;
  }
}
