package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The API of the running service as its operator and a client meet it. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class ServeApiTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Pattern LISTENING = Pattern.compile("Listening on (http://\\S+);");
  private static final Pattern CODE = Pattern.compile("/login#code=(\\S+)");

  @TempDir Path folder;
  private Publisher publisher;
  private Program program;
  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeEach
  void open() {
    publisher = new Publisher();
    program = new Program(folder).with("LISTEN", "127.0.0.1:0");
  }

  @AfterEach
  void close() {
    client.close();
    publisher.close();
  }

  @Test
  void a_feed_is_tested_registered_and_polled_over_http() throws Exception {
    publisher.serving(rss("a", 3));
    var serve = program.start("serve");
    await().atMost(SOON).until(() -> serve.hasLogged("Listening on"));
    var server = found(LISTENING, serve.err());
    var token = program.run("token", "--scope", "write", "--for", "1h").succeeded().out().strip();
    var url = publisher.url(0);

    var tested = ask(server + "/api/v1/sources/test", token, "{\"url\":\"" + url + "\"}");
    var discovered = ask(server + "/api/v1/sources/discover", token, "{\"url\":\"" + url + "\"}");
    var added = ask(server + "/api/v1/sources", token, "{\"feed_url\":\"" + url + "\"}");
    await().atMost(SOON).until(() -> program.articles().size() == 3);
    var code = found(CODE, serve.err());
    var login = ask(server + "/login", null, "{\"code\":\"" + code + "\"}");
    var ended = serve.terminate();

    assertThat(tested.statusCode()).isEqualTo(200);
    assertThat(new JsonMapper().readTree(tested.body()).path("items").asInt()).isEqualTo(3);
    assertThat(new JsonMapper().readTree(discovered.body()).path("feeds").size()).isOne();
    assertThat(added.statusCode()).isEqualTo(201);
    assertThat(login.statusCode()).isEqualTo(204);
    assertThat(ended.code()).isZero();
    assertThat(ended.err()).doesNotContain("\"level\":\"ERROR\"");
    assertThat(Files.getPosixFilePermissions(program.data().resolve("jwt.key")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    assertThat(ended.logged("request").getFirst().path("request_id").asString())
        .matches("[0-9a-f]{16}");
  }

  @Test
  void l_06_what_it_keeps_is_for_its_owner_alone() throws Exception {
    var serve = program.start("serve");
    await().atMost(SOON).until(() -> serve.hasLogged("Listening on"));
    var modes = new TreeMap<String, String>();
    try (var files = Files.list(program.data())) { // the locks in a folder below are empty
      for (var file : files.filter(Files::isRegularFile).toList()) {
        modes.put(
            file.getFileName().toString(),
            PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
      }
    }
    serve.terminate();

    assertThat(modes).containsKeys("feedwarden.db", "feedwarden.db-wal", "jwt.key");
    assertThat(modes.values()).allMatch(mode -> mode.endsWith("------"), modes.toString());
  }

  @Test
  void p_28_nobody_learns_what_listens_inside() throws Exception {
    publisher.serving(rss("inside", 3));
    var closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    closed.close();
    var serve = program.without("ALLOWED_ADDRESSES").start("serve");
    await().atMost(SOON).until(() -> serve.hasLogged("Listening on"));
    var server = found(LISTENING, serve.err());
    var token = program.run("token", "--scope", "write").succeeded().out().strip();

    var answers = new TreeMap<String, List<String>>();
    for (var url :
        List.of(
            publisher.url(0),
            "http://127.0.0.1:" + closed.getLocalPort() + "/",
            "http://10.0.0.1/",
            "http://[::1]/",
            "http://nothing-here.internal/")) {
      for (var question : List.of("test", "discover")) {
        var got = ask(server + "/api/v1/sources/" + question, token, "{\"url\":\"" + url + "\"}");
        var told = new JsonMapper().readTree(got.body());
        answers
            .computeIfAbsent(
                got.statusCode() + " " + told.path("detail").asString(), _ -> new ArrayList<>())
            .add(question + " " + url);
      }
    }
    serve.terminate();

    assertThat(answers).containsOnlyKeys("422 The URL leads to no public address.");
    assertThat(publisher.asked(0)).isZero();
  }

  @Test
  void p_11_a_token_is_called_back_while_the_service_runs() throws Exception {
    var serve = program.start("serve");
    await().atMost(SOON).until(() -> serve.hasLogged("Listening on"));
    var sources = found(LISTENING, serve.err()) + "/api/v1/sources";
    var one = program.run("token", "--scope", "write").succeeded().out().strip();
    var other = program.run("token", "--scope", "write").succeeded().out().strip();
    var before = ask(sources, one, "{}").statusCode();

    program.run("token", "revoke", one).succeeded();

    await().atMost(SOON).until(() -> ask(sources, one, "{}").statusCode() == 401);
    assertThat(before).isEqualTo(400);
    assertThat(ask(sources, other, "{}").statusCode()).isEqualTo(400);
    assertThat(program.run("token", "revoke", "a.b.c").code()).isEqualTo(2);
    assertThat(program.run("token").code()).isEqualTo(2);
    serve.terminate();
  }

  @Test
  void a_port_that_is_taken_is_one_sentence_and_2() throws IOException {
    try (var taken = new ServerSocket(0)) {
      var place = "127.0.0.1:" + taken.getLocalPort();

      var ended = program.with("LISTEN", place).run("serve");

      assertThat(ended.code()).isEqualTo(2);
      assertThat(ended.err())
          .isEqualTo(
              "feedwarden: LISTEN: %s cannot be listened on; is another process there already?\n"
                  .formatted(place));
    }
  }

  @Test
  void l_07_a_key_that_others_can_read_or_that_is_short_stops_the_start() throws IOException {
    var file = Files.writeString(folder.resolve("secret"), "0123456789abcdef0123456789abcdef\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));

    var bySecret = new Program(folder).with("JWT_SECRET_FILE", file.toString()).run("serve");
    var byKeys = new Program(folder).with("JWT_KEYS", "a=" + file).run("token", "--scope", "read");
    Files.writeString(file, "short");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    var tooShort =
        new Program(folder).with("JWT_KEYS", "a=" + file).run("token", "--scope", "read");

    assertThat(bySecret.code()).isEqualTo(2);
    assertThat(bySecret.err()).contains("can be read by every user of this machine");
    assertThat(byKeys.code()).isEqualTo(2);
    assertThat(byKeys.err()).contains("is open to every user of this machine");
    assertThat(tooShort.code()).isEqualTo(2);
    assertThat(tooShort.err()).contains("is shorter than 32 bytes");
  }

  private HttpResponse<String> ask(String url, @Nullable String token, String body)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    return client.send(request.build(), BodyHandlers.ofString(UTF_8));
  }

  private static String found(Pattern pattern, String text) {
    var match = pattern.matcher(text);
    assertThat(match.find()).as(text).isTrue();
    return match.group(1);
  }
}
