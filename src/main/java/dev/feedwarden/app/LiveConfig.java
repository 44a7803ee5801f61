package dev.feedwarden.app;

import dev.feedwarden.cli.Terminal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
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
          "HISTORY_MAX_AGE",
          "HISTORY_MAX_ROWS",
          "REPAIR_SEARCH",
          "REPAIR_AUTO",
          "PAGES_KEEP_NOINDEX",
          "LOG_LEVEL",
          "LOG_FORMAT");

  private final Configuration configuration;
  private final Terminal terminal;
  private final Config atStart;
  private Optional<SettingsFile> seen;
  private Optional<SettingsFile> judged;
  private final Settings first;
  private volatile Settings settings;
  private volatile Config present;

  /** The configuration at the start, which must be good. */
  public LiveConfig(Configuration configuration, Terminal terminal) {
    this.configuration = configuration;
    this.terminal = terminal;
    this.first = configuration.settings();
    this.settings = first;
    this.seen = first.file();
    this.judged = seen;
    this.atStart = Configuration.checked(first);
    this.present = atStart;
  }

  /** What a look at the file came to. */
  sealed interface News {
    record Nothing() implements News {}

    record Refused(List<String> problems) implements News {}

    /**
     * The settings that have changed: those in force now, and since the start those that need one.
     */
    record Reloaded(List<String> followed, List<String> needing) implements News {}
  }

  /** The configuration that the service was started with; from here on the log speaks. */
  public Config begin() {
    Logging.follow(atStart.log(), terminal.errIsSeen());
    return atStart;
  }

  public Config atStart() {
    return atStart;
  }

  /** Every setting as it is in force; secrets are masked. */
  List<Setting.Shown> shown() {
    var now = settings.shown();
    var then = first.shown();
    return IntStream.range(0, now.size())
        .mapToObj(i -> isFollowed(now.get(i).name()) ? now.get(i) : then.get(i))
        .toList();
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
    switch (news()) {
      case News.Nothing() -> {}
      case News.Refused(var problems) ->
          LOG.atError()
              .addKeyValue("problems", problems)
              .log("configuration not reloaded: the last good one stays in force");
      case News.Reloaded(var followed, var needing) -> {
        Logging.follow(present.log(), terminal.errIsSeen());
        if (!needing.isEmpty()) {
          LOG.atWarn().addKeyValue("settings", needing).log("restart needed");
        }
        LOG.atInfo().addKeyValue("settings", followed).log("configuration reloaded");
      }
    }
  }

  // Somebody may be writing still: a file is judged when two looks have found the same, and once.
  News news() {
    var now = configuration.settings();
    var before = seen;
    seen = now.file();
    if (!seen.equals(before) || seen.equals(judged)) {
      return new News.Nothing();
    }
    judged = seen;
    var lost = lost(settings.file(), seen);
    if (lost.isPresent()) {
      return new News.Refused(List.of(lost.get()));
    }
    return switch (Config.of(now)) {
      case Config.Checked.Bad(var problems) -> new News.Refused(problems);
      case Config.Checked.Good(var config) -> follow(config, now);
    };
  }

  // An editor that failed leaves nothing behind, and nothing would mean all defaults.
  private Optional<String> lost(Optional<SettingsFile> before, Optional<SettingsFile> now) {
    if (before.isEmpty() || before.get().isBlank()) {
      return Optional.empty();
    }
    var path = before.get().path();
    var same = now.filter(file -> file.path().equals(path));
    if (same.isPresent()) {
      return same.filter(SettingsFile::isBlank).map(_ -> path + ": the file is empty");
    }
    return TextFile.exists(settings.resolved(path))
        ? Optional.empty()
        : Optional.of(path + ": the file does not exist");
  }

  private News follow(Config config, Settings now) {
    var followed = now.changedSince(settings).stream().filter(LiveConfig::isFollowed).toList();
    var needing = now.changedSince(first).stream().filter(name -> !isFollowed(name)).toList();
    settings = now;
    present = inForce(config);
    return new News.Reloaded(followed, needing);
  }

  // What needs a restart stays as it was everywhere: half of the parts would not hear of it.
  private Config inForce(Config now) {
    var fetch = atStart.fetch();
    var limits = fetch.limits();
    return new Config(
        atStart.dataDir(),
        atStart.database(),
        new Config.Fetch(
            fetch.userAgent(),
            new Config.Limits(
                limits.attempt(),
                limits.poll(),
                limits.redirects(),
                limits.response(),
                now.fetch().limits().retryAfter()),
            now.fetch().retry(),
            fetch.guard(),
            fetch.transport(),
            fetch.secretKey()),
        new Config.Schedule(
            now.schedule().hostMinGap(),
            atStart.schedule().lanes(),
            atStart.schedule().minFetchInterval(),
            now.schedule().defaultInterval(),
            now.schedule().workers(),
            now.schedule().startRate(),
            now.schedule().stopGrace()),
        now.policy(),
        atStart.api(),
        atStart.registry(),
        now.history(),
        now.repair(),
        now.pages(),
        atStart.deliver(),
        now.log());
  }
}
