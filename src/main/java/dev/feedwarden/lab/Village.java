package dev.feedwarden.lab;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A few neighbours on loopback, good and bad, for the demo. */
public final class Village implements AutoCloseable {
  private static final Instant FIRST_ISSUE = Instant.parse("2026-01-01T08:00:00Z");
  private static final String RSS = "application/rss+xml";
  private static final String ATOM = "application/atom+xml";

  private final List<Upstream> houses = new ArrayList<>();
  private final List<String> feeds = new ArrayList<>();

  /** Opens every door. */
  public Village() {
    house("/gazette.xml", Answers.ok(issues("gazette", 12), RSS).etag("\"12\""));
    house("/garden.atom", Answers.ok(atom("garden", 7), ATOM).etag("\"7\""));
    house("/weather.xml", Answers.ok(issues("weather", 24), RSS).gzipped());
    house("/moved-away.xml", Answers.status(404));
    house("/closed-for-good.xml", Answers.status(410));
    house("/members-only.xml", Answers.status(403));
    house("/too-popular.xml", Answers.status(429).with("Retry-After", "120"));
    house(
        "/clumsy.xml", Behaviour.inTurn(Answers.status(500), Answers.ok(issues("clumsy", 3), RSS)));
    house("/always-down.xml", Answers.status(503));
    house("/asleep.xml", Mischief.silence());
    house("/cut-off.xml", Mischief.truncated(issues("cut-off", 5)));
    house("/just-a-page.html", Answers.ok("<html><body>Hello</body></html>", "text/html"));
  }

  private void house(String path, Behaviour behaviour) {
    var house = Upstream.start("127.0.0." + (10 + houses.size())).route(path, behaviour);
    houses.add(house);
    feeds.add(house.url(path));
  }

  /** The feeds' addresses. */
  public List<String> feeds() {
    return List.copyOf(feeds);
  }

  /** The gazette prints another issue. */
  public void news() {
    houses.getFirst().route("/gazette.xml", Answers.ok(issues("gazette", 13), RSS).etag("\"13\""));
  }

  private static String issues(String name, int count) {
    return Feeds.rss("The " + name, "http://" + name + ".example/", items(name, count));
  }

  private static String atom(String name, int count) {
    return Feeds.atom("The " + name, "http://" + name + ".example/", items(name, count));
  }

  private static List<Feeds.Item> items(String name, int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(
            i ->
                new Feeds.Item(
                    name + "-" + i,
                    "The " + name + ", number " + i,
                    "http://" + name + ".example/" + i,
                    FIRST_ISSUE.plus(Duration.ofDays(i)),
                    "<p>What happened on day " + i + ".</p>"))
        .toList()
        .reversed();
  }

  @Override
  public void close() {
    houses.forEach(Upstream::close);
  }
}
