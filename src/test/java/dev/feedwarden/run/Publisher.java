package dev.feedwarden.run;

import dev.feedwarden.lab.Answer;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.lab.Feeds;
import dev.feedwarden.lab.Upstream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Feeds on loopback, each on an address of its own. */
final class Publisher implements AutoCloseable {
  private static final Instant DAY = Instant.parse("2026-02-01T00:00:00Z");

  private final List<Upstream> servers = new ArrayList<>();
  private final List<String> urls = new ArrayList<>();

  /** Serves one more feed; its number is the number of those before it. */
  Publisher serving(Behaviour behaviour) {
    var number = servers.size();
    var server = Upstream.start("127.0.7." + (number + 1));
    servers.add(server.route(path(number), behaviour));
    urls.add(server.url(path(number)));
    return this;
  }

  private static String path(int number) {
    return "/feed" + number + ".xml";
  }

  static Answer rss(String name, int items) {
    return Answers.ok(
        Feeds.rss(name, "http://example.org/", items(name, items)), "application/rss+xml");
  }

  static Answer atom(String name, int items) {
    return Answers.ok(
        Feeds.atom(name, "http://example.org/", items(name, items)), "application/atom+xml");
  }

  static List<Feeds.Item> items(String name, int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new Feeds.Item(
                    name + "-" + i,
                    "Item " + i + " of " + name,
                    "http://example.org/" + name + "/" + i,
                    DAY.plusSeconds(i),
                    "<p>Text " + i + "</p>"))
        .toList();
  }

  /** The guids of a feed, for comparing with what was stored. */
  static List<String> guids(String name, int count) {
    return IntStream.range(0, count).mapToObj(i -> name + "-" + i).toList();
  }

  List<String> urls() {
    return urls;
  }

  String url(int number) {
    return urls.get(number);
  }

  Upstream server(int number) {
    return servers.get(number);
  }

  int asked(int number) {
    return servers.get(number).count(path(number));
  }

  /** The numbers of the feeds in the order in which they were asked. */
  List<Integer> order() {
    record At(int number, long nanos) {}
    return IntStream.range(0, servers.size())
        .boxed()
        .flatMap(n -> servers.get(n).seen().stream().map(seen -> new At(n, seen.startedAt())))
        .sorted(java.util.Comparator.comparingLong(At::nanos))
        .map(At::number)
        .toList();
  }

  @Override
  public void close() {
    servers.forEach(Upstream::close);
  }
}
