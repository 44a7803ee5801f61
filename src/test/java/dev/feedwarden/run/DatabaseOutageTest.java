package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that is gone for half a minute while feeds are polled, and one that hangs. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class DatabaseOutageTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private static final Duration A_SECOND = Duration.ofSeconds(1);
  private static final Duration OUTAGE = Duration.ofSeconds(30);
  private static final Duration HANG = Duration.ofSeconds(3);
  private static final Duration RECOVERY = Duration.ofSeconds(10);
  private static final Pattern LISTENING = Pattern.compile("Listening on (http://\\S+);");

  @TempDir Path folder;
  private EmbeddedPostgres postgres;
  private Relay relay;
  private Publisher publisher;
  private ProcessHandle postmaster;
  private String server;
  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeEach
  void open() throws IOException, SQLException {
    postgres = EmbeddedPostgres.builder().setServerConfig("fsync", "off").start();
    postmaster = postmaster();
    relay = new Relay(postgres.getPort());
    publisher = new Publisher();
  }

  @AfterEach
  void close() throws IOException, InterruptedException {
    signal("CONT");
    client.close();
    publisher.close();
    relay.close();
    postgres.close();
  }

  @Test
  void r_08_p_30_it_is_told_within_a_second_and_polling_goes_on_within_ten_of_its_return()
      throws Exception {
    for (int i = 0; i < 250; i++) {
      publisher.serving(rss("f" + i, 2));
    }
    var program =
        new Program(folder)
            .with("LISTEN", "127.0.0.1:0")
            .with("START_RATE", "6")
            .with("DATABASE_URL", "jdbc:postgresql://127.0.0.1:" + relay.port() + "/postgres")
            .with("DATABASE_USER", "postgres");
    program.register(publisher.urls());
    var serve = program.start("serve");
    await().atMost(SOON).until(() -> publisher.order().size() > 20);
    server = found(serve.err());
    await().atMost(SOON).until(() -> status("/health") == 200);

    relay.cut();
    await().pollInterval(Duration.ofMillis(100)).atMost(A_SECOND).until(() -> isTold(false));
    stays(OUTAGE);
    relay.mend();
    var before = publisher.order().size();
    await().atMost(RECOVERY).until(() -> isTold(true) && publisher.order().size() > before);

    signal("STOP");
    await().pollInterval(Duration.ofMillis(100)).atMost(A_SECOND).until(() -> isTold(false));
    stays(HANG);
    signal("CONT");
    var during = publisher.order().size();
    await().atMost(RECOVERY).until(() -> isTold(true) && publisher.order().size() > during);

    var ended = serve.terminate();
    assertThat(ended.code()).isZero();
    assertThat(ended.logged("check failed")).hasSize(2);
    assertThat(ended.logged("check succeeds again")).hasSize(2);
    assertThat(ended.logged("the store failed: polling goes on when it is back"))
        .hasSizeBetween(1, 3);
  }

  private void stays(Duration length) {
    await()
        .pollInterval(Duration.ofMillis(250))
        .during(length)
        .atMost(length.plusSeconds(5))
        .until(() -> isTold(false));
  }

  private boolean isTold(boolean well) throws IOException, InterruptedException {
    assertThat(status("/healthz")).isEqualTo(200);
    var expected = well ? 200 : 503;
    return status("/health") == expected && status("/readyz") == expected;
  }

  private int status(String path) throws IOException, InterruptedException {
    var began = System.nanoTime();
    var request = HttpRequest.newBuilder(URI.create(server + path)).build();
    var status = client.send(request, BodyHandlers.ofString()).statusCode();
    assertThat(Duration.ofNanos(System.nanoTime() - began)).as(path).isLessThan(A_SECOND);
    return status;
  }

  // The postmaster and every process of its own: none of them answers any more.
  private void signal(String name) throws IOException, InterruptedException {
    var all = Stream.concat(Stream.of(postmaster), postmaster.descendants());
    var command = new ArrayList<>(List.of("kill", "-" + name));
    all.map(process -> String.valueOf(process.pid())).forEach(command::add);
    new ProcessBuilder(command).start().waitFor();
  }

  private ProcessHandle postmaster() throws SQLException, IOException {
    try (var connection = postgres.getPostgresDatabase().getConnection();
        var statement = connection.createStatement();
        var row = statement.executeQuery("SHOW data_directory")) {
      row.next();
      var file = Path.of(row.getString(1)).resolve("postmaster.pid");
      return ProcessHandle.of(Long.parseLong(Files.readAllLines(file).getFirst())).orElseThrow();
    }
  }

  private static String found(String text) {
    var match = LISTENING.matcher(text);
    assertThat(match.find()).as(text).isTrue();
    return match.group(1);
  }
}
