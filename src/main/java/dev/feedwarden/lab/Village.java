package dev.feedwarden.lab;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/** A few neighbours on loopback, good and bad, and what happens to them in the demo's minute. */
public final class Village implements AutoCloseable {
  /** How long it takes until all has happened. */
  public static final Duration STORY = Duration.ofSeconds(45);

  private static final String RSS = "application/rss+xml";
  private static final String ATOM = "application/atom+xml";
  private static final Duration MOVES_AWAY = Duration.ofSeconds(2);
  private static final Duration COMES_BACK = Duration.ofSeconds(20);
  private static final Duration TOWN_HALL_CLOSES = Duration.ofSeconds(10);
  private static final Duration TOWN_HALL_OPENS = Duration.ofSeconds(24);
  private static final Duration EDITION = Duration.ofSeconds(12);
  private static final long NOT_YET = Long.MIN_VALUE;

  private volatile long began = NOT_YET;
  private final List<Upstream> houses = new ArrayList<>();
  private final Map<String, String> feeds = new LinkedHashMap<>();

  /** Opens every door. */
  public Village() {
    house("gazette", at -> edition("gazette", 12 + (int) at.dividedBy(EDITION)));
    house("garden", _ -> Answers.ok(atom("garden", 7), ATOM).etag("\"7\""));
    house("weather", _ -> Answers.ok(issues("weather", 24), RSS).gzipped());
    house(
        "moved-away",
        at -> isIn(at, MOVES_AWAY, COMES_BACK) ? Answers.status(404) : edition("moved-away", 4));
    house("closed-for-good", _ -> Answers.status(410));
    house("members-only", _ -> Answers.status(403));
    house("too-popular", _ -> Answers.status(429).with("Retry-After", "120"));
    house("asleep", _ -> Mischief.silence());
    house("cut-off", _ -> Mischief.truncated(issues("cut-off", 5)));
    house("just-a-page", _ -> Answers.ok("<html><body>Hello</body></html>", "text/html"));
    var clumsy = Behaviour.inTurn(Answers.status(500), edition("clumsy", 3));
    house("clumsy", _ -> clumsy);
    townHall("town-council", "town-library", "town-museum", "town-market");
  }

  // Four feeds of one host, which has its bad hours.
  private void townHall(String... names) {
    var hall = open();
    for (var name : names) {
      enter(
          hall,
          name,
          at ->
              isIn(at, TOWN_HALL_CLOSES, TOWN_HALL_OPENS) ? Answers.status(503) : edition(name, 2));
    }
  }

  private void house(String name, Function<Duration, Behaviour> life) {
    enter(open(), name, life);
  }

  private Upstream open() {
    var house = Upstream.start("127.0.0." + (10 + houses.size()));
    houses.add(house);
    return house;
  }

  private void enter(Upstream house, String name, Function<Duration, Behaviour> life) {
    var path = "/" + name + ".xml";
    house.route(path, (request, wire) -> life.apply(since()).answer(request, wire));
    feeds.put(name, house.url(path));
  }

  /** Lets the story begin; until then nothing changes. */
  public void begin() {
    began = System.nanoTime();
  }

  private Duration since() {
    var from = began;
    return from == NOT_YET ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - from);
  }

  private static boolean isIn(Duration at, Duration from, Duration until) {
    return at.compareTo(from) >= 0 && at.compareTo(until) < 0;
  }

  /** The feeds' addresses by their names. */
  public Map<String, String> feeds() {
    return Map.copyOf(feeds);
  }

  private static Answer edition(String name, int count) {
    return Answers.ok(issues(name, count), RSS).etag("\"" + count + "\"");
  }

  private static String issues(String name, int count) {
    return Feeds.rss("The " + name, "http://" + name + ".example/", items(name, count));
  }

  private static String atom(String name, int count) {
    return Feeds.atom("The " + name, "http://" + name + ".example/", items(name, count));
  }

  // Without dates: what was learned from those would be hours, and the demo has a minute.
  private static List<Feeds.Item> items(String name, int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(
            i ->
                new Feeds.Item(
                    name + "-" + i,
                    "The " + name + ", number " + i,
                    "http://" + name + ".example/" + i,
                    null,
                    "<p>What happened on day " + i + ".</p>"))
        .toList()
        .reversed();
  }

  @Override
  public void close() {
    houses.forEach(Upstream::close);
  }
}
