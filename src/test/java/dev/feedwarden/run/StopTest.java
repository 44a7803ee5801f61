package dev.feedwarden.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.lab.Mischief;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGTERM while fifty servers dribble. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class StopTest {
  private static final int SERVERS = 50;
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Duration GRACE = Duration.ofSeconds(4);
  private static final Duration TO_LET_GO = Duration.ofSeconds(5);
  private static final Pattern LISTENING = Pattern.compile("Listening on (http://\\S+);");

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private Publisher publisher;

  @BeforeEach
  void open() {
    publisher = new Publisher();
    for (int i = 0; i < SERVERS; i++) {
      publisher.serving(Mischief.dribble(Duration.ofMillis(100)));
    }
  }

  @AfterEach
  void close() {
    client.close();
    publisher.close();
  }

  @Test
  void r_04_a_stop_is_told_first_and_ends_in_time_with_nothing_counted() {
    var program =
        new Program(folder)
            .with("LISTEN", "127.0.0.1:0")
            .with("START_RATE", "1000")
            .with("WORKERS", "100")
            .with("REQUEST_TIMEOUT", "40s")
            .with("STOP_GRACE", GRACE.toSeconds() + "s");
    program.register(publisher.urls());
    var serve = program.start("serve");
    await().atMost(SOON).until(() -> publisher.order().size() == SERVERS);
    var server = LISTENING.matcher(serve.err()).results().findFirst().orElseThrow().group(1);
    assertThat(status(server, "/readyz")).isEqualTo(200);

    var stop = System.nanoTime();
    serve.signal("TERM");
    await().atMost(GRACE.dividedBy(2)).until(() -> status(server, "/readyz") == 503);
    assertThat(status(server, "/healthz")).isEqualTo(200);
    var ended = serve.await();
    var took = Duration.ofNanos(System.nanoTime() - stop);

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(took).isLessThan(GRACE.plus(TO_LET_GO).plusSeconds(3));
    assertThat(ended.logged("stopped").getFirst().path("polls_abandoned").asInt())
        .isEqualTo(SERVERS);
    assertThat(ended.err()).doesNotContain("\"level\":\"ERROR\"");
    var ledger = new Ledger(program);
    assertThat(ledger.number("SELECT count(*) FROM feed_state WHERE error_count > 0")).isZero();
    assertThat(ledger.number("SELECT count(*) FROM host_queue WHERE owner IS NOT NULL")).isZero();
  }

  private int status(String server, String path) {
    try {
      var request = HttpRequest.newBuilder(URI.create(server + path)).build();
      return client.send(request, BodyHandlers.discarding()).statusCode();
    } catch (IOException gone) {
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }
}
