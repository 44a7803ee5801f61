package dev.feedwarden.lab.sim;

import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;

import dev.feedwarden.lab.sim.Scenario.Line;
import dev.feedwarden.lab.sim.Scenario.World;
import dev.feedwarden.lab.sim.Site.Part;
import dev.feedwarden.model.Cause;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The worlds that policies are graded in: every feed is asked once an hour. */
public final class Scenarios {
  private static final Duration MONTH = ofDays(30);
  private static final int FLEET = 20;
  private static final Span TWO_DAYS = Span.of(ofDays(5), ofDays(2));

  public static final List<Scenario> ALL =
      List.of(
          dead("dead-404", "a feed that is gone for good: 404", Reply.NOT_FOUND),
          dead("dead-host", "a host that is gone for good: timeouts", Reply.TIMEOUT),
          dead("dead-5xx", "a feed that is broken for good: 500", new Reply.Status(500, null)),
          outage("outage-6h", "8 sites down for 6 h, half 503 half timeouts", ofHours(6)),
          outage("outage-24h", "8 sites down for 24 h, half 503 half timeouts", ofDays(1)),
          outage("outage-72h", "8 sites down for 72 h, half 503 half timeouts", ofDays(3)),
          daily("daily-4h", "10 feeds of a host, 404 for 4 h a day", 10, ofHours(4)),
          daily("daily-7h", "10 feeds of a host, 404 for 7 h a day", 10, ofHours(7)),
          daily("daily-4h-one", "one feed, 404 for 4 h a day (not judged)", 1, ofHours(4)),
          daily("daily-7h-one", "one feed, 404 for 7 h a day (not judged)", 1, ofHours(7)),
          new Scenario(
              "crowded-host",
              "60 feeds on a host that allows one request a minute, 7 days",
              Measure.REFUSED,
              new World(ofDays(7), beside(Scenarios::crowded))),
          ours("local-dns", "our resolver dead for 48 h", new Reply.Nothing(Cause.DNS)),
          ours("local-portal", "a captive portal in between for 48 h", new Reply.Portal()),
          ours(
              "local-clock",
              "our clock wrong for 48 h: certificates seem expired",
              new Reply.Nothing(Cause.TLS_CERTIFICATE_DATE)),
          new Scenario(
              "one-of-two",
              "two workers, the resolver of one dead for 48 h",
              Measure.OUR_ERRORS,
              new World(
                  MONTH,
                  () -> fleet(2 * FLEET, Part.SUBJECT),
                  2,
                  new Line(TWO_DAYS, 1, new Reply.Nothing(Cause.DNS)),
                  false)),
          new Scenario(
              "cdn-half",
              "a CDN takes half of 40 sites down for 12 h: resets",
              Measure.RECOVERY,
              new World(MONTH, beside(Scenarios::cdn))),
          new Scenario(
              "storm-429",
              "20 feeds of a host, all refused for 12 h",
              Measure.REFUSED,
              new World(MONTH, beside(Scenarios::storm))),
          new Scenario(
              "etags",
              "10 sites whose ETags change at each request",
              Measure.STALE,
              new World(MONTH, beside(Scenarios::etags))),
          new Scenario(
              "restart",
              "10,000 overdue feeds on 5,000 hosts, 3 h",
              Measure.PEAK,
              new World(ofHours(3), Scenarios::overdue, 1, Line.GOOD, true)));

  private Scenarios() {}

  public static Optional<Scenario> named(String name) {
    return ALL.stream().filter(scenario -> scenario.name().equals(name)).findFirst();
  }

  private static Scenario dead(String name, String about, Reply reply) {
    var site = List.of(Site.dead("https://dead.example/feed", reply));
    return new Scenario(name, about, Measure.TO_THE_DEAD, new World(MONTH, beside(() -> site)));
  }

  private static Scenario outage(String name, String about, Duration length) {
    return new Scenario(
        name, about, Measure.RECOVERY, new World(MONTH, beside(() -> down(length))));
  }

  private static Scenario daily(String name, String about, int feeds, Duration length) {
    return new Scenario(
        name, about, Measure.STALE, new World(MONTH, beside(() -> nightly(feeds, length))));
  }

  private static Scenario ours(String name, String about, Reply reply) {
    var line = new Line(TWO_DAYS, null, reply);
    return new Scenario(
        name,
        about,
        Measure.OUR_ERRORS,
        new World(MONTH, () -> fleet(2 * FLEET, Part.SUBJECT), 1, line, false));
  }

  // Evidence that it is not our own fault needs other domains that are well.
  private static Supplier<List<Site>> beside(Supplier<List<Site>> sites) {
    return () -> join(sites.get(), fleet(FLEET, Part.FLEET));
  }

  private static List<Site> join(List<Site> one, List<Site> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }

  private static List<Site> fleet(int size, Part part) {
    return IntStream.range(0, size)
        .mapToObj(i -> Site.well("https://fleet" + i + ".example/feed", part))
        .toList();
  }

  // Each on another day and at another hour, so that the mean is one over the hours of a day.
  private static List<Site> down(Duration length) {
    return IntStream.range(0, 8)
        .mapToObj(
            i ->
                Site.failing(
                    "https://down" + i + ".example/feed",
                    List.of(Span.of(ofDays(3 + 2L * i).plusHours(3L * i), length)),
                    ask -> ask.dice() < 0.5 ? Reply.UNAVAILABLE : Reply.TIMEOUT))
        .toList();
  }

  private static List<Site> nightly(int feeds, Duration length) {
    var nights =
        LongStream.range(0, MONTH.toDays())
            .mapToObj(day -> Span.of(ofDays(day).plusHours(1), length))
            .toList();
    return IntStream.range(0, feeds)
        .mapToObj(i -> Site.failing("https://nightly.example/" + i, nights, _ -> Reply.NOT_FOUND))
        .toList();
  }

  private static List<Site> crowded() {
    var gate = new Gate(ofMinutes(1));
    return IntStream.range(0, 60)
        .mapToObj(i -> new Site("https://crowded.example/" + i, Part.SUBJECT, List.of(), gate))
        .toList();
  }

  private static List<Site> cdn() {
    var cut = List.of(Span.of(ofDays(5), ofHours(12)));
    return IntStream.range(0, FLEET)
        .mapToObj(
            i ->
                Site.failing(
                    "https://cdn" + i + ".example/feed", cut, _ -> new Reply.Nothing(Cause.RESET)))
        .toList();
  }

  private static List<Site> storm() {
    var storm = List.of(Span.of(ofDays(5), ofHours(12)));
    return IntStream.range(0, 20)
        .mapToObj(
            i ->
                Site.failing(
                    "https://storm.example/" + i, storm, _ -> new Reply.Status(429, ofMinutes(10))))
        .toList();
  }

  private static List<Site> etags() {
    return IntStream.range(0, 10)
        .mapToObj(
            i ->
                new Site(
                    "https://etags" + i + ".example/feed",
                    Part.SUBJECT,
                    List.of(),
                    ask -> new Reply.Document(Double.toString(ask.dice()))))
        .toList();
  }

  private static List<Site> overdue() {
    return IntStream.range(0, 10_000)
        .mapToObj(i -> Site.well("https://late" + i / 2 + ".example/" + i, Part.SUBJECT))
        .toList();
  }
}
