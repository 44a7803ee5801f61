package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.guids;
import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** R-53 on PostgreSQL: the recipe of docs/backup.md. Needs an installed PostgreSQL. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class DumpTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int FEEDS = 4;

  @TempDir Path folder;
  private final Publisher publisher = new Publisher();

  @AfterEach
  void close() throws IOException, InterruptedException {
    publisher.close();
    if (server != null) {
      tool("unshare", "-U", bin("pg_ctl"), "-D", cluster(), "-m", "fast", "-w", "stop");
    }
  }

  private Path bin;
  private @Nullable String server;

  // The tools must not be older than the server: so it is theirs. Root may not run it, but for
  // this.
  @BeforeEach
  void open() throws IOException, InterruptedException {
    var versions = Path.of("/usr/lib/postgresql");
    assumeThat(versions).as("PostgreSQL with its tools").isDirectory();
    try (var found = Files.list(versions)) {
      bin = found.map(version -> version.resolve("bin")).sorted().toList().getLast();
    }
    assumeThat(bin.resolve("initdb")).as("PostgreSQL's server").exists();
    int port;
    try (var free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    tool(
        "unshare",
        "-U",
        bin("initdb"),
        "-A",
        "trust",
        "-U",
        "postgres",
        "-E",
        "UTF8",
        "-D",
        cluster());
    var options = "-F -p %d -c listen_addresses=127.0.0.1 -k %s".formatted(port, folder);
    tool("unshare", "-U", bin("pg_ctl"), "-D", cluster(), "-w", "-o", options, "start");
    server = "postgresql://127.0.0.1:" + port + "/";
  }

  private String cluster() {
    return folder.resolve("cluster").toString();
  }

  private String bin(String tool) {
    return bin.resolve(tool).toString();
  }

  private void tool(String... command) throws IOException, InterruptedException {
    var out = Files.createTempFile(folder, "tool", ".out");
    var process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertThat(process.waitFor()).as("%s: %s", command[0], Files.readString(out)).isZero();
  }

  private String fresh(String name) throws IOException, InterruptedException {
    tool(bin("psql"), "-c", "CREATE DATABASE " + name, server + "postgres?user=postgres");
    return "jdbc:" + server + name + "?user=postgres";
  }

  // The tools take a URL without the driver's name before it.
  private static String plain(String url) {
    return url.replaceFirst("^jdbc:", "");
  }

  @Test
  void r_53_a_dump_of_a_running_service_is_loaded_settled_and_goes_on() throws Exception {
    IntStream.range(0, FEEDS).forEach(i -> publisher.serving(rss("f" + i, 5).etag("\"1\"")));
    var url = fresh("one");
    var program = new Program(folder).with("DATABASE_URL", url).with("START_RATE", "10000");
    program.register(publisher.urls());
    var ledger = new Ledger(url);
    var serve = program.start("serve");
    await().atMost(SOON).until(() -> ledger.number("SELECT count(*) FROM articles") == FEEDS * 5);
    var dump = folder.resolve("feedwarden.dump").toString();
    tool(bin("pg_dump"), "--format=custom", "--file=" + dump, plain(url));
    serve.terminate().succeeded();

    var empty = fresh("two");
    tool(bin("pg_restore"), "--no-owner", "--exit-on-error", "--dbname=" + plain(empty), dump);
    program.with("DATABASE_URL", empty).run("restore", "--loaded").succeeded();
    var restored = new Ledger(empty);
    assertThat(restored.number("SELECT count(*) FROM feed_state WHERE last_etag IS NOT NULL"))
        .isZero();
    assertThat(restored.number("SELECT count(*) FROM host_queue WHERE owner IS NOT NULL")).isZero();
    var before = publisher.order().size();
    var again = program.start("serve");
    restored.makeAllDue();
    await().atMost(SOON).until(() -> publisher.order().size() >= before + FEEDS);
    again.terminate().succeeded();

    assertThat(program.articles())
        .isEqualTo(
            IntStream.range(0, FEEDS)
                .boxed()
                .flatMap(i -> guids("f" + i, 5).stream())
                .sorted()
                .toList());
  }
}
