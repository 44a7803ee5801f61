package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service that runs from one file of feeds. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class WatchTest {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir Path folder;
  private Publisher publisher;
  private Program program;
  private Path file;

  @BeforeEach
  void open() {
    publisher = new Publisher();
    program = new Program(folder);
    file = folder.resolve("feeds.yaml");
  }

  @AfterEach
  void close() {
    publisher.close();
  }

  @Test
  void the_file_is_polled_and_followed_and_a_bad_one_changes_nothing() throws IOException {
    publisher.serving(rss("a", 1)).serving(rss("b", 2)).serving(rss("c", 3));
    program.without("LISTEN");
    Files.writeString(file, "feeds:\n  - " + publisher.url(0) + "\n  - " + publisher.url(1) + "\n");
    var watch = program.start("watch", "feeds.yaml");
    await().atMost(SOON).until(() -> publisher.asked(0) == 1 && publisher.asked(1) == 1);

    Files.writeString(file, "feeds:\n  - " + publisher.url(1) + "\n  - nowhere\n");
    await().atMost(SOON).until(() -> watch.hasLogged("feeds not reloaded"));
    Files.writeString(
        file,
        "feeds:\n  - url: " + publisher.url(1) + "\n    tags: [x]\n  - " + publisher.url(2) + "\n");
    await().atMost(SOON).until(() -> publisher.asked(2) == 1);
    var ended = watch.terminate();

    assertThat(ended.code()).isZero();
    assertThat(ended.out()).isEqualTo("Polling 2 sources, at most 32 at once. Stop with Ctrl-C.\n");
    assertThat(ended.err()).doesNotContain("Listening");
    assertThat(ended.logged("feeds not reloaded: the last good file stays in force"))
        .singleElement()
        .satisfies(
            line ->
                assertThat(line.path("problems").toString())
                    .contains("feeds.yaml, line 3: the URL 'nowhere' does not begin with"));
    assertThat(ended.logged("feeds applied"))
        .extracting(
            line -> line.path("added").asInt(),
            line -> line.path("changed").asInt(),
            line -> line.path("removed").asInt())
        .containsExactly(tuple(2, 0, 0), tuple(1, 1, 1));
    var sources = program.sources();
    assertThat(sources).containsOnlyKeys(publisher.url(1), publisher.url(2));
    assertThat(program.source(publisher.url(1)).path("tags").toString()).isEqualTo("[\"x\"]");
  }

  @Test
  void a_bad_file_stops_the_start_before_anything_is_made() throws IOException {
    Files.writeString(file, "feeds:\n  - url: https://example.org/\n  - url: example.org/feed\n");

    var ended = program.run("watch", "feeds.yaml");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err())
        .isEqualTo(
            "feedwarden: feeds.yaml, line 3: the URL 'example.org/feed' does not begin with"
                + " http:// or https://.\n");
    assertThat(program.data()).doesNotExist();
  }
}
