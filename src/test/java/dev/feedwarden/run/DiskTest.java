package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.guids;
import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that is full, and one that does not keep what it is given. Needs Linux, a small disk of
 * its own (root may make one) and strace.
 */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class DiskTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Duration AFTER_A_REST = Duration.ofMinutes(3);
  private static final Pattern LISTENING = Pattern.compile("Listening on (http://\\S+);");

  /** The data folder is copied to a disk of 80 MiB that only the service sees. */
  private static final String SMALL_DISK =
      """
      cp -r "$1" "$1.was" && mount -t tmpfs -o size=80m none "$1" && cp -r "$1.was"/. "$1" || exit 9
      shift
      exec "$@"
      """;

  private static final int FEEDS = 8;
  private static final int ITEMS = 30;

  @TempDir Path folder;
  private Publisher publisher;
  private Program program;
  private final HttpClient client = HttpClient.newHttpClient();
  private final CountDownLatch mayAnswer = new CountDownLatch(1);

  @BeforeEach
  void open() throws IOException {
    publisher = new Publisher();
    for (int i = 0; i < FEEDS; i++) {
      var feed = rss("f" + i, ITEMS);
      publisher.serving(
          (request, wire) -> {
            mayAnswer.await();
            feed.answer(request, wire);
          });
    }
    program = new Program(folder).with("START_RATE", "10000").with("LISTEN", "127.0.0.1:0");
    Files.createDirectories(program.data());
  }

  @AfterEach
  void close() {
    client.close();
    publisher.close();
  }

  @Test
  @Tag("long") // hosts rest for a minute after a fault of ours
  void r_05_a_full_disk_stops_writing_only_and_all_goes_on_when_there_is_room() throws Exception {
    assumeThat(System.getProperty("user.name")).as("root makes small disks").isEqualTo("root");
    var token = program.run("token", "--scope", "write", "--for", "1h").succeeded().out().strip();
    program.register(publisher.urls());
    var serve =
        program
            .with("REQUEST_TIMEOUT", "60s")
            .with("POLL_DEADLINE", "60s")
            .under("unshare", "-m", "sh", "-c", SMALL_DISK, "sh", program.data().toString())
            .start("serve");
    await().atMost(SOON).until(() -> serve.hasLogged("Listening on"));
    var server = found(serve.err());
    await().atMost(SOON).until(() -> publisher.order().size() == FEEDS);
    var filler = inside(serve).resolve("filler");
    fill(filler);
    mayAnswer.countDown();
    await().atMost(SOON).until(() -> serve.hasLogged("\"level\":\"ERROR\""));
    var refused = write(server, token, "http://127.0.6.1/1");
    var lines = serve.err().lines().count();
    await().pollDelay(Duration.ofSeconds(3)).until(() -> true);
    var more = serve.err().lines().count() - lines;
    Files.delete(filler);
    await()
        .atMost(SOON)
        .untilAsserted(
            () ->
                assertThat(write(server, token, "http://127.0.6.1/2"))
                    .as(serve.err())
                    .isEqualTo(201));
    await().atMost(AFTER_A_REST).until(() -> polled(serve) == FEEDS);
    var kept = copied(serve);
    var ended = serve.terminate();

    assertThat(refused).isIn(503, 507);
    assertThat(more).as("lines in three seconds").isLessThan(60);
    assertThat(ended.code()).isZero();
    assertThat(kept.number("SELECT count(*) FROM articles")).isEqualTo(FEEDS * ITEMS);
    assertThat(kept.<String>look(moment -> moment.text("PRAGMA integrity_check"))).isEqualTo("ok");
    assertThat(ended.logged("feed disabled")).isEmpty();
  }

  private static void fill(Path file) throws IOException {
    var block = new byte[4096];
    try (var out = Files.newOutputStream(file)) {
      while (true) {
        out.write(block);
      }
    } catch (IOException full) {
      assertThat(file).isNotEmptyFile();
    }
  }

  private static long polled(Program.Running serve) {
    return serve.err().lines().filter(line -> line.contains("\"feed polled\"")).count();
  }

  // SQLite follows /proc/…/root back to the folder without the disk; so it is shown a copy.
  private Ledger copied(Program.Running serve) throws IOException {
    var seen = Files.createDirectory(folder.resolve("seen"));
    for (var name : new String[] {"feedwarden.db", "feedwarden.db-wal"}) {
      Files.copy(inside(serve).resolve(name), seen.resolve(name));
    }
    return new Ledger("jdbc:sqlite:" + seen.resolve("feedwarden.db"));
  }

  // The disk is mounted for the service alone; this is how others see it.
  private Path inside(Program.Running serve) {
    return Path.of("/proc/" + serve.pid() + "/root" + program.data());
  }

  private int write(String server, String token, String url)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(server + "/api/v1/sources"))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"feed_url\":\"" + url + "\",\"enabled\":false}"))
            .build();
    return client.send(request, BodyHandlers.discarding()).statusCode();
  }

  private static String found(String text) {
    var match = LISTENING.matcher(text);
    assertThat(match.find()).as(text).isTrue();
    return match.group(1);
  }

  @Test
  @Tag("slow")
  void r_06_what_the_disk_did_not_keep_ends_the_process_and_the_next_one_goes_on()
      throws Exception {
    assumeThat(Path.of("/usr/bin/strace")).as("strace").exists();
    mayAnswer.countDown();
    // It counts for each thread: the third of the first that comes so far, and all after it.
    program.register(publisher.urls());
    var serve =
        program
            .under(
                "strace",
                "-D",
                "-f",
                "--seccomp-bpf",
                "-o",
                folder.resolve("strace").toString(),
                "-e",
                "trace=fsync,fdatasync",
                "-e",
                "inject=fsync,fdatasync:error=EIO:when=3+")
            .start("serve");
    var ended = serve.await();
    var again = program.under().start("serve");
    await().atMost(SOON).until(() -> again.hasLogged("Listening on")); // it listens to signals too
    var ledger = new Ledger(program);
    await()
        .atMost(SOON)
        .until(
            () ->
                again.out().contains("Polling")
                    && ledger.number("SELECT count(*) FROM articles") == FEEDS * ITEMS);

    assertThat(ended.code()).as(ended.err()).isEqualTo(1);
    assertThat(ended.logged("the disk did not keep what was written: ending at once")).hasSize(1);
    assertThat(again.terminate().code()).isZero();
    assertThat(ledger.<String>look(moment -> moment.text("PRAGMA integrity_check")))
        .isEqualTo("ok");
    assertThat(program.articles())
        .isEqualTo(
            IntStream.range(0, FEEDS)
                .boxed()
                .flatMap(i -> guids("f" + i, ITEMS).stream())
                .sorted()
                .toList());
  }
}
