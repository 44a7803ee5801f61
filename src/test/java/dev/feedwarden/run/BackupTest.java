package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.guids;
import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.store.TestEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** a copy that is made while the service polls is whole, and one that is put back goes on. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class BackupTest {
  private static final int FEEDS = 30;
  private static final int EACH = 20;

  @TempDir Path folder;
  private Publisher publisher;
  private Program program;
  private Path copy;

  @BeforeEach
  void open() {
    publisher = new Publisher();
    for (int i = 0; i < FEEDS; i++) {
      publisher.serving(
          Behaviour.afterDelay(Duration.ofMillis(400), rss("f" + i, EACH).etag("\"1\"")));
    }
    program = new Program(folder).with("WORKERS", "2").with("START_RATE", "1000");
    copy = folder.resolve("copy.db");
  }

  @AfterEach
  void close() {
    publisher.close();
  }

  private static List<String> everything() {
    return IntStream.range(0, FEEDS)
        .boxed()
        .flatMap(i -> guids("f" + i, EACH).stream())
        .sorted()
        .toList();
  }

  private static long count(Path database, String what) throws SQLException {
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + database);
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT " + what)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @Test
  void r_53_what_is_restored_goes_on_with_nothing_twice_and_nothing_lost()
      throws IOException, SQLException {
    program.register(publisher.urls());
    var serve = program.start("serve");
    await().atMost(Duration.ofSeconds(60)).until(() -> publisher.order().size() > 3);
    program.run("backup", copy.toString()).succeeded();
    var askedWhenCopied = publisher.order().size();
    await().atMost(Duration.ofSeconds(60)).until(() -> publisher.order().size() >= FEEDS);
    assertThat(serve.terminate().err()).doesNotContain("\"level\":\"ERROR\"");
    var copied = count(copy, "count(*) FROM articles");
    var validators = count(copy, "count(*) FROM feed_state WHERE last_etag IS NOT NULL");

    var restored = new Program(folder.resolve("restored")).with("WORKERS", "2");
    Files.createDirectories(restored.data());
    restored.run("restore", copy.toString()).succeeded();
    var database = restored.data().resolve("feedwarden.db");
    var unasked = count(database, "count(*) FROM feed_state WHERE last_etag IS NOT NULL");
    restored.run("ingest", "--force", "--limit", "100", "--parallel", "16").succeeded();

    assertThat(askedWhenCopied).as("asked when the copy was done").isBetween(4, FEEDS);
    assertThat(copied % EACH).as("whole polls").isZero();
    assertThat(validators).as("each with its articles").isEqualTo(copied / EACH).isPositive();
    assertThat(unasked).isZero();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(database)))
        .isEqualTo("rw-------");
    assertThat(restored.articles()).isEqualTo(everything());
    assertThat(count(database, "min(id) FROM articles WHERE id > " + copied))
        .as("no number that somebody may have seen is given again")
        .isGreaterThan(1_000_000_000L);
    assertThat(publisher.server(0).seen())
        .last()
        .satisfies(seen -> assertThat(seen.headers()).doesNotContainKey("if-none-match"));
  }

  @Test
  void nothing_that_is_there_or_in_use_is_lost() throws IOException {
    program.register(publisher.urls().subList(0, 2));
    program.run("ingest").succeeded();
    program.run("backup", copy.toString()).succeeded();
    var garbage = Files.writeString(folder.resolve("garbage.db"), "no database ".repeat(99));
    var serve = program.start("serve");
    await().atMost(Duration.ofSeconds(60)).until(() -> serve.out().contains("Polling"));

    var refused =
        Map.of(
            program.run("backup", copy.toString()), "exists already; name another file, or say",
            program.run("restore", copy.toString()), "There is a database already: ",
            program.run("restore", "--force", copy.toString()), "is in use; stop Feedwarden",
            program.run("restore", "--force", garbage.toString()), "is not a backup of Feedwarden",
            program.run("restore"), "Name the backup, or say --loaded for PostgreSQL",
            program.run("restore", "--loaded"), "--loaded is for PostgreSQL");
    serve.terminate();
    var forced = program.run("restore", "--force", copy.toString()).succeeded();

    refused.forEach(
        (result, sentence) -> {
          assertThat(result.code()).as(sentence).isEqualTo(2);
          assertThat(result.err()).contains(sentence).hasLineCount(1);
        });
    assertThat(forced.err()).containsPattern("The database that was there is .*before-\\d+ now");
    assertThat(program.articles()).hasSize(2 * EACH);
  }

  @Test
  void postgresql_is_sent_to_its_own_tools_and_settled_after_them() throws SQLException {
    var url = TestEngine.POSTGRESQL.freshUrl(folder);
    program.with("DATABASE_URL", url).register(publisher.urls().subList(0, 2));
    program.run("ingest").succeeded();

    var backup = program.run("backup", copy.toString());
    program.run("restore", "--loaded").succeeded();

    assertThat(backup.code()).isEqualTo(2);
    assertThat(backup.err()).contains("has a tool of its own for this: see docs/backup.md");
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT count(*) FROM feed_state WHERE last_etag IS NOT NULL OR body_hash IS NOT"
                    + " NULL")) {
      rows.next();
      assertThat(rows.getLong(1)).isZero();
    }
    publisher.serving(rss("new", 3));
    program.run("sources", "add", publisher.url(FEEDS)).succeeded();
    program.run("ingest", "--force").succeeded();
    assertThat(program.articles()).hasSize(2 * EACH + 3).doesNotHaveDuplicates();
  }
}
