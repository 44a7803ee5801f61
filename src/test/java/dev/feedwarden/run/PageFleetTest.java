package dev.feedwarden.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.app.Configuration;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.lab.Feeds;
import dev.feedwarden.lab.Mischief;
import dev.feedwarden.lab.Seen;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Registry;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many pages on many hosts, some of them bad, and a service that is killed twice: judged by what
 * the servers saw and what is in the database after.
 */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class PageFleetTest {
  private static final String HTML = "text/html; charset=utf-8";
  private static final int KILLS = 2;

  @TempDir Path folder;

  private final List<Upstream> hosts = new ArrayList<>();

  @Test
  @Tag("slow")
  void a_killed_service_stores_every_good_page_of_a_few_hosts_once() throws SQLException {
    judge(8, 20, Duration.ofMillis(40), Duration.ofSeconds(90));
  }

  @Test
  @Tag("long")
  void a_killed_service_stores_every_good_page_of_a_hundred_hosts_once() throws SQLException {
    judge(100, 50, Duration.ofMillis(100), Duration.ofMinutes(8));
  }

  private void judge(int count, int pages, Duration gap, Duration patience) throws SQLException {
    for (int i = 0; i < count; i++) {
      hosts.add(host(pages, RULES.get(i % RULES.size())));
    }
    try {
      var program =
          new Program(folder)
              .with("HOST_MIN_GAP", gap.toMillis() + "ms")
              .with("START_RATE", "10000")
              .with("DEFAULT_INTERVAL", "24h");
      register(program);
      var good = count * good(pages);
      for (int kill = 1; kill <= KILLS; kill++) {
        var service = program.start("serve");
        await(program, "fetched", good * kill / (KILLS + 2), patience);
        service.kill();
      }
      var last = program.start("serve");
      await(program, "fetched", good, patience);
      awaitNone(program, patience);
      last.kill();

      for (int i = 0; i < count; i++) {
        var rules = RULES.get(i % RULES.size());
        assertThat(seenTooFast(hosts.get(i), gap, rules)).isEmpty();
        assertThat(hosts.get(i).maxConcurrent()).isEqualTo(1);
        obeyed(hosts.get(i), rules);
      }
      assertThat(requestsForGoodPages(pages)).isLessThanOrEqualTo(good + KILLS * 32);
      assertThat(states(program))
          .isEqualTo(
              Map.of(
                  "fetched", good,
                  "merged", count * of(pages, 3),
                  "skipped", count * (of(pages, 2) + of(pages, 5)),
                  "retry", count * of(pages, 0)));
      assertThat(number(program, "SELECT count(*) FROM page_content")).isEqualTo(good);
      assertThat(
              number(
                  program,
                  "SELECT count(*) FROM page_content c JOIN pages p ON p.id = c.page_id WHERE"
                      + " c.content_text LIKE '%about ' || substr(p.url, length(p.url) - 3) || '"
                      + " %'"))
          .isEqualTo(good);
    } finally {
      hosts.forEach(Upstream::close);
    }
  }

  /**
   * How a host's robots.txt is to be had.
   *
   * @param failures answers that are none before the first that is
   */
  private record Rules(int failures, Duration delay) {
    Behaviour behaviour() {
      var text = "User-agent: *\nDisallow: /private\n";
      var slow = "Crawl-delay: " + delay.toMillis() / 1_000.0 + "\n";
      var good = Answers.ok(delay.isZero() ? text : text + slow, "text/plain");
      var turns = new Behaviour[failures];
      Arrays.fill(turns, Answers.status(503));
      if (failures == 0) {
        return good;
      }
      turns[failures - 1] = good;
      return Behaviour.inTurn(Answers.status(503), turns);
    }
  }

  private static final Rules PLAIN = new Rules(0, Duration.ZERO);
  // The failures of one last for longer than one visit.
  private static final List<Rules> RULES =
      List.of(
          PLAIN,
          PLAIN,
          PLAIN,
          new Rules(2, Duration.ZERO),
          PLAIN,
          new Rules(0, Duration.ofMillis(300)),
          PLAIN,
          PLAIN,
          PLAIN,
          new Rules(4, Duration.ZERO));

  // Of ten pages one is missing, one fails at first, one is forbidden, one leads to another, one is
  // cut off at first, one is no page, one comes too early, and three are good.
  private static Upstream host(int pages, Rules rules) {
    var host = Upstream.start();
    host.route("/robots.txt", rules.behaviour());
    var items = new ArrayList<Feeds.Item>();
    for (int i = 0; i < pages; i++) {
      var name = "%04d".formatted(i);
      var path = (i % 10 == 2 ? "/private/" : "/") + name;
      host.route(path, behaviour(i, name));
      items.add(new Feeds.Item("g" + i, "Entry " + name, host.url(path), null, "<p>x</p>"));
    }
    host.route("/feed", Answers.ok(Feeds.rss("t", host.url("/"), items), "application/rss+xml"));
    return host;
  }

  private static Behaviour behaviour(int i, String name) {
    var good =
        Behaviour.afterDelay(
            Duration.ofMillis(5),
            Answers.ok(FrontierTest.page(name).replace("about", "about " + name), HTML));
    return switch (i % 10) {
      case 0 -> Answers.status(404);
      case 1 -> Behaviour.inTurn(Answers.status(500), good);
      case 3 -> Answers.redirect(301, "/%04d".formatted(i + 3));
      case 4 -> Behaviour.inTurn(Mischief.reset(), good);
      case 5 -> Answers.ok("%PDF-1.7", "application/pdf");
      case 9 -> Behaviour.inTurn(Answers.status(429).with("Retry-After", "1"), good);
      default -> good;
    };
  }

  private static int of(int pages, int kind) {
    return (int) IntStream.range(0, pages).filter(i -> i % 10 == kind).count();
  }

  private static int good(int pages) {
    return of(pages, 1) + of(pages, 4) + of(pages, 6) + of(pages, 7) + of(pages, 8) + of(pages, 9);
  }

  private void register(Program program) {
    var environment = new HashMap<String, String>();
    environment.put("FEEDWARDEN_DATA_DIR", program.data().toString());
    environment.put("FEEDWARDEN_ALLOWED_ADDRESSES", "127.0.0.0/8");
    var config = new Configuration(environment, folder, folder, "1.2.3").config();
    try (var database = Wiring.database(config)) {
      new Registry(database)
          .addAll(
              hosts.stream()
                  .map(
                      host ->
                          new Settings(
                              new Label("a feed"),
                              WebUrl.of(host.url("/feed")),
                              true,
                              new Intake(null, Intake.Mode.PAGES),
                              null,
                              null))
                  .toList(),
              database.now());
    }
  }

  private static List<String> seenTooFast(Upstream host, Duration gap, Rules rules) {
    var seen = host.seen();
    var slack = Duration.ofMillis(2); // when it ended there is not when we heard of it
    var told = 1 + seen.stream().map(Seen::path).toList().lastIndexOf("/robots.txt");
    return IntStream.range(1, seen.size())
        .filter(
            i -> {
              var least = i >= told && rules.delay().compareTo(gap) > 0 ? rules.delay() : gap;
              return seen.get(i).startedAt() - seen.get(i - 1).endedAt()
                  < least.minus(slack).toNanos();
            })
        .mapToObj(i -> seen.get(i - 1).path() + " and " + seen.get(i).path())
        .toList();
  }

  private static void obeyed(Upstream host, Rules rules) {
    var paths = host.seen().stream().map(Seen::path).filter(path -> !path.equals("/feed")).toList();
    assertThat(paths).noneMatch(path -> path.startsWith("/private"));
    assertThat(paths.subList(0, rules.failures() + 1)).containsOnly("/robots.txt");
  }

  private int requestsForGoodPages(int pages) {
    var count = 0;
    for (var host : hosts) {
      for (int i = 0; i < pages; i++) {
        var flaked = i % 10 == 1 || i % 10 == 4 || i % 10 == 9 ? 1 : 0;
        count +=
            i % 10 == 0 || i % 10 == 2 || i % 10 == 3 || i % 10 == 5
                ? 0
                : host.count("/%04d".formatted(i)) - flaked;
      }
    }
    return count;
  }

  private static Map<String, Integer> states(Program program) throws SQLException {
    var states = new HashMap<String, Integer>();
    try (var connection = DriverManager.getConnection(url(program));
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT state, count(*) FROM pages GROUP BY state")) {
      while (rows.next()) {
        // What is missing is visited again after a minute, if the test takes that long.
        states.merge(rows.getString(1).replace("dead", "retry"), rows.getInt(2), Integer::sum);
      }
    }
    return states;
  }

  private static String url(Program program) {
    return "jdbc:sqlite:" + program.data().resolve("feedwarden.db");
  }

  private static long number(Program program, String query) throws SQLException {
    try (var connection = DriverManager.getConnection(url(program));
        var statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout = 5000");
      try (var row = statement.executeQuery(query)) {
        return row.getLong(1);
      }
    }
  }

  private static void await(Program program, String state, int least, Duration patience)
      throws SQLException {
    awaitThat(
        program,
        "SELECT count(*) >= " + least + " FROM pages WHERE state = '" + state + "'",
        patience);
  }

  private static void awaitNone(Program program, Duration patience) throws SQLException {
    awaitThat(
        program, "SELECT count(*) = 0 FROM pages WHERE state IN ('pending', 'fetching')", patience);
  }

  private static void awaitThat(Program program, String query, Duration patience)
      throws SQLException {
    var end = Instant.now().plus(patience);
    while (number(program, query) == 0) {
      assertThat(Instant.now()).as(query).isBefore(end);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }
}
