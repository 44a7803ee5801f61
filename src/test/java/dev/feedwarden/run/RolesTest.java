package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.store.TestEngine;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several processes on one PostgreSQL, each with its part. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class RolesTest {
  private static final Duration SOON = Duration.ofSeconds(90);
  private static final Pattern LISTENING = Pattern.compile("Listening on (http://\\S+);");

  @TempDir Path folder;

  private Program program(String name, String url) throws IOException {
    return new Program(Files.createDirectories(folder.resolve(name)))
        .with("LISTEN", "127.0.0.1:0")
        .with("DATABASE_URL", url);
  }

  private static String found(Program.Running run) {
    await().atMost(SOON).until(() -> LISTENING.matcher(run.err()).find());
    var match = LISTENING.matcher(run.err());
    match.find();
    return match.group(1);
  }

  private static int status(HttpClient client, String url) throws Exception {
    return client
        .send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofString())
        .statusCode();
  }

  @Test
  @Tag("slow")
  void one_answers_and_the_other_polls() throws Exception {
    var url = TestEngine.POSTGRESQL.freshUrl(folder);
    var answering = program("api", url);
    var polling = program("worker", url);
    try (var publisher = new Publisher().serving(rss("a", 3));
        var client = HttpClient.newHttpClient()) {
      answering.register(publisher.urls());
      var api = answering.start("serve", "--role", "api");
      var front = found(api);
      await().atMost(SOON).until(() -> status(client, front + "/health") == 200);
      await().during(Duration.ofSeconds(2)).until(() -> publisher.asked(0) == 0);

      var worker = polling.start("serve", "--role", "worker");
      var back = found(worker);
      await().atMost(SOON).until(() -> answering.articles().size() == 3);

      assertThat(status(client, back + "/health")).isEqualTo(200);
      assertThat(status(client, front + "/login")).isEqualTo(200);
      assertThat(status(client, back + "/login")).isEqualTo(404);
      assertThat(status(client, front + "/api/v1/sources")).isEqualTo(401);
      assertThat(status(client, back + "/api/v1/sources")).isEqualTo(404);
      assertThat(api.terminate().code()).isZero();
      assertThat(worker.terminate().code()).isZero();
    }
  }

  @Test
  @Tag("slow")
  void a_role_that_is_none_is_one_sentence_and_2() throws IOException {
    var ended = new Program(folder).run("serve", "--role", "boss");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("--role").contains("WORKER").contains("boss");
  }

  @Test
  @Tag("long")
  void twenty_that_start_at_once_on_an_empty_database_make_it_once() throws Exception {
    var url = TestEngine.POSTGRESQL.freshUrl(folder);
    var all = new ArrayList<Program.Running>();
    for (int i = 0; i < 20; i++) {
      var program = program("w" + i, url).with("DB_POOL_IDLE", "1").with("DB_POOL_MAX", "3");
      all.add(program.withHeap("96m").start("serve", "--role", "worker"));
    }

    await()
        .atMost(Duration.ofMinutes(4))
        .until(() -> all.stream().allMatch(one -> one.err().contains("Listening on")));

    for (var one : all) {
      var ended = one.terminate();
      assertThat(ended.code()).as(ended.err()).isZero();
      assertThat(ended.err()).doesNotContain("\"level\":\"ERROR\"");
    }
  }
}
