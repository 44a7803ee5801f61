package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.store.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An installation that grew out of SQLite goes on with PostgreSQL. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class MigrateTest {
  @TempDir Path folder;
  private Publisher publisher;
  private Program program;
  private String from;
  private String to;

  @BeforeEach
  void open() {
    publisher =
        new Publisher().serving(rss("a", 3)).serving(Answers.status(404)).serving(rss("b", 2));
    program = new Program(folder);
    from = "sqlite:" + program.data().resolve("feedwarden.db");
    to = TestEngine.POSTGRESQL.freshUrl(folder).substring("jdbc:".length());
  }

  @AfterEach
  void close() {
    publisher.close();
  }

  @Test
  void everything_is_there_and_the_next_poll_goes_on_where_the_last_ended() {
    program.register(publisher.urls());
    program.run("ingest").succeeded();
    var sources = program.sources();
    var articles = program.articles();

    var moved = program.run("migrate", "--from", from, "--to", to).succeeded();
    var there = new Program(folder.resolve("there")).with("DATABASE_URL", to);

    assertThat(moved.out()).containsPattern("3  sources\\n").containsPattern("5  articles\\n");
    assertThat(there.sources()).isEqualTo(sources);
    assertThat(there.articles()).isEqualTo(articles);
    there.run("ingest").succeeded();
    assertThat(there.articles()).isEqualTo(articles); // none is taken for new
    publisher.serving(rss("c", 4));
    there.run("sources", "add", publisher.url(3)).succeeded();
    there.run("ingest").succeeded();
    var all = new ArrayList<>(articles);
    all.addAll(Publisher.guids("c", 4));
    Collections.sort(all);
    assertThat(there.articles()).isEqualTo(all);
  }

  @Test
  void nothing_is_carried_onto_something_or_from_under_somebody() {
    program.register(publisher.urls());
    var serve = program.start("serve");
    await().atMost(Duration.ofSeconds(60)).until(() -> publisher.asked(0) > 0);

    var used = program.run("migrate", "--from", from, "--to", to);
    serve.terminate();
    program.run("migrate", "--from", from, "--to", to).succeeded();
    var full = program.run("migrate", "--from", from, "--to", to);
    var nowhere = program.run("migrate", "--from", from + ".none", "--to", to);
    var back = program.run("migrate", "--from", to, "--to", from);

    assertThat(used.code()).isEqualTo(2);
    assertThat(used.err()).contains("is in use; stop Feedwarden there first");
    assertThat(full.code()).isEqualTo(2);
    assertThat(full.err()).contains("has sources already; name an empty one.");
    assertThat(nowhere.code()).isEqualTo(2);
    assertThat(nowhere.err()).contains("There is no database ");
    assertThat(back.code()).isEqualTo(2);
    assertThat(back.err()).contains("Only from SQLite to PostgreSQL");
  }
}
