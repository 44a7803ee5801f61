package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Mischief;
import dev.feedwarden.store.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** items that a database would refuse, and dates that no calendar has. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class OddItemsTest {
  private static final Duration A_YEAR = Duration.ofDays(366);

  @TempDir Path folder;
  private final Publisher publisher = new Publisher();
  private Program program;

  @BeforeEach
  void open() {
    program = new Program(folder);
  }

  @AfterEach
  void close() {
    publisher.close();
  }

  private static String item(String guid, String title, String date) {
    return "<item><guid isPermaLink=\"false\">%s</guid><title>%s</title>%s</item>"
        .formatted(guid, title, date.isEmpty() ? "" : "<pubDate>" + date + "</pubDate>");
  }

  private void serve(TestEngine engine, String... items) {
    if (engine == TestEngine.POSTGRESQL) {
      program.with("DATABASE_URL", engine.freshUrl(folder));
    }
    // As Latin-1: a character is a byte on the wire, so that what is no UTF-8 can be written.
    var body =
        "<rss version=\"2.0\"><channel><title>t</title>"
            + String.join("", items)
            + "</channel></rss>";
    var head =
        "HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml; charset=utf-8\r\n"
            + "Connection: close\r\nContent-Length: "
            + body.getBytes(ISO_8859_1).length
            + "\r\n\r\n";
    publisher.serving(Mischief.raw(head + body)).serving(rss("good", 2));
    program.register(publisher.urls());
    program.run("ingest", "--limit", "10").succeeded();
  }

  @ParameterizedTest
  @EnumSource
  void r_11_what_no_database_takes_is_cleaned_and_costs_no_other_item(TestEngine engine) {
    serve(
        engine,
        item("a", "fine", ""),
        item("b", "nul &#0; and \0", ""),
        item("c", "half &#xD800; or \u00ed\u00a0\u0080", ""),
        item("d", "no \u00ff\u00fe UTF-8 \u00c3", ""),
        item("e\0", "fine", ""),
        item("f", "fine too", ""));

    assertThat(program.articles()).hasSize(8).contains("a", "b", "c", "d", "f", "good-0", "good-1");
    assertThat(program.source(publisher.url(0)).path("error_count").asInt()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void r_16_dates_of_any_year_are_bounded_and_keep_the_order(TestEngine engine) {
    var now = Instant.now();
    serve(
        engine,
        item("zero", "z", "Sat, 01 Jan 0000 00:00:00 GMT"),
        item("far", "f", "Fri, 31 Dec 9999 23:59:59 GMT"),
        item("huge", "h", "+999999999-12-31T23:59:59Z"),
        item("missing", "m", ""),
        item("nonsense", "n", "when pigs fly"),
        item("usual", "u", "Tue, 03 Jun 2025 09:39:21 GMT"));

    assertThat(program.articles())
        .isEqualTo(
            List.of("far", "good-0", "good-1", "huge", "missing", "nonsense", "usual", "zero"));
    var ledger = new Ledger(program);
    assertThat(ledger.number("SELECT max(published_at) FROM articles"))
        .isEqualTo(Instant.parse("9999-12-31T23:59:59Z").toEpochMilli());
    assertThat(ledger.pairs("SELECT guid, guid FROM articles WHERE published_at IS NULL"))
        .containsOnlyKeys("zero", "huge", "missing", "nonsense");
    var next = "SELECT max(next_poll_at) FROM feed_state";
    assertThat(ledger.number(next)).isBetween(now.toEpochMilli(), now.plus(A_YEAR).toEpochMilli());
    assertThat(program.run("articles", "list", "--json").succeeded().json()).hasSize(8);
  }
}
