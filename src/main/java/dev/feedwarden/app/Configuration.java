package dev.feedwarden.app;

import dev.feedwarden.model.OperatorMistake;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a command's configuration comes from: the environment, and the flags that the command line
 * adds.
 */
public final class Configuration {
  private final Map<String, String> environment;
  private final Path directory;
  private final Path home;
  private final String version;
  private final Map<String, String> flags = new HashMap<>();
  private @Nullable Path file;

  public Configuration(Map<String, String> environment, Path directory, Path home, String version) {
    this.environment = new HashMap<>(environment);
    this.directory = directory.toAbsolutePath();
    this.home = home;
    this.version = version;
  }

  /** A setting that may be given as a flag. */
  public record Flag(String flag, String meaning) {}

  /** Every setting as a flag. */
  public static List<Flag> flags() {
    return KnownSettings.ALL.stream()
        .map(setting -> new Flag(spelling(setting.name()), setting.meaning()))
        .toList();
  }

  private static String spelling(String name) {
    return "--" + name.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Takes a flag from the command line. */
  public void flag(String flag, String value) {
    flags.put(flag, value);
  }

  /** Takes the file that {@code --config} names. */
  public void file(Path path) {
    file = path;
  }

  /** Has nobody answered over the network unless somebody said where. */
  public void listenOnlyIfTold() {
    if (settings().origin(KnownSettings.LISTEN) instanceof Origin.Default) {
      flag(spelling(KnownSettings.LISTEN.name()), "off");
    }
  }

  /**
   * Takes a Slack webhook from the command line, where only {@code watch} takes a secret: it is for
   * a person at their own machine. What is new is what such a person waits for.
   */
  public void slack(String webhook) {
    environment.remove(Layer.PREFIX + KnownSettings.SLACK_WEBHOOK_URL.name() + "_FILE");
    environment.put(Layer.PREFIX + KnownSettings.SLACK_WEBHOOK_URL.name(), webhook);
    if (settings().origin(KnownSettings.SLACK_EVENTS) instanceof Origin.Default) {
      flag(spelling(KnownSettings.SLACK_EVENTS.name()), "incidents,articles");
    }
  }

  public String version() {
    return version;
  }

  /** All settings as they are, good or not. */
  public Settings settings() {
    return Settings.read(new Inputs(flags, environment, file, directory, home, version));
  }

  /** The checked configuration; problems are the operator's, a sentence each. */
  public Config config() {
    return checked(settings());
  }

  static Config checked(Settings settings) {
    return switch (Config.of(settings)) {
      case Config.Checked.Good(var config) -> config;
      case Config.Checked.Bad(var problems) -> throw new OperatorMistake(problems);
    };
  }
}
