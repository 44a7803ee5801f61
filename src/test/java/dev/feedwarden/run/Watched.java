package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.lab.Answers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A service that has polled two good feeds and a bad one, and somebody who looks at it. */
final class Watched implements AutoCloseable {
  static final Duration SOON = Duration.ofSeconds(90);
  private static final Pattern LISTENING = Pattern.compile("Listening on (http://\\S+);");

  private final Publisher publisher = new Publisher();
  private final HttpClient client = HttpClient.newHttpClient();
  private final Program.Running serve;
  private final String server;
  private final String token;

  Watched(Path folder) {
    publisher.serving(rss("a", 3)).serving(rss("b", 2)).serving(Answers.status(410));
    var program = new Program(folder).with("LISTEN", "127.0.0.1:0");
    program.register(publisher.urls());
    token = program.run("token", "--scope", "read").succeeded().out().strip();
    serve = program.start("serve");
    await().atMost(SOON).until(() -> serve.hasLogged("Listening on"));
    var match = LISTENING.matcher(serve.err());
    assertThat(match.find()).isTrue();
    server = match.group(1);
    await().atMost(SOON).until(() -> value(scrape(), "feedwarden_poll_seconds_count") == 3);
  }

  String token() {
    return token;
  }

  /** What it has logged so far. */
  String log() {
    return serve.err();
  }

  /** Host and port. */
  String place() {
    return URI.create(server).getAuthority();
  }

  HttpResponse<String> get(String path, @Nullable String bearer)
      throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(server + path));
    if (bearer != null) {
      request.header("Authorization", "Bearer " + bearer);
    }
    return client.send(request.build(), BodyHandlers.ofString(UTF_8));
  }

  String scrape() throws IOException, InterruptedException {
    var got = get("/metrics", token);
    assertThat(got.statusCode()).isEqualTo(200);
    return got.body();
  }

  /** One number of a scrape. */
  static double value(String text, String sample) {
    return text.lines()
        .filter(line -> line.startsWith(sample + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(sample.length() + 1)))
        .findFirst()
        .orElse(Double.NaN);
  }

  @Override
  public void close() {
    assertThat(serve.terminate().code()).isZero();
    client.close();
    publisher.close();
  }
}
