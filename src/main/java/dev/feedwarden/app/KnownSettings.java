package dev.feedwarden.app;

import static dev.feedwarden.app.Kind.choice;
import static dev.feedwarden.app.Kind.directory;
import static dev.feedwarden.app.Kind.duration;
import static dev.feedwarden.app.Kind.file;
import static dev.feedwarden.app.Kind.jdbcUrl;
import static dev.feedwarden.app.Kind.listOf;
import static dev.feedwarden.app.Kind.number;
import static dev.feedwarden.app.Kind.printable;
import static dev.feedwarden.app.Kind.proxy;
import static dev.feedwarden.app.Kind.secret;
import static dev.feedwarden.app.Kind.text;
import static dev.feedwarden.app.Kind.yesOrNo;

import dev.feedwarden.api.auth.KeyText;
import dev.feedwarden.deliver.Topic;
import dev.feedwarden.model.Overrides;
import dev.feedwarden.model.Tag;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Cells;
import dev.feedwarden.policy.Profile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The table of all settings: name, default, what is accepted, meaning. */
final class KnownSettings {
  static final String FILE_SUFFIX = "_FILE";
  private static final List<Setting<?>> ROWS = new ArrayList<>();

  static final Setting<Path> DATA_DIR =
      row(
          "DATA_DIR",
          "<XDG_DATA_HOME>/feedwarden",
          directory(),
          "where data is kept; XDG_DATA_HOME is ~/.local/share unless set");

  static final Setting<JdbcUrl> DATABASE_URL =
      row("DATABASE_URL", "jdbc:sqlite:<DATA_DIR>/feedwarden.db", jdbcUrl(), "the database");
  static final Setting<String> DATABASE_USER =
      row("DATABASE_USER", "", text(), "user of the database");
  static final Setting<Secret> DATABASE_PASSWORD =
      row("DATABASE_PASSWORD", "", secret(), "password of the database");
  static final Setting<Integer> DB_POOL_IDLE =
      row("DB_POOL_IDLE", "5", number(0, 100), "connections kept open");
  static final Setting<Integer> DB_POOL_MAX =
      row("DB_POOL_MAX", "15", number(1, 100), "connections at most");
  // HikariCP takes no shorter wait than 250 ms and no shorter lifetime than 30 s.
  static final Setting<Duration> DB_POOL_WAIT =
      row("DB_POOL_WAIT", "30s", duration("250ms", "10m"), "longest wait for a connection");
  static final Setting<Duration> DB_POOL_LIFETIME =
      row("DB_POOL_LIFETIME", "3600s", duration("30s", "1d"), "age at which one is replaced");

  // The poll's deadline bounds the attempt's, so both have the same upper limit.
  static final Setting<Duration> REQUEST_TIMEOUT =
      row("REQUEST_TIMEOUT", "10s", duration("1s", "110s"), "one attempt with all its redirects");
  // A lease lasts 180 s and a poll must end within two thirds of it.
  static final Setting<Duration> POLL_DEADLINE =
      row("POLL_DEADLINE", "45s", duration("1s", "110s"), "one poll with all its attempts");
  static final Setting<Integer> RETRY_MAX_ATTEMPTS =
      row("RETRY_MAX_ATTEMPTS", "3", number(1, 10), "attempts of one poll, the first included");
  // A poll never waits longer than 5 s for its next attempt, so a longer base would mean none.
  static final Setting<Duration> RETRY_BACKOFF_BASE_SEC =
      row("RETRY_BACKOFF_BASE_SEC", "1.0", duration("0s", "5s"), "first wait, doubled each time");
  static final Setting<Duration> RETRY_BACKOFF_JITTER_SEC =
      row("RETRY_BACKOFF_JITTER_SEC", "0.3", duration("0s", "5s"), "random addition to each wait");
  static final Setting<Integer> MAX_REDIRECTS =
      row("MAX_REDIRECTS", "3", number(0, 10), "redirects followed in one attempt");
  static final Setting<Size> MAX_RESPONSE_SIZE_MB =
      row(
          "MAX_RESPONSE_SIZE_MB",
          "10",
          number(1, 100).as(Size::ofMegabytes, Size::megabytes),
          "largest body read, in megabytes after decompression");
  static final Setting<Duration> MAX_RETRY_AFTER_SECONDS =
      row(
          "MAX_RETRY_AFTER_SECONDS",
          "3600",
          duration("1s", "2678400s"),
          "longest wait that a server may ask for");

  static final Setting<List<AddressRule.Range>> BLOCKED_IP_RANGES =
      row(
          "BLOCKED_IP_RANGES",
          "",
          listOf("address ranges", AddressRule::readRange, AddressRule::text),
          "addresses never fetched from, beside the built-in list");
  static final Setting<List<AddressRule>> ALLOWED_ADDRESSES =
      row(
          "ALLOWED_ADDRESSES",
          "",
          listOf("address ranges or host:port", AddressRule::read, AddressRule::text),
          "private addresses that may be fetched from all the same");
  static final Setting<String> INGESTION_USER_AGENT =
      row(
          "INGESTION_USER_AGENT",
          "Feedwarden/<VERSION> (+https://feedwarden.dev/bot)",
          printable(200),
          "how we introduce ourselves to publishers");
  static final Setting<Boolean> SSL_VERIFY =
      row("SSL_VERIFY", "true", yesOrNo(), "check certificates; false only with DEVELOPMENT=true");
  static final Setting<Path> SSL_CA_FILE =
      row("SSL_CA_FILE", "", file(), "certificates (PEM) trusted beside the public ones");
  static final Setting<WebUrl> PROXY =
      row(
          "PROXY",
          "",
          proxy(),
          "all requests go through it; which addresses it reaches is then its business");
  static final Setting<Secret> SECRET_KEY =
      row(
          "SECRET_KEY",
          "",
          secret(),
          "locks feeds' credentials: 32 bytes in base64; made in the data folder when missing");
  static final Setting<Boolean> DEVELOPMENT =
      row("DEVELOPMENT", "false", yesOrNo(), "a developer's machine: unsafe settings are accepted");

  static final Setting<Duration> HOST_MIN_GAP =
      row("HOST_MIN_GAP", "1s", duration("0s", "1h"), "shortest pause between requests to a host");
  static final Setting<List<LaneRule>> HOST_LANES =
      row(
          "HOST_LANES",
          "",
          listOf("HOST=2 to HOST=64", LaneRule::read, LaneRule::text),
          "hosts that serve may ask for several feeds at once, medium.com=4 for instance");
  static final Setting<Duration> MIN_FETCH_INTERVAL_SEC =
      row("MIN_FETCH_INTERVAL_SEC", "60", duration("0s", "1d"), "a batch leaves younger feeds out");
  static final Setting<Duration> DEFAULT_INTERVAL =
      row(
          "DEFAULT_INTERVAL",
          "60m",
          duration("1m", "24h"),
          "time between polls until one is learned");

  static final Setting<Integer> WORKERS =
      row("WORKERS", "32", number(1, 1000), "polls that serve makes at once");
  static final Setting<Integer> START_RATE =
      row(
          "START_RATE",
          "20",
          number(1, 10_000),
          "polls that serve begins in a second, in the first ten minutes after its start");
  static final Setting<Duration> STOP_GRACE =
      row("STOP_GRACE", "20s", duration("0s", "110s"), "how long polls may go on after a stop");

  static final Setting<Listen> LISTEN =
      row(
          "LISTEN",
          "127.0.0.1:8080",
          Kind.listen(),
          "where serve answers the API; off for nowhere");
  static final Setting<WebUrl> PUBLIC_URL =
      row("PUBLIC_URL", "", Kind.origin(), "how browsers reach the API; http://LISTEN if empty");
  static final Setting<Boolean> PUBLIC_READ =
      row("PUBLIC_READ", "false", yesOrNo(), "whether the API shows everything without a token");
  static final Setting<Boolean> METRICS_PUBLIC =
      row("METRICS_PUBLIC", "false", yesOrNo(), "whether /metrics is shown without a token");
  static final Setting<List<AddressRule.Range>> TRUSTED_PROXIES =
      row(
          "TRUSTED_PROXIES",
          "",
          listOf("address ranges", AddressRule::readRange, AddressRule::text),
          "whose X-Forwarded-For is believed");
  static final Setting<Integer> API_RATE_LIMIT =
      row(
          "API_RATE_LIMIT",
          "1200",
          number(1, 1_000_000),
          "requests a minute of one token, and of one address");
  static final Setting<Secret> JWT_SECRET =
      row(
          "JWT_SECRET",
          "",
          Kind.secret(KeyText.LEAST_BYTES),
          "signs the API's tokens (HS256); made in the data folder when no key is given");
  static final Setting<List<KeyFile>> JWT_KEYS =
      row(
          "JWT_KEYS",
          "",
          listOf("NAME=FILE", KeyFile::read, KeyFile::text),
          "more keys: public ones in PEM (RS256, EdDSA), or secrets (HS256)");
  static final Setting<String> JWT_ISSUER =
      row("JWT_ISSUER", "feedwarden", printable(200), "who the API's tokens must be from");
  static final Setting<String> JWT_AUDIENCE =
      row("JWT_AUDIENCE", "feedwarden", printable(200), "whom they must be for");
  static final Setting<Duration> JWT_MAX_LIFE =
      row("JWT_MAX_LIFE", "366d", duration("1m", "3660d"), "how far ahead a token may end");

  static final Setting<WebUrl> REGISTRY_URL =
      row(
          "REGISTRY_URL",
          "",
          Kind.origin(),
          "the registry elsewhere whose sources are polled here, over its API");
  static final Setting<Secret> REGISTRY_TOKEN =
      row("REGISTRY_TOKEN", "", Kind.bearer(), "a token of that registry, of scope write");
  static final Setting<Duration> REGISTRY_CYCLE =
      row("REGISTRY_CYCLE", "60s", duration("1s", "1h"), "how often its list of sources is read");

  static final Setting<Secret> SLACK_WEBHOOK_URL =
      row("SLACK_WEBHOOK_URL", "", Kind.secretUrl(), "a Slack channel that is told what is wrong");
  static final Setting<List<Topic>> SLACK_EVENTS =
      row(
          "SLACK_EVENTS",
          "incidents,digest",
          listOf("incidents, articles, digest", Kind::readTopic, Topic::wire),
          "what it is told; watch --slack tells incidents and articles unless this is set");
  static final Setting<List<Tag>> SLACK_TAGS =
      row(
          "SLACK_TAGS",
          "",
          listOf("tags", Kind::readTag, Tag::value),
          "only of sources with one of these tags; of all if empty");
  static final Setting<Integer> DIGEST_HOUR =
      row("DIGEST_HOUR", "8", number(0, 23), "the hour of daily digests, in UTC");
  static final Setting<Path> DESTINATIONS =
      row("DESTINATIONS", "", file(), "more to be told: Slack, webhooks, mail, files, in YAML");

  static final Setting<Integer> AUTO_DEACTIVATE_AFTER_ERRORS =
      row(
          "AUTO_DEACTIVATE_AFTER_ERRORS",
          "0",
          number(0, 1000),
          "errors in a row that disable a feed; 0 keeps the profile's own thresholds");
  static final Setting<Profile> POLICY_PROFILE =
      row(
          "POLICY_PROFILE",
          "standard",
          choice(List.of(Profile.values()), Profile::wire),
          "the error table that decides what follows a failure");
  private static final Map<String, Setting<String>> CELLS = cells();

  static final Setting<Duration> HISTORY_MAX_AGE =
      row("HISTORY_MAX_AGE", "90d", duration("1h", "3660d"), "how long a poll is remembered");
  static final Setting<Integer> HISTORY_MAX_ROWS =
      row(
          "HISTORY_MAX_ROWS",
          "10000000",
          number(1_000, 1_000_000_000),
          "polls that are remembered at most, of all sources together; hours are kept longer");

  static final Setting<Boolean> REPAIR_SEARCH =
      row("REPAIR_SEARCH", "true", yesOrNo(), "whether serve looks for feeds that are gone");
  static final Setting<Integer> REPAIR_AUTO =
      row(
          "REPAIR_AUTO",
          "0",
          number(0, 100),
          "confidence in percent from which a repair is made unasked; 0 for never");

  static final Setting<Boolean> PAGES_KEEP_NOINDEX =
      row("PAGES_KEEP_NOINDEX", "false", yesOrNo(), "keep pages that ask not to be (noindex)");

  static final Setting<Config.LogFormat> LOG_FORMAT =
      row(
          "LOG_FORMAT",
          "auto",
          choice(List.of(Config.LogFormat.values())),
          "auto is console on a terminal and json elsewhere");
  static final Setting<Config.LogLevel> LOG_LEVEL =
      row(
          "LOG_LEVEL",
          "auto",
          choice(List.of(Config.LogLevel.values())),
          "least level written; auto is error for people on a terminal, else info");

  static final List<Setting<?>> ALL = List.copyOf(ROWS);

  private KnownSettings() {}

  // POLICY_NOT_FOUND_COOLDOWN is not_found.cooldown of the error table.
  private static Map<String, Setting<String>> cells() {
    var settings = new LinkedHashMap<String, Setting<String>>();
    for (var cell : Cells.ALL) {
      var name = "POLICY_" + cell.name().replace('.', '_').toUpperCase(Locale.ROOT);
      settings.put(
          cell.name(),
          row(
              name,
              "",
              Kind.cell(cell),
              cell.name() + " of the error table; the profile's if empty"));
    }
    return settings;
  }

  /** The cells of the error table that somebody set. */
  static Overrides cells(Settings settings) {
    var given = new TreeMap<String, String>();
    CELLS.forEach(
        (cell, setting) -> settings.ifGiven(setting).ifPresent(text -> given.put(cell, text)));
    return new Overrides(given);
  }

  static Optional<Setting<?>> named(String name) {
    return ALL.stream().filter(setting -> setting.name().equals(name)).findFirst();
  }

  /** The setting whose value a file holds that this name points to. */
  static Optional<Setting<?>> pointedToBy(String name) {
    return name.endsWith(FILE_SUFFIX)
        ? named(name.substring(0, name.length() - FILE_SUFFIX.length()))
            .filter(setting -> setting.kind().sensitive())
        : Optional.empty();
  }

  private static <T> Setting<T> row(String name, String standard, Kind<T> kind, String meaning) {
    var setting = new Setting<T>(name, standard, kind, meaning);
    ROWS.add(setting);
    return setting;
  }
}
