package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.claim;
import static dev.feedwarden.store.Fixtures.feed;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.feed.FeedReader;
import dev.feedwarden.feed.Identity;
import dev.feedwarden.feed.Keyed;
import dev.feedwarden.feed.Reading;
import dev.feedwarden.feed.Sifting;
import dev.feedwarden.model.Budget;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Poll.Receipt.Stored;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** From bytes to rows and again: what did not change is stored once, wherever and whenever. */
@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class RepeatedPollContractTest {
  private static final WebUrl URL = WebUrl.of("http://a.example/feed");
  private static final String UNDATED =
      """
      <rss version="2.0"><channel><title>T</title><lastBuildDate>%s</lastBuildDate>
        <item><title>Iıİi ß, no link</title><description>Only words</description></item>
        <item><title>Linked</title><link>http://a.example/I</link></item>
        <item><guid>ID-1</guid><description>Untitled</description></item>
      </channel></rss>
      """;

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private final TimeZone zone = TimeZone.getDefault();
  private final Locale locale = Locale.getDefault();
  private Database database;
  private SourceId source;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    source = new Registry(database).add(feed(URL.text()), NOW).id();
  }

  @AfterEach
  void close() {
    TimeZone.setDefault(zone);
    Locale.setDefault(locale);
    database.close();
  }

  private static byte[] file(String name) throws IOException {
    try (var in = RepeatedPollContractTest.class.getResourceAsStream("/feeds/" + name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    }
  }

  private Stored poll(byte[] body, Instant at) {
    var read = (Reading.Feed) FeedReader.read(body, null, URL, Budget.UNLIMITED);
    var keyed = Identity.of(read.items());
    var known = new Articles(database).known(source, keyed.stream().map(Keyed::key).toList());
    var changes =
        Sifting.changes(read.channel(), keyed, known, keyed.size(), Budget.UNLIMITED).orElseThrow();
    var snapshot = new Snapshot(Validators.NONE, null, keyed.size());
    var made = Fixtures.poll(claim(database, source, at), new Outcome.Fresh(changes, snapshot));
    var visit = new Poll.Visit(at, Duration.ofMillis(20), 0, 200, body.length);
    var poll = new Poll(made.claim(), made.outcome(), made.transition(), visit);
    var receipt = new Commits(database).commit(List.of(poll)).getFirst();
    new BatchQueue(database).release(poll.claim().lease(), at);
    return (Stored) receipt;
  }

  @ParameterizedTest
  @CsvSource({"rss20.xml, 100", "rss091.xml, 5", "rss10.rdf, 5", "atom03.xml, 5", "atom10.xml, 5"})
  void many_polls_of_one_document_store_it_once(String name, int polls) throws IOException {
    var body = file(name);
    var first = poll(body, NOW);

    var later = new HashSet<Stored>();
    for (int i = 1; i <= polls; i++) {
      later.add(poll(body, NOW.plus(Duration.ofHours(i))));
    }

    assertThat(first.inserted()).isPositive();
    assertThat(later).containsExactly(new Stored(0, 0, first.inserted()));
    assertThat(new Articles(database).count()).isEqualTo(first.inserted());
  }

  @Test
  void undated_items_are_the_same_on_another_day() {
    var monday = UNDATED.formatted("Mon, 02 Mar 2026 10:00:00 GMT").getBytes(UTF_8);
    var tuesday = UNDATED.formatted("Tue, 03 Mar 2026 10:00:00 GMT").getBytes(UTF_8);

    assertThat(poll(monday, NOW)).isEqualTo(new Stored(3, 0, 0));
    assertThat(poll(tuesday, NOW.plus(Duration.ofDays(1)))).isEqualTo(new Stored(0, 0, 3));
  }

  @ParameterizedTest(name = "{0}, {1}")
  @CsvSource(
      textBlock =
          """
          Pacific/Kiritimati, en
          UTC,                tr
          UTC,                ar
          America/Adak,       th-TH-u-nu-thai-ca-buddhist
          """)
  void a_document_is_the_same_in_any_zone_and_language(String zone, String language)
      throws IOException {
    TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    Locale.setDefault(Locale.ENGLISH);
    var undated = UNDATED.formatted("").getBytes(UTF_8);
    var before = poll(undated, NOW).inserted() + poll(file("rss20.xml"), NOW).inserted();

    TimeZone.setDefault(TimeZone.getTimeZone(zone));
    Locale.setDefault(Locale.forLanguageTag(language));

    assertThat(poll(undated, NOW.plusSeconds(1))).isEqualTo(new Stored(0, 0, 3));
    assertThat(poll(file("rss20.xml"), NOW.plusSeconds(2))).isEqualTo(new Stored(0, 0, before - 3));
  }
}
