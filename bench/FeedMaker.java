import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Upstream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Used by bench/compare without the yardsticks: {@code make FOLDER FEEDS EDITION} writes RSS feeds of 20 to 50 items and 30 to 150 kB, the
 * same at each call; in the second edition two items of each are new; {@code serve FOLDER PORT} serves them at twenty loopback addresses with validators made of a file's time and size.
 */
static final int HOSTS = 20;
static final Instant NEWEST = Instant.parse("2026-11-01T12:00:00Z");

void main(String[] args) throws Exception {
  if (args[0].equals("make")) {
    make(Path.of(args[1]), Integer.parseInt(args[2]), Integer.parseInt(args[3]));
  } else {
    serve(Path.of(args[1]), Integer.parseInt(args[2]));
  }
}

void make(Path folder, int feeds, int edition) throws Exception {
  Files.createDirectories(folder);
  for (int feed = 0; feed < feeds; feed++) {
    Files.writeString(folder.resolve("%05d.xml".formatted(feed)), feed(feed, edition == 1 ? 0 : 2));
  }
}

String feed(int number, int news) {
  var dice = new Random(number);
  var items = dice.nextInt(20, 51);
  var size = dice.nextInt(30_000, 150_001) / items;
  var host = "site%05d.example.org".formatted(number);
  return """
      <?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
      <title>Feed %d</title><link>http://127.0.0.%d:18080/site/%d/</link><description>Words</description>
      %s</channel></rss>
      """
      .formatted(
          number,
          1 + number % HOSTS,
          number,
          IntStream.range(-news, items - news).mapToObj(i -> item(host, number, i, size)).collect(Collectors.joining()));
}

String item(String host, int feed, int item, int size) {
  var dice = new Random(100_000L * feed + item);
  var date = DateTimeFormatter.RFC_1123_DATE_TIME.format(NEWEST.minusSeconds(7_200L * item + feed % 3_600).atOffset(ZoneOffset.UTC));
  var html = new StringBuilder();
  while (html.length() < size - 400) {
    switch (dice.nextInt(10)) {
      case 0 -> html.append("<figure><img src=\"https://cdn.%s/%d.jpg\" alt=\"%s\"/></figure>".formatted(host, dice.nextInt(1_000_000), words(dice, 2)));
      case 1 -> html.append("<ul><li>%s</li><li>%s</li></ul>".formatted(words(dice, 7), words(dice, 7)));
      case 2 -> html.append("<h2>%s</h2>".formatted(words(dice, 5)));
      default -> html.append("<p>%s <a href=\"https://%s/ref/%d?utm_source=rss\">%s</a></p>".formatted(words(dice, 40), host, dice.nextInt(1_000_000), words(dice, 2)));
    }
  }
  return """
      <item><title>%s</title><link>https://%s/%d/</link><guid isPermaLink="false">%s-%d</guid><pubDate>%s</pubDate>
      <category>%s</category><content:encoded><![CDATA[%s]]></content:encoded></item>
      """
      .formatted(words(dice, 6), host, item, host, item, date, words(dice, 1), html);
}

String words(Random dice, int count) {
  return IntStream.range(0, count)
      .mapToObj(_ -> dice.ints(dice.nextInt(2, 10), 'a', 'z' + 1).mapToObj(Character::toString).collect(Collectors.joining()))
      .collect(Collectors.joining(" "));
}

void serve(Path folder, int port) throws Exception {
  for (int host = 1; host <= HOSTS; host++) {
    Upstream.start("127.0.0." + host, port)
        .otherwise(
            (request, wire) -> {
              var file = folder.resolve(request.path().substring(1)).normalize();
              if (!file.startsWith(folder) || !Files.isRegularFile(file)) {
                Answers.status(404).answer(request, wire);
                return;
              }
              var time = Files.getLastModifiedTime(file).toInstant();
              Answers.ok(Files.readString(file, StandardCharsets.UTF_8), "application/rss+xml")
                  .etag("\"%x-%x\"".formatted(time.getEpochSecond(), Files.size(file)))
                  .lastModified(DateTimeFormatter.RFC_1123_DATE_TIME.format(time.atOffset(ZoneOffset.UTC)))
                  .answer(request, wire);
            });
  }
  IO.println("ready");
  Thread.currentThread().join();
}
