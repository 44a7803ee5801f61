package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.store.TestEngine;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Secrets through every path at DEBUG: none of them comes out again. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class CanarySecretsTest {
  private static final Duration SOON = Duration.ofSeconds(90);
  private static final Pattern LISTENING = Pattern.compile("Listening on (http://\\S+);");
  private static final String KEY = "Y2FuYXJ5LXNlY3JldC1rZXktMDEyMzQ1Njc4OWFiYy4=";
  private static final String JWT_KEY = "canary-jwt-key-0123456789abcdef0123";

  @TempDir Path folder;
  private Publisher publisher;
  private Program program;
  private String server;
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<String> said = new ArrayList<>();

  @BeforeEach
  void open() {
    publisher = new Publisher();
    program =
        new Program(folder)
            .with("LISTEN", "127.0.0.1:0")
            .with("LOG_LEVEL", "debug")
            .with("SECRET_KEY", KEY)
            .with("JWT_SECRET", JWT_KEY);
  }

  @AfterEach
  void close() {
    client.close();
    publisher.close();
  }

  @Test
  void l_04_l_05_no_output_has_a_secret_in_it() throws Exception {
    publisher
        .serving(rss("a", 1))
        .serving(Answers.status(404))
        .serving(Answers.ok("<rss password=canary-body Bearer canary-body-0123", "text/xml"))
        .serving(Answers.redirect(302, "/elsewhere?apikey=canary-redirect"));
    var url = TestEngine.POSTGRESQL.freshUrl(folder);
    program.with("DATABASE_URL", url).with("DATABASE_PASSWORD", "canary-database");
    var token = program.run("token", "--scope", "admin").succeeded().out().strip();
    for (int i = 0; i < 4; i++) {
      run("sources", "add", publisher.url(i) + "?token=canary-query&n=" + i);
    }
    run("sources", "add", "https://user:canary-password@a.example/feed");
    run("sources", "add", "ftp://user:canary-password@a.example/feed?key=canary-query");
    var serve = program.start("serve");
    await().atMost(SOON).until(() -> serve.hasLogged("Listening on"));
    var match = LISTENING.matcher(serve.err());
    assertThat(match.find()).isTrue();
    server = match.group(1);
    ask("POST", "/api/v1/sources", token, source("bearer\",\"token\":\"canary-credential"));
    ask("POST", "/api/v1/sources", token, source("nonsense\",\"token\":\"canary-credential"));
    ask("POST", "/api/v1/sources", token, "{\"feed_url\":\"https://u:canary-password@a.example/\"");
    ask(
        "POST",
        "/api/v1/sources/test",
        token,
        "{\"url\":\"" + publisher.url(1) + "?sig=canary-query\"}");
    ask("POST", "/login", null, "{\"code\":\"canary-credential\"}");
    ask("GET", "/api/v1/sources?token=canary-query", "canary-credential", null);
    await().atMost(SOON).until(() -> publisher.order().size() >= 6);
    await().atMost(SOON).until(() -> serve.hasLogged("connection pool"));

    var list = ask("GET", "/api/v1/sources", token, null);
    for (var path :
        List.of("/metrics", "/health", "/api/v1/hosts", "/api/v1/incidents", "/api/v1/stats")) {
      ask("GET", path, token, null);
    }
    for (var id : Pattern.compile("\"id\":\"([0-9a-f-]{36})\"").matcher(list).results().toList()) {
      ask("GET", "/api/v1/sources/" + id.group(1) + "/polls", token, null);
      ask("GET", "/api/v1/sources/" + id.group(1), token, null);
      if (said.size() < 40) {
        run("explain", id.group(1));
        run("sources", "show", id.group(1), "--json");
      }
    }
    run("sources", "list", "--json");
    run("sources", "export");
    run("config", "show");
    run("poll", publisher.url(1) + "?token=canary-query");
    said.add(threads(serve.pid()));
    var ended = serve.terminate();
    said.add(ended.err());
    said.add(ended.out());
    said.add(history(url));

    assertThat(ended.logged("connection pool").getFirst().has("overflow")).isTrue();
    assertThat(ended.err()).contains("?token=***&n=1").contains("\"level\":\"DEBUG\"");
    var all = String.join("\n", said);
    assertThat(all.lines().filter(line -> line.contains("canary-"))).isEmpty();
    assertThat(all).doesNotContain(KEY, token, token.substring(token.lastIndexOf('.')));
  }

  private String source(String auth) {
    return "{\"feed_url\":\"%s?private=1\",\"auth\":{\"type\":\"%s\"}}"
        .formatted(publisher.url(1), auth);
  }

  private void run(String... args) {
    var result = program.run(args);
    said.add(result.out());
    said.add(result.err());
  }

  private String ask(String method, String path, @Nullable String token, @Nullable String body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(server + path))
            .header("Content-Type", "application/json")
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    var got = client.send(request.build(), BodyHandlers.ofString(UTF_8));
    said.add(got.headers().map() + "\n" + got.body());
    return got.body();
  }

  private static String threads(long pid) throws IOException {
    var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    var process = new ProcessBuilder(jcmd, String.valueOf(pid), "Thread.print", "-e").start();
    var dump = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(dump).contains("commits");
    return dump;
  }

  // What is kept for people to read; the URL itself is kept whole, as it must be asked for.
  private static String history(String url) throws SQLException {
    var text = new StringBuilder();
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement()) {
      var errors = "(SELECT source_id, last_error FROM feed_state)";
      for (var table : List.of("polls", "transitions", "incidents", "outbox", errors)) {
        try (var rows = statement.executeQuery("SELECT row_to_json(t) FROM " + table + " t")) {
          while (rows.next()) {
            text.append(rows.getString(1)).append('\n');
          }
        }
      }
    }
    return text.toString();
  }
}
