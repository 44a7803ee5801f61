package dev.feedwarden.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.api.auth.Scope;
import dev.feedwarden.store.OverlappingWriters;
import dev.feedwarden.store.TestEngine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The stream of articles as a client reads it beside those who write, on a real PostgreSQL. */
@Tag("slow")
final class StreamWritersTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int TRANSACTIONS = 90;
  private static final int BEFORE_CUT = 300;
  private static final Duration LONGEST = Duration.ofMillis(60);
  private static final String INSERT =
      """
      INSERT INTO articles (source_id, title, summary, tags, content_hash, first_seen_at, changed_at)
      SELECT s.id, x.title, '', '', x.title, 0, 0
      FROM sources s, (SELECT CAST(? AS TEXT) AS title) x
      """;

  @TempDir Path folder;
  private final List<String> seen = new ArrayList<>();
  private String last = "";

  @Test
  @Timeout(value = 90, unit = TimeUnit.SECONDS)
  void a_client_that_is_cut_off_again_and_again_sees_every_article_of_eight_writers_once()
      throws Exception {
    var url = TestEngine.POSTGRESQL.freshUrl(folder);
    var all = OverlappingWriters.names(TRANSACTIONS);
    try (var served = Served.over(url, Served.Wishes.NONE);
        var client = HttpClient.newHttpClient()) {
      served.register("https://example.org/feed");
      try (var writers = new OverlappingWriters(url, INSERT, TRANSACTIONS, LONGEST)) {
        read(served, client, Math.min(BEFORE_CUT, all.size()));
        assertThat(writers.areDone()).as("it is read while it is written").isFalse();
        while (seen.size() < all.size()) {
          read(served, client, Math.min(seen.size() + BEFORE_CUT, all.size()));
        }
      }
    }

    assertThat(seen).hasSameSizeAs(all).containsExactlyInAnyOrderElementsOf(all);
  }

  // As a browser does it: who was cut off names the last event that it saw.
  private void read(Served served, HttpClient client, int until)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(served.at("/api/v1/articles/stream?after="))
            .header("Authorization", "Bearer " + Served.token(Scope.READ));
    if (!last.isEmpty()) {
      request.header("Last-Event-ID", last);
    }
    var response = client.send(request.build(), BodyHandlers.ofInputStream());
    assertThat(response.statusCode()).isEqualTo(200);
    try (var lines = new BufferedReader(new InputStreamReader(response.body(), UTF_8))) {
      while (seen.size() < until) {
        event(lines);
      }
    }
  }

  private void event(BufferedReader lines) throws IOException {
    var id = last;
    for (var line = line(lines); !line.isEmpty(); line = line(lines)) {
      if (line.startsWith("id: ")) {
        id = line.substring(4);
      } else if (line.startsWith("data: ")) {
        seen.add(JSON.readTree(line.substring(6)).path("title").asString());
      }
    }
    last = id;
  }

  private static String line(BufferedReader lines) throws IOException {
    return Objects.requireNonNull(lines.readLine(), "the stream has ended");
  }
}
