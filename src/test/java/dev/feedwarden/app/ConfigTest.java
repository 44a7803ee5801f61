package dev.feedwarden.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.api.Server.Place;
import dev.feedwarden.deliver.Topic;
import dev.feedwarden.fetch.AddressRange;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.Lanes;
import dev.feedwarden.model.Overrides;
import dev.feedwarden.model.Tag;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Cells;
import dev.feedwarden.policy.Profile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConfigTest {
  private static final Config DEFAULTS =
      new Config(
          Path.of("/nowhere/home/.local/share/feedwarden"),
          new Config.Database(
              new JdbcUrl("jdbc:sqlite:/nowhere/home/.local/share/feedwarden/feedwarden.db"),
              null,
              null,
              new Config.Pool(5, 15, Duration.ofSeconds(30), Duration.ofHours(1))),
          new Config.Fetch(
              "Feedwarden/1.2.3 (+https://feedwarden.dev/bot)",
              new Config.Limits(
                  Duration.ofSeconds(10),
                  Duration.ofSeconds(45),
                  3,
                  new Size(10_485_760),
                  Duration.ofHours(1)),
              new Config.Retry(3, Duration.ofSeconds(1), Duration.ofMillis(300)),
              new Config.Guard(List.of(), List.of()),
              new Config.Transport(true, null, null),
              null),
          new Config.Schedule(
              Duration.ofSeconds(1),
              Lanes.NONE,
              Duration.ofMinutes(1),
              Duration.ofMinutes(60),
              32,
              20,
              Duration.ofSeconds(20)),
          new Config.Policy(Profile.STANDARD, 0, Overrides.NONE),
          new Config.Api(
              new Listen.At(new Place("127.0.0.1", 8080)),
              null,
              false,
              false,
              List.of(),
              1200,
              new Config.Jwt(null, List.of(), "feedwarden", "feedwarden", Duration.ofDays(366))),
          null,
          new Config.History(Duration.ofDays(90), 10_000_000),
          new Config.Repair(true, 0),
          new Config.Pages(false),
          new Config.Deliver(null, List.of(Topic.INCIDENTS, Topic.DIGEST), List.of(), 8, null),
          new Config.Log(Config.LogFormat.AUTO, Config.LogLevel.AUTO));

  private static AddressRule.Range range(String text) {
    return new AddressRule.Range(AddressRange.parse(text).orElseThrow());
  }

  @Test
  void nothing_set_gives_the_defaults() {
    assertThat(checked(Map.of())).isEqualTo(new Config.Checked.Good(DEFAULTS));
  }

  @Test
  void everything_may_be_set() {
    var variables =
        variables(
            """
            DATA_DIR=/srv/feeds
            DATABASE_URL=jdbc:postgresql://db/feeds
            DATABASE_USER=warden
            DATABASE_PASSWORD=hunter2
            DB_POOL_IDLE=1
            DB_POOL_MAX=2
            DB_POOL_WAIT=500ms
            DB_POOL_LIFETIME=1d
            REQUEST_TIMEOUT=20
            POLL_DEADLINE=1m
            RETRY_MAX_ATTEMPTS=10
            RETRY_BACKOFF_BASE_SEC=0.5
            RETRY_BACKOFF_JITTER_SEC=0
            MAX_REDIRECTS=0
            MAX_RESPONSE_SIZE_MB=1
            MAX_RETRY_AFTER_SECONDS=2678400
            BLOCKED_IP_RANGES=198.18.0.0/15, 2001:db8::/32
            ALLOWED_ADDRESSES=10.1.0.0/16,LocalHost:8080
            INGESTION_USER_AGENT=Mine/1
            SSL_VERIFY=false
            SSL_CA_FILE=/etc/feeds/ca.pem
            PROXY=http://proxy.example:3128
            SECRET_KEY=opensesame
            DEVELOPMENT=TRUE
            HOST_MIN_GAP=0
            HOST_LANES=Medium.com=4, b.example:81=2
            MIN_FETCH_INTERVAL_SEC=PT2M
            DEFAULT_INTERVAL=24h
            WORKERS=7
            START_RATE=5
            STOP_GRACE=3s
            LISTEN=[::1]:0
            PUBLIC_URL=https://feeds.example
            PUBLIC_READ=true
            METRICS_PUBLIC=true
            TRUSTED_PROXIES=10.2.0.0/16
            API_RATE_LIMIT=60
            JWT_SECRET=0123456789abcdef0123456789abcdef
            JWT_KEYS=new=/etc/feeds/new.pem,old=/etc/feeds/old.pem
            JWT_ISSUER=https://login.example
            JWT_AUDIENCE=feeds
            JWT_MAX_LIFE=1h
            REGISTRY_URL=https://registry.example
            REGISTRY_TOKEN=abc.def.ghi
            REGISTRY_CYCLE=5s
            SLACK_WEBHOOK_URL=https://hooks.slack.example/services/T/B/x
            SLACK_EVENTS=articles
            SLACK_TAGS=news,Daily
            DIGEST_HOUR=17
            DESTINATIONS=/etc/feeds/destinations.yaml
            AUTO_DEACTIVATE_AFTER_ERRORS=7
            POLICY_PROFILE=batch
            POLICY_COUNTING=any
            HISTORY_MAX_AGE=30d
            HISTORY_MAX_ROWS=1000
            REPAIR_SEARCH=false
            REPAIR_AUTO=90
            PAGES_KEEP_NOINDEX=true
            LOG_FORMAT=json
            LOG_LEVEL=DEBUG
            """);

    // One cell of the error table stands for all of them.
    assertThat(variables).hasSize(KnownSettings.ALL.size() - Cells.ALL.size() + 1);
    assertThat(checked(variables))
        .isEqualTo(
            new Config.Checked.Good(
                new Config(
                    Path.of("/srv/feeds"),
                    new Config.Database(
                        new JdbcUrl("jdbc:postgresql://db/feeds"),
                        "warden",
                        new Secret("hunter2"),
                        new Config.Pool(1, 2, Duration.ofMillis(500), Duration.ofDays(1))),
                    new Config.Fetch(
                        "Mine/1",
                        new Config.Limits(
                            Duration.ofSeconds(20),
                            Duration.ofMinutes(1),
                            0,
                            new Size(1_048_576),
                            Duration.ofDays(31)),
                        new Config.Retry(10, Duration.ofMillis(500), Duration.ZERO),
                        new Config.Guard(
                            List.of(range("198.18.0.0/15"), range("2001:db8::/32")),
                            List.of(
                                range("10.1.0.0/16"), new AddressRule.Endpoint("localhost", 8080))),
                        new Config.Transport(
                            false,
                            Path.of("/etc/feeds/ca.pem"),
                            WebUrl.of("http://proxy.example:3128/")),
                        new Secret("opensesame")),
                    new Config.Schedule(
                        Duration.ZERO,
                        new Lanes(
                            Map.of(new HostKey("medium.com"), 4, new HostKey("b.example:81"), 2)),
                        Duration.ofMinutes(2),
                        Duration.ofHours(24),
                        7,
                        5,
                        Duration.ofSeconds(3)),
                    new Config.Policy(Profile.BATCH, 7, new Overrides(Map.of("counting", "any"))),
                    new Config.Api(
                        new Listen.At(new Place("::1", 0)),
                        WebUrl.of("https://feeds.example/"),
                        true,
                        true,
                        List.of(range("10.2.0.0/16")),
                        60,
                        new Config.Jwt(
                            new Secret("0123456789abcdef0123456789abcdef"),
                            List.of(
                                new KeyFile("new", Path.of("/etc/feeds/new.pem")),
                                new KeyFile("old", Path.of("/etc/feeds/old.pem"))),
                            "https://login.example",
                            "feeds",
                            Duration.ofHours(1))),
                    new Config.Registry(
                        WebUrl.of("https://registry.example"),
                        new Secret("abc.def.ghi"),
                        Duration.ofSeconds(5)),
                    new Config.History(Duration.ofDays(30), 1_000),
                    new Config.Repair(false, 90),
                    new Config.Pages(true),
                    new Config.Deliver(
                        new Secret("https://hooks.slack.example/services/T/B/x"),
                        List.of(Topic.ARTICLES),
                        List.of(new Tag("news"), new Tag("daily")),
                        17,
                        Path.of("/etc/feeds/destinations.yaml")),
                    new Config.Log(Config.LogFormat.JSON, Config.LogLevel.DEBUG))));
  }

  @ParameterizedTest(name = "{0}={1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          DATA_DIR                     | " "      | the value is empty; give it a value or leave it out
          DATABASE_URL                 | ""       | the value is not a database; write jdbc:sqlite:FILE or jdbc:postgresql://HOST/DATABASE
          DATABASE_URL                 | jdbc:sqlite: | the value is not a database; write jdbc:sqlite:FILE or jdbc:postgresql://HOST/DATABASE
          DATABASE_URL                 | mysql://u:p@h/d | the value is not a database; write jdbc:sqlite:FILE or jdbc:postgresql://HOST/DATABASE
          REGISTRY_URL                 | r.example | 'r.example' is not an address; write for example https://feeds.example
          REGISTRY_URL                 | https://r.example/api | 'https://r.example/api' is not an address; write for example https://feeds.example
          REGISTRY_TOKEN               | two words | the value is not a token
          REGISTRY_CYCLE               | 0s        | '0s' is not between 1s and 1h
          DATABASE_USER                | ""       | the value is empty; give it a value or leave it out
          DATABASE_PASSWORD            | ""       | the value is empty; give it a value or leave it out
          DB_POOL_IDLE                 | 101      | '101' is not between 0 and 100
          DB_POOL_MAX                  | 0        | '0' is not between 1 and 100
          DB_POOL_WAIT                 | 249ms    | '249ms' is not between 250ms and 10m
          DB_POOL_LIFETIME             | 29       | '29' is not between 30s and 1d
          REQUEST_TIMEOUT              | abc      | 'abc' is not a duration; write for example 10, 10s or 2m
          REQUEST_TIMEOUT              | ""       | the value is not a duration; write for example 10, 10s or 2m
          REQUEST_TIMEOUT              | -5       | '-5' is not a duration; write for example 10, 10s or 2m
          REQUEST_TIMEOUT              | PT-5S    | 'PT-5S' is not between 1s and 110s
          REQUEST_TIMEOUT              | 0.999    | '0.999' is not between 1s and 110s
          REQUEST_TIMEOUT              | 110001ms | '110001ms' is not between 1s and 110s
          REQUEST_TIMEOUT              | 999999999999d | '999999999999d' is not between 1s and 110s
          POLL_DEADLINE                | 111      | '111' is not between 1s and 110s
          RETRY_MAX_ATTEMPTS           | 0        | '0' is not between 1 and 10
          RETRY_MAX_ATTEMPTS           | 11       | '11' is not between 1 and 10
          RETRY_MAX_ATTEMPTS           | 3.0      | '3.0' is not a whole number
          RETRY_BACKOFF_BASE_SEC       | 6        | '6' is not between 0s and 5s
          RETRY_BACKOFF_JITTER_SEC     | 6        | '6' is not between 0s and 5s
          MAX_REDIRECTS                | -1       | '-1' is not a whole number
          MAX_REDIRECTS                | 11       | '11' is not between 0 and 10
          MAX_REDIRECTS                | 99999999999 | '99999999999' is not a whole number
          MAX_RESPONSE_SIZE_MB         | 101      | '101' is not between 1 and 100
          MAX_RETRY_AFTER_SECONDS      | 0        | '0' is not between 1s and 2678400s
          BLOCKED_IP_RANGES            | 10.0.0.0/8,x | '10.0.0.0/8,x' is not a good list: 'x' is not an address range; write for example 10.0.0.0/8 or fd00::/8
          ALLOWED_ADDRESSES            | a b:80   | 'a b:80' is not a good list: 'a b:80' is neither an address range nor host:port; write for example 10.0.0.0/8 or localhost:8080
          ALLOWED_ADDRESSES            | 10.0.0.1/8 | '10.0.0.1/8' is not a good list: '10.0.0.1/8' is not the first address of its range; check the bits
          PROXY                        | socks:1  | the value is not a proxy; write for example http://proxy.example:3128
          ALLOWED_ADDRESSES            | ::/129   | '::/129' is not a good list: '::/129' has more than 128 bits after the slash
          ALLOWED_ADDRESSES            | a:1,,b:2 | 'a:1,,b:2' is not a good list: '' is neither an address range nor host:port; write for example 10.0.0.0/8 or localhost:8080
          INGESTION_USER_AGENT         | Bot\u00e9 | 'Bot\u00e9' is not printable ASCII of at most 200 characters
          INGESTION_USER_AGENT         | ""       | the value is empty; give it a value or leave it out
          SSL_VERIFY                   | no       | 'no' is neither true nor false
          SSL_VERIFY                   | false    | certificates are always checked, except on a developer's machine with FEEDWARDEN_DEVELOPMENT set to true
          DEVELOPMENT                  | 1        | '1' is neither true nor false
          HOST_LANES                   | a.example=1 | 'a.example=1' is not a good list: 'a.example=1' is not between 2 and 64 lanes
          HOST_LANES                   | a.example=65 | 'a.example=65' is not a good list: 'a.example=65' is not between 2 and 64 lanes
          HOST_LANES                   | a.example | 'a.example' is not a good list: 'a.example' is not HOST=N
          HOST_LANES                   | a b=2 | 'a b=2' is not a good list: 'a b=2' does not name a host
          HOST_MIN_GAP                 | 61m      | '61m' is not between 0s and 1h
          MIN_FETCH_INTERVAL_SEC       | 2d       | '2d' is not between 0s and 1d
          DEFAULT_INTERVAL             | 59s      | '59s' is not between 1m and 24h
          LISTEN                       | 8080     | '8080' is not a place to listen; write for example 127.0.0.1:8080 or off
          LISTEN                       | a:65536  | 'a:65536' is not a place to listen; write for example 127.0.0.1:8080 or off
          PUBLIC_URL                   | https://a/b | 'https://a/b' is not an address; write for example https://feeds.example
          JWT_SECRET                   | short    | the value is shorter than 32 bytes
          JWT_KEYS                     | a.pem    | 'a.pem' is not a good list: 'a.pem' is not NAME=FILE
          AUTO_DEACTIVATE_AFTER_ERRORS | 1001     | '1001' is not between 0 and 1000
          POLICY_PROFILE               | strict   | 'strict' is not one of standard, watch-only, batch, adaptive
          POLICY_COUNTING              | some     | 'some' is not one of same_type, any
          LOG_FORMAT                   | xml      | 'xml' is not one of auto, json, console
          LOG_LEVEL                    | trace    | 'trace' is not one of auto, error, warn, info, debug
          """)
  void a_bad_value_is_refused_with_one_sentence(String name, String value, String reason) {
    var variable = "FEEDWARDEN_" + name;
    assertThat(checked(Map.of(variable, value)))
        .isEqualTo(new Config.Checked.Bad(List.of(variable + ": " + reason)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          REQUEST_TIMEOUT=60                    | FEEDWARDEN_REQUEST_TIMEOUT: 1m is more than POLL_DEADLINE, which is 45s
          POLL_DEADLINE=5                       | REQUEST_TIMEOUT: 10s is more than FEEDWARDEN_POLL_DEADLINE, which is 5s
          POLL_DEADLINE=5 REQUEST_TIMEOUT=5500ms | FEEDWARDEN_REQUEST_TIMEOUT: 5500ms is more than FEEDWARDEN_POLL_DEADLINE, which is 5s
          REGISTRY_URL=http://r.example         | FEEDWARDEN_REGISTRY_URL: needs FEEDWARDEN_REGISTRY_TOKEN too
          REGISTRY_TOKEN=a.b.c                  | FEEDWARDEN_REGISTRY_TOKEN: needs FEEDWARDEN_REGISTRY_URL too
          DB_POOL_MAX=4                         | DB_POOL_IDLE: 5 is more than FEEDWARDEN_DB_POOL_MAX, which is 4
          """)
  void settings_that_contradict_each_other_are_refused(String given, String sentence) {
    assertThat(checked(variables(given.replace(' ', '\n'))))
        .isEqualTo(new Config.Checked.Bad(List.of(sentence)));
  }

  @Test
  void all_problems_are_told_at_once_and_none_that_follows_from_another() {
    var variables =
        variables(
            """
            LOG_LEVEL=loud
            POLL_DEADLINE=x
            REQUEST_TIMEOUT=60
            SSL_VERIFY=false
            WERKERS=8
            """);

    assertThat(checked(variables))
        .isEqualTo(
            new Config.Checked.Bad(
                List.of(
                    "the variable FEEDWARDEN_WERKERS is not a setting of Feedwarden; did you mean"
                        + " FEEDWARDEN_WORKERS?",
                    "FEEDWARDEN_POLL_DEADLINE: 'x' is not a duration; write for example 10, 10s or"
                        + " 2m",
                    "FEEDWARDEN_LOG_LEVEL: 'loud' is not one of auto, error, warn, info, debug",
                    "FEEDWARDEN_SSL_VERIFY: certificates are always checked, except on a"
                        + " developer's machine with FEEDWARDEN_DEVELOPMENT set to true")));
  }

  @Test
  void a_quoted_value_is_short_and_on_one_line() {
    var value = "a\n\u001b[31m" + "b".repeat(100);

    assertThat(checked(Map.of("FEEDWARDEN_LOG_LEVEL", value)))
        .isEqualTo(
            new Config.Checked.Bad(
                List.of(
                    "FEEDWARDEN_LOG_LEVEL: 'a??[31m"
                        + "b".repeat(73)
                        + "…' is not one of auto, error, warn, info, debug")));
  }

  private static Config.Checked checked(Map<String, String> variables) {
    var nowhere = Path.of("/nowhere");
    return Config.of(
        Settings.read(
            new Inputs(Map.of(), variables, null, nowhere, nowhere.resolve("home"), "1.2.3")));
  }

  private static Map<String, String> variables(String lines) {
    var variables = new TreeMap<String, String>();
    lines
        .lines()
        .map(line -> line.split("=", 2))
        .forEach(pair -> variables.put("FEEDWARDEN_" + pair[0], pair[1]));
    return variables;
  }
}
