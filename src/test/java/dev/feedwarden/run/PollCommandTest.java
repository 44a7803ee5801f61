package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Trap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class PollCommandTest {
  @TempDir Path folder;
  private Publisher publisher;
  private Program program;

  @BeforeEach
  void open() {
    publisher = new Publisher();
    program = new Program(folder);
  }

  @AfterEach
  void close() {
    publisher.close();
  }

  @Test
  void a_feed_is_shown_with_its_way_and_what_would_follow_and_nothing_is_stored() {
    publisher.serving(rss("a", 4).etag("\"v1\""));
    publisher.server(0).route("/moved", Answers.redirect(301, "/feed0.xml"));

    var result = program.run("poll", publisher.server(0).url("/moved")).succeeded();

    assertThat(result.out())
        .contains("redirect    301 to " + publisher.url(0))
        .contains("address     127.0.7.1")
        .contains("HTTP 200, application/rss+xml")
        .contains("ETag \"v1\"")
        .contains("a feed with 4 items")
        .contains("item        Item 0 of a")
        .contains("asked again in about 24 h (learned)");
    assertThat(program.data()).doesNotExist();
  }

  @Test
  void the_same_as_one_JSON_object() {
    publisher.serving(rss("a", 4));

    var json = program.run("poll", "--json", publisher.url(0)).succeeded().json();

    assertThat(json).hasSize(1);
    assertThat(List.copyOf(json.getFirst().propertyNames()))
        .containsExactly(
            "url",
            "final_url",
            "outcome",
            "attempts",
            "retry_count",
            "redirects",
            "address",
            "timings_ms",
            "status_code",
            "bytes",
            "content_type",
            "items",
            "recovered",
            "next_poll_at",
            "next_poll_reason",
            "disabled");
  }

  @Test
  void a_failure_is_told_with_its_type_and_what_would_follow() {
    publisher.serving(Answers.status(404)).serving(Answers.status(410));

    assertThat(program.run("poll", publisher.url(0)).succeeded().out())
        .contains("verdict     not_found (HTTP 404)")
        .contains("disabled after 3 of these in a row");
    assertThat(program.run("poll", publisher.url(1)).succeeded().out())
        .contains("disabled at once, probed after the cooldown: asked again in about 63 h");
    assertThat(program.run("poll", "--fail-on-error", publisher.url(0)).code()).isEqualTo(3);
  }

  @Test
  void what_the_guard_refuses_gets_the_same_answer_whatever_lies_behind() {
    try (var trap = Trap.set()) {
      program.with("ALLOWED_ADDRESSES", "127.0.0.99/32");

      var texts =
          Stream.of(
                  trap.url("/"),
                  "http://127.0.0.1:1/",
                  "http://10.255.255.1/",
                  "http://169.254.169.254/latest/",
                  "http://localhost:8080/",
                  "http://router.local/")
              .map(url -> program.run("poll", url).err().replace(url, "URL"))
              .distinct();

      assertThat(texts)
          .containsExactly(
              "feedwarden: The URL URL is private, local or reserved and not allowed by"
                  + " FEEDWARDEN_ALLOWED_ADDRESSES.\n");
      assertThat(trap.connections()).isZero();
    }
  }

  @Test
  void a_private_feed_is_opened_with_its_credentials_which_are_shown_nowhere() throws Exception {
    publisher.serving(
        (request, wire) ->
            ("Basic YW5uOnMzY3JldA==".equals(request.headers().get("authorization"))
                    ? rss("a", 2)
                    : Answers.status(401))
                .answer(request, wire));
    Files.writeString(folder.resolve("secret"), "s3cret\n");

    var added =
        program.run(
            "sources", "add", publisher.url(0), "--auth", "basic:ann", "--secret-file", "secret");
    var ingested = program.run("ingest", "--json").succeeded();

    assertThat(added.code()).isZero();
    assertThat(ingested.json().getLast().path("articles_inserted").asInt()).isEqualTo(2);
    var list = program.run("sources", "list", "--json").succeeded();
    var stored = Files.readString(program.data().resolve("feedwarden.db"), ISO_8859_1);
    assertThat(added.out() + added.err() + ingested.out() + ingested.err() + list.out() + stored)
        .doesNotContain("s3cret");
    assertThat(list.json().getFirst().path("private").asBoolean()).isTrue();
    assertThat(Files.getPosixFilePermissions(program.data().resolve("secret.key"))).hasSize(2);
  }
}
