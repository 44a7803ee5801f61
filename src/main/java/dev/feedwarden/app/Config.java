package dev.feedwarden.app;

import static dev.feedwarden.app.KnownSettings.ALLOWED_ADDRESSES;
import static dev.feedwarden.app.KnownSettings.API_RATE_LIMIT;
import static dev.feedwarden.app.KnownSettings.AUTO_DEACTIVATE_AFTER_ERRORS;
import static dev.feedwarden.app.KnownSettings.BLOCKED_IP_RANGES;
import static dev.feedwarden.app.KnownSettings.DATABASE_PASSWORD;
import static dev.feedwarden.app.KnownSettings.DATABASE_URL;
import static dev.feedwarden.app.KnownSettings.DATABASE_USER;
import static dev.feedwarden.app.KnownSettings.DB_POOL_IDLE;
import static dev.feedwarden.app.KnownSettings.DB_POOL_LIFETIME;
import static dev.feedwarden.app.KnownSettings.DB_POOL_MAX;
import static dev.feedwarden.app.KnownSettings.DB_POOL_WAIT;
import static dev.feedwarden.app.KnownSettings.DEFAULT_INTERVAL;
import static dev.feedwarden.app.KnownSettings.DESTINATIONS;
import static dev.feedwarden.app.KnownSettings.DIGEST_HOUR;
import static dev.feedwarden.app.KnownSettings.HISTORY_MAX_AGE;
import static dev.feedwarden.app.KnownSettings.HISTORY_MAX_ROWS;
import static dev.feedwarden.app.KnownSettings.HOST_LANES;
import static dev.feedwarden.app.KnownSettings.HOST_MIN_GAP;
import static dev.feedwarden.app.KnownSettings.INGESTION_USER_AGENT;
import static dev.feedwarden.app.KnownSettings.JWT_AUDIENCE;
import static dev.feedwarden.app.KnownSettings.JWT_ISSUER;
import static dev.feedwarden.app.KnownSettings.JWT_KEYS;
import static dev.feedwarden.app.KnownSettings.JWT_MAX_LIFE;
import static dev.feedwarden.app.KnownSettings.JWT_SECRET;
import static dev.feedwarden.app.KnownSettings.LISTEN;
import static dev.feedwarden.app.KnownSettings.LOG_FORMAT;
import static dev.feedwarden.app.KnownSettings.LOG_LEVEL;
import static dev.feedwarden.app.KnownSettings.MAX_REDIRECTS;
import static dev.feedwarden.app.KnownSettings.MAX_RESPONSE_SIZE_MB;
import static dev.feedwarden.app.KnownSettings.MAX_RETRY_AFTER_SECONDS;
import static dev.feedwarden.app.KnownSettings.METRICS_PUBLIC;
import static dev.feedwarden.app.KnownSettings.MIN_FETCH_INTERVAL_SEC;
import static dev.feedwarden.app.KnownSettings.PAGES_KEEP_NOINDEX;
import static dev.feedwarden.app.KnownSettings.POLICY_PROFILE;
import static dev.feedwarden.app.KnownSettings.POLL_DEADLINE;
import static dev.feedwarden.app.KnownSettings.PROXY;
import static dev.feedwarden.app.KnownSettings.PUBLIC_READ;
import static dev.feedwarden.app.KnownSettings.PUBLIC_URL;
import static dev.feedwarden.app.KnownSettings.REGISTRY_CYCLE;
import static dev.feedwarden.app.KnownSettings.REGISTRY_TOKEN;
import static dev.feedwarden.app.KnownSettings.REGISTRY_URL;
import static dev.feedwarden.app.KnownSettings.REPAIR_AUTO;
import static dev.feedwarden.app.KnownSettings.REPAIR_SEARCH;
import static dev.feedwarden.app.KnownSettings.REQUEST_TIMEOUT;
import static dev.feedwarden.app.KnownSettings.RETRY_BACKOFF_BASE_SEC;
import static dev.feedwarden.app.KnownSettings.RETRY_BACKOFF_JITTER_SEC;
import static dev.feedwarden.app.KnownSettings.RETRY_MAX_ATTEMPTS;
import static dev.feedwarden.app.KnownSettings.SECRET_KEY;
import static dev.feedwarden.app.KnownSettings.SLACK_EVENTS;
import static dev.feedwarden.app.KnownSettings.SLACK_TAGS;
import static dev.feedwarden.app.KnownSettings.SLACK_WEBHOOK_URL;
import static dev.feedwarden.app.KnownSettings.SSL_CA_FILE;
import static dev.feedwarden.app.KnownSettings.SSL_VERIFY;
import static dev.feedwarden.app.KnownSettings.START_RATE;
import static dev.feedwarden.app.KnownSettings.STOP_GRACE;
import static dev.feedwarden.app.KnownSettings.TRUSTED_PROXIES;
import static dev.feedwarden.app.KnownSettings.WORKERS;

import dev.feedwarden.deliver.Topic;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.Lanes;
import dev.feedwarden.model.Overrides;
import dev.feedwarden.model.Tag;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Profile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All that an operator decides, read once at the start; defaults are in {@link KnownSettings}. */
public record Config(
    Path dataDir,
    Database database,
    Fetch fetch,
    Schedule schedule,
    Policy policy,
    Api api,
    @Nullable Registry registry,
    History history,
    Repair repair,
    Pages pages,
    Deliver deliver,
    Log log) {

  /** Everything that reading a configuration can come to. */
  public sealed interface Checked {
    record Good(Config config) implements Checked {}

    /** Nothing may start; each problem is one sentence for the operator. */
    record Bad(List<String> problems) implements Checked {
      public Bad {
        problems = List.copyOf(problems);
      }
    }
  }

  /** Where rows are kept; user and password may also be part of the URL. */
  public record Database(
      JdbcUrl url, @Nullable String user, @Nullable Secret password, Pool pool) {}

  public record Pool(int idle, int max, Duration patience, Duration lifetime) {}

  /**
   * How we go out.
   *
   * @param secretKey locks credentials; nothing means the key in the data folder
   */
  public record Fetch(
      String userAgent,
      Limits limits,
      Retry retry,
      Guard guard,
      Transport transport,
      @Nullable Secret secretKey) {}

  /** What lies between us and them. */
  public record Transport(boolean sslVerify, @Nullable Path caFile, @Nullable WebUrl proxy) {}

  /**
   * What nothing remote can exceed.
   *
   * @param attempt one attempt with all its redirects
   * @param poll one poll with all its attempts
   * @param retryAfter the longest wait that a server may ask for
   */
  public record Limits(
      Duration attempt, Duration poll, int redirects, Size response, Duration retryAfter) {}

  /**
   * Attempts within one poll.
   *
   * @param attempts the first included
   */
  public record Retry(int attempts, Duration base, Duration jitter) {}

  /**
   * Whom we may speak to.
   *
   * @param blocked beside the built-in list
   * @param allowed in spite of the built-in list
   */
  public record Guard(List<AddressRule.Range> blocked, List<AddressRule> allowed) {
    public Guard {
      blocked = List.copyOf(blocked);
      allowed = List.copyOf(allowed);
    }
  }

  /**
   * When we may come.
   *
   * @param lanes the hosts that may be asked for several feeds at once
   * @param minFetchInterval what a batch run leaves between two visits
   * @param defaultInterval between polls, until one is learned
   * @param workers polls at once
   * @param startRate polls that may begin in a second after a start
   * @param stopGrace how long polls may go on after a stop
   */
  public record Schedule(
      Duration hostMinGap,
      Lanes lanes,
      Duration minFetchInterval,
      Duration defaultInterval,
      int workers,
      int startRate,
      Duration stopGrace) {}

  /**
   * What follows a failure.
   *
   * @param deactivateAfter errors in a row, instead of the profile's own thresholds; 0 keeps those
   * @param cells of the error table that are otherwise than the profile has them
   */
  public record Policy(Profile profile, int deactivateAfter, Overrides cells) {}

  /**
   * How we are asked.
   *
   * @param publicUrl how browsers reach us, where that is not the place itself
   * @param publicRead reading needs no token
   * @param metricsPublic the numbers need none
   * @param rate requests a minute of one caller
   */
  public record Api(
      Listen listen,
      @Nullable WebUrl publicUrl,
      boolean publicRead,
      boolean metricsPublic,
      List<AddressRule.Range> proxies,
      int rate,
      Jwt jwt) {
    public Api {
      proxies = List.copyOf(proxies);
    }

    /** Where the dashboard is for people, without a slash at its end; empty if nobody said. */
    public String home() {
      return publicUrl == null ? "" : publicUrl.text().replaceFirst("/$", "");
    }
  }

  /**
   * Whose tokens are good.
   *
   * @param longestLife how far ahead one may end
   */
  public record Jwt(
      @Nullable Secret secret,
      List<KeyFile> keys,
      String issuer,
      String audience,
      Duration longestLife) {
    public Jwt {
      keys = List.copyOf(keys);
    }
  }

  /**
   * Whose sources a crawler polls that has none of its own.
   *
   * @param cycle between two looks at its list
   */
  public record Registry(WebUrl url, Secret token, Duration cycle) {}

  /**
   * How much is kept of polls that are long over.
   *
   * @param rows at most, of all sources together
   */
  public record History(Duration age, int rows) {}

  /**
   * What becomes of feeds that are gone.
   *
   * @param search whether they are looked for
   * @param auto the confidence in percent from which nobody is asked; 0 for never
   */
  public record Repair(boolean search, int auto) {}

  /**
   * The pages behind feeds.
   *
   * @param keepNoindex whether those are kept that ask not to be
   */
  public record Pages(boolean keepNoindex) {}

  /**
   * Who is told what happens.
   *
   * @param slack the webhook of a channel
   * @param digestHour in UTC
   * @param destinations a file that names more of them
   */
  public record Deliver(
      @Nullable Secret slack,
      List<Topic> slackEvents,
      List<Tag> slackTags,
      int digestHour,
      @Nullable Path destinations) {
    public Deliver {
      slackEvents = List.copyOf(slackEvents);
      slackTags = List.copyOf(slackTags);
    }
  }

  public record Log(LogFormat format, LogLevel level) {}

  public enum LogFormat {
    AUTO,
    JSON,
    CONSOLE
  }

  public enum LogLevel {
    AUTO,
    ERROR,
    WARN,
    INFO,
    DEBUG
  }

  /** Checks all settings, and those that depend on each other together. */
  public static Checked of(Settings settings) {
    var problems = Consistency.problems(settings);
    return problems.isEmpty() ? new Checked.Good(assembled(settings)) : new Checked.Bad(problems);
  }

  private static Config assembled(Settings s) {
    return new Config(
        s.dataDir(),
        new Database(
            s.value(DATABASE_URL),
            s.ifGiven(DATABASE_USER).orElse(null),
            s.ifGiven(DATABASE_PASSWORD).orElse(null),
            new Pool(
                s.value(DB_POOL_IDLE),
                s.value(DB_POOL_MAX),
                s.value(DB_POOL_WAIT),
                s.value(DB_POOL_LIFETIME))),
        new Fetch(
            s.value(INGESTION_USER_AGENT),
            new Limits(
                s.value(REQUEST_TIMEOUT),
                s.value(POLL_DEADLINE),
                s.value(MAX_REDIRECTS),
                s.value(MAX_RESPONSE_SIZE_MB),
                s.value(MAX_RETRY_AFTER_SECONDS)),
            new Retry(
                s.value(RETRY_MAX_ATTEMPTS),
                s.value(RETRY_BACKOFF_BASE_SEC),
                s.value(RETRY_BACKOFF_JITTER_SEC)),
            new Guard(s.value(BLOCKED_IP_RANGES), s.value(ALLOWED_ADDRESSES)),
            new Transport(
                s.value(SSL_VERIFY),
                s.ifGiven(SSL_CA_FILE).map(s::resolved).orElse(null),
                s.ifGiven(PROXY).orElse(null)),
            s.ifGiven(SECRET_KEY).orElse(null)),
        new Schedule(
            s.value(HOST_MIN_GAP),
            lanes(s),
            s.value(MIN_FETCH_INTERVAL_SEC),
            s.value(DEFAULT_INTERVAL),
            s.value(WORKERS),
            s.value(START_RATE),
            s.value(STOP_GRACE)),
        new Policy(
            s.value(POLICY_PROFILE), s.value(AUTO_DEACTIVATE_AFTER_ERRORS), KnownSettings.cells(s)),
        new Api(
            s.value(LISTEN),
            s.ifGiven(PUBLIC_URL).orElse(null),
            s.value(PUBLIC_READ),
            s.value(METRICS_PUBLIC),
            s.value(TRUSTED_PROXIES),
            s.value(API_RATE_LIMIT),
            new Jwt(
                s.ifGiven(JWT_SECRET).orElse(null),
                s.value(JWT_KEYS).stream().map(key -> key.in(s::resolved)).toList(),
                s.value(JWT_ISSUER),
                s.value(JWT_AUDIENCE),
                s.value(JWT_MAX_LIFE))),
        registry(s),
        new History(s.value(HISTORY_MAX_AGE), s.value(HISTORY_MAX_ROWS)),
        new Repair(s.value(REPAIR_SEARCH), s.value(REPAIR_AUTO)),
        new Pages(s.value(PAGES_KEEP_NOINDEX)),
        new Deliver(
            s.ifGiven(SLACK_WEBHOOK_URL).orElse(null),
            s.value(SLACK_EVENTS),
            s.value(SLACK_TAGS),
            s.value(DIGEST_HOUR),
            s.ifGiven(DESTINATIONS).map(s::resolved).orElse(null)),
        new Log(s.value(LOG_FORMAT), s.value(LOG_LEVEL)));
  }

  private static @Nullable Registry registry(Settings s) {
    return s.ifGiven(REGISTRY_URL)
        .map(
            url ->
                new Registry(url, s.ifGiven(REGISTRY_TOKEN).orElseThrow(), s.value(REGISTRY_CYCLE)))
        .orElse(null);
  }

  private static Lanes lanes(Settings s) {
    var lanes = new HashMap<HostKey, Integer>();
    s.value(HOST_LANES).forEach(rule -> lanes.put(rule.host(), rule.lanes()));
    return new Lanes(lanes);
  }
}
