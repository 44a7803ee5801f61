import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import com.ctc.wstx.stax.WstxInputFactory;
import com.rometools.rome.io.SyndFeedInput;
import com.rometools.rome.io.XmlReader;
import com.sun.management.ThreadMXBean;
import dev.feedwarden.feed.FeedReader;
import dev.feedwarden.feed.Identity;
import dev.feedwarden.feed.Item;
import dev.feedwarden.feed.Reading;
import dev.feedwarden.model.Budget;
import dev.feedwarden.model.WebUrl;
import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import javax.xml.stream.XMLStreamConstants;
import org.slf4j.LoggerFactory;

/** Run by bench/read: all feeds of a folder, or feeds of its own making, by every contender in turn. */
static final int FEEDS = 300;
static final int ROUNDS = 15;
static final long WARM_UP_NANOS = 4_000_000_000L;
static final WebUrl BASE = WebUrl.of("https://bench.example/feed.xml");
static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();
static final WstxInputFactory WOODSTOX = new WstxInputFactory();

interface Contender {
  long work(byte[] feed) throws Exception;
}

record Cost(double seconds, double allocated) {}

void main(String[] args) throws Exception {
  ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger("ROOT").setLevel(Level.WARN);
  var feeds = args.length > 0 ? files(Path.of(args[0])) : made();
  var megabytes = feeds.stream().mapToLong(feed -> feed.length).sum() / 1e6;
  IO.println("%,d feeds, %.1f MB in all, one thread, CPU time, median of %d rounds"
      .formatted(feeds.size(), megabytes, ROUNDS));
  IO.println("load average before: " + Files.readString(Path.of("/proc/loadavg")).strip());
  var contenders = new LinkedHashMap<String, Contender>();
  contenders.put("Woodstox, tokens only", this::tokens);
  contenders.put("Feedwarden, read", this::read);
  contenders.put("Feedwarden, read and keys", this::keys);
  contenders.put("Feedwarden, all sanitised", this::sanitised);
  contenders.put("ROME", this::rome);
  for (var contender : contenders.values()) {
    for (var end = System.nanoTime() + WARM_UP_NANOS; System.nanoTime() < end; ) {
      once(contender, feeds);
    }
  }
  // Round by round, so that whatever else the machine does meets all contenders alike.
  var costs = new LinkedHashMap<String, List<Cost>>();
  for (int round = 0; round < ROUNDS; round++) {
    for (var contender : contenders.entrySet()) {
      System.gc();
      costs.computeIfAbsent(contender.getKey(), _ -> new ArrayList<>())
          .add(once(contender.getValue(), feeds));
    }
  }
  IO.println("%-28s %10s %20s".formatted("", "MB/CPU-s", "allocated MB per MB"));
  costs.forEach((name, each) -> {
    each.sort((one, other) -> Double.compare(one.seconds(), other.seconds()));
    var median = each.get(ROUNDS / 2);
    IO.println("%-28s %,10.1f %,20.1f".formatted(
        name, megabytes / median.seconds(), median.allocated() / 1e6 / megabytes));
  });
}

Cost once(Contender contender, List<byte[]> feeds) throws Exception {
  var allocated = THREAD.getCurrentThreadAllocatedBytes();
  var began = THREAD.getCurrentThreadCpuTime();
  var found = 0L;
  for (var feed : feeds) {
    found += contender.work(feed);
  }
  var took = THREAD.getCurrentThreadCpuTime() - began;
  if (found == 0) {
    throw new IllegalStateException("nothing was read");
  }
  return new Cost(took / 1e9, THREAD.getCurrentThreadAllocatedBytes() - allocated);
}

long tokens(byte[] feed) throws Exception {
  var reader = WOODSTOX.createXMLStreamReader(new ByteArrayInputStream(feed));
  var starts = 0L;
  while (reader.hasNext()) {
    if (reader.next() == XMLStreamConstants.START_ELEMENT) {
      starts++;
    }
  }
  return starts;
}

Reading.Feed feed(byte[] feed) {
  return (Reading.Feed) FeedReader.read(feed, null, BASE, Budget.UNLIMITED);
}

long read(byte[] feed) {
  return feed(feed).items().size();
}

long keys(byte[] feed) {
  return Identity.of(feed(feed).items()).size();
}

long sanitised(byte[] feed) {
  var length = 0L;
  for (Item item : feed(feed).items()) {
    length += item.words().content().clean(Budget.UNLIMITED).hashCode();
    length += item.words().summary().clean(Budget.UNLIMITED).hashCode();
  }
  return length | 1;
}

long rome(byte[] feed) throws Exception {
  return new SyndFeedInput().build(new XmlReader(new ByteArrayInputStream(feed))).getEntries().size();
}

List<byte[]> files(Path folder) throws Exception {
  try (var all = Files.walk(folder)) {
    var feeds = new ArrayList<byte[]>();
    for (var file : all.filter(Files::isRegularFile).sorted().limit(1_000).toList()) {
      feeds.add(Files.readAllBytes(file));
    }
    return feeds;
  }
}

/** Two thirds RSS, one third Atom; half of the bodies in CDATA, half escaped; 30 to 150 KB each. */
List<byte[]> made() {
  var feeds = new ArrayList<byte[]>();
  for (int i = 0; i < FEEDS; i++) {
    feeds.add(feed(new Random(i), i % 3 == 0, i % 2 == 0).getBytes(StandardCharsets.UTF_8));
  }
  return feeds;
}

String feed(Random dice, boolean atom, boolean cdata) {
  var out = new StringBuilder(atom
      ? "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>Made</title><id>urn:made</id>\n"
      : "<?xml version=\"1.0\"?>\n<rss version=\"2.0\" xmlns:content=\"http://purl.org/rss/1.0/modules/content/\"\n xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><channel><title>Made</title><link>https://made.example/</link>\n");
  var items = 20 + dice.nextInt(30);
  for (int i = 0; i < items; i++) {
    var body = body(dice, 1_000 + dice.nextInt(4_000));
    var written = cdata ? "<![CDATA[" + body + "]]>" : body.replace("&", "&amp;").replace("<", "&lt;");
    var at = Instant.EPOCH.plusSeconds(1_700_000_000L - i * 7_200L).atOffset(ZoneOffset.UTC);
    var link = "https://made.example/" + dice.nextInt(1_000_000) + "/" + i;
    out.append(atom
        ? "<entry><id>tag:made.example,2026:%d</id>\n<title type=\"html\">%s</title><link href=\"%s\"/><published>%s</published>\n<updated>%4$s</updated><author><name>%s</name></author><category term=\"%s\"/><content type=\"html\">%s</content></entry>\n"
            .formatted(i, words(dice, 8), link, at, words(dice, 2), words(dice, 1), written)
        : "<item><guid isPermaLink=\"false\">%d</guid>\n<title>%s</title><link>%s</link><pubDate>%s</pubDate>\n<dc:creator>%s</dc:creator><category>%s</category><description>%s</description><content:encoded>%s</content:encoded></item>\n"
            .formatted(i, words(dice, 8), link, at.format(DateTimeFormatter.RFC_1123_DATE_TIME), words(dice, 2), words(dice, 1), words(dice, 20), written));
  }
  return out.append(atom ? "</feed>" : "</channel></rss>").toString();
}

static final List<String> WORDS = Arrays.asList(
    ("tide harbour lantern feed ledger market winter pencil orchard signal copper window river letter "
            + "garden thunder café naïve Zürich bridge paper morning engine quiet north — while under after")
        .split(" "));

String words(Random dice, int count) {
  var out = new StringBuilder();
  for (int i = 0; i < count; i++) {
    out.append(i == 0 ? "" : " ").append(WORDS.get(dice.nextInt(WORDS.size())));
  }
  return out.toString();
}

String body(Random dice, int length) {
  var out = new StringBuilder();
  while (out.length() < length) {
    switch (dice.nextInt(8)) {
      case 0 -> out.append("<h2>").append(words(dice, 5)).append("</h2>\n");
      case 1 -> out.append("<img src=\"https://made.example/i/").append(dice.nextInt(9_999))
          .append(".jpg?w=800&amp;h=600\" alt=\"").append(words(dice, 3)).append("\"/>\n");
      case 2 -> out.append("<ul><li>").append(words(dice, 6)).append("</li><li>")
          .append(words(dice, 6)).append("</li></ul>\n");
      default -> out.append("<p>").append(words(dice, 40)).append(" <a href=\"/more/")
          .append(dice.nextInt(9_999)).append("\">").append(words(dice, 2)).append("</a>.</p>\n");
    }
  }
  return out.toString();
}
