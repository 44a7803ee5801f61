package dev.feedwarden.app;

import dev.feedwarden.cli.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The configuration of a running service: a changed file is followed as far as that is possible
 * without a restart, and a bad one is not followed at all.
 */
public final class LiveConfig {
  private static final Logger LOG = LoggerFactory.getLogger(LiveConfig.class);

  /** The settings beside POLICY_* whose new value is used without a restart. */
  private static final Set<String> FOLLOWED =
      Set.of(
          "WORKERS",
          "START_RATE",
          "STOP_GRACE",
          "HOST_MIN_GAP",
          "DEFAULT_INTERVAL",
          "RETRY_MAX_ATTEMPTS",
          "RETRY_BACKOFF_BASE_SEC",
          "RETRY_BACKOFF_JITTER_SEC",
          "MAX_RETRY_AFTER_SECONDS",
          "AUTO_DEACTIVATE_AFTER_ERRORS",
          "LOG_LEVEL",
          "LOG_FORMAT");

  private final Configuration configuration;
  private final Terminal terminal;
  private final Config atStart;
  private String text;
  private Settings settings;
  private volatile Config present;

  /** A configuration that was good at the start. */
  public LiveConfig(Configuration configuration, Config atStart, Terminal terminal) {
    this.configuration = configuration;
    this.terminal = terminal;
    this.atStart = atStart;
    this.settings = configuration.settings();
    this.text = settings.fileText();
    this.present = atStart;
  }

  Config atStart() {
    return atStart;
  }

  static boolean isFollowed(String setting) {
    return setting.startsWith("POLICY_") || FOLLOWED.contains(setting);
  }

  /** Something made from the configuration, and made anew when that has changed. */
  <T> Supplier<T> map(Function<Config, T> making) {
    return new Supplier<>() {
      private Config of = present;
      private T made = making.apply(of);

      @Override
      public synchronized T get() {
        if (!of.equals(present)) {
          of = present;
          made = making.apply(of);
        }
        return made;
      }
    };
  }

  /** Looks whether the file has changed, and follows it if it is good. */
  public void look() {
    var now = configuration.settings();
    var said = now.fileText();
    if (said.equals(text)) {
      return;
    }
    text = said;
    switch (Config.of(now)) {
      case Config.Checked.Bad(var problems) ->
          LOG.atError()
              .addKeyValue("problems", problems)
              .log("configuration not reloaded: the last good one stays in force");
      case Config.Checked.Good(var config) -> follow(config, now);
    }
  }

  private void follow(Config config, Settings now) {
    var changed = changed(settings.shown(), now.shown());
    var needing = changed.stream().filter(name -> !isFollowed(name)).toList();
    settings = now;
    present = config;
    Logging.follow(config.log(), terminal.errIsSeen());
    if (!needing.isEmpty()) {
      LOG.atWarn().addKeyValue("settings", needing).log("restart needed");
    }
    LOG.atInfo()
        .addKeyValue("settings", changed.stream().filter(LiveConfig::isFollowed).toList())
        .log("configuration reloaded");
  }

  private static List<String> changed(List<Setting.Shown> before, List<Setting.Shown> now) {
    var old = before.stream().collect(Collectors.toMap(Setting.Shown::name, Setting.Shown::value));
    var names = new ArrayList<String>();
    now.forEach(
        setting -> {
          if (!setting.value().equals(old.get(setting.name()))) {
            names.add(setting.name());
          }
        });
    return names;
  }
}
