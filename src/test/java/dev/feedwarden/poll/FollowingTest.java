package dev.feedwarden.poll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.fetch.Fetcher.Identification;
import dev.feedwarden.fetch.Fetcher.Route;
import dev.feedwarden.fetch.OutboundGuard;
import dev.feedwarden.fetch.Sender;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.FollowedRegistry;
import dev.feedwarden.store.Registry;
import dev.feedwarden.store.remote.RemoteRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stops the start of a crawler, and what does not. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class FollowingTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String LIST = "/api/v1/sources";

  @TempDir Path folder;
  private final Upstream server = Upstream.start("127.0.0.9");
  private Database database;
  private FollowedRegistry link;
  private Following following;

  @BeforeEach
  void open() {
    database = Database.open(Access.to("jdbc:sqlite:" + folder.resolve("crawler.db")));
    link = new FollowedRegistry(database);
    var url = WebUrl.of(server.url("/"));
    var sender =
        Sender.to(
            url,
            new OutboundGuard(List.of(), Set.of(), List.of(), Set.of()),
            new Identification("Feedwarden/test"),
            Route.DIRECT,
            1 << 20);
    following =
        new Following(
            database,
            new RemoteRegistry(sender, url, "t0k3n", _ -> Optional.empty()),
            Duration.ofSeconds(1),
            _ -> true);
    server.route(LIST, Answers.word(200, "{\"sources\":[]}"));
  }

  @AfterEach
  void close() {
    following.close();
    server.close();
    database.close();
  }

  private void answering(int status, String id) {
    server.route(
        "/api/v1/registry",
        Answers.word(status, "{\"registry_id\":\"" + id + "\",\"scope\":\"write\"}"));
  }

  @ParameterizedTest(name = "{0}, met before: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          401 | false | REGISTRY_TOKEN: the registry <U> does not know the token, or no longer.
          401 | true  | REGISTRY_TOKEN: the registry <U> does not know the token, or no longer.
          404 | true  | REGISTRY_URL: <U> answers, but not as a registry of Feedwarden does.
          503 | false | REGISTRY_URL: the registry <U> answers with 503, and no sources are known here yet.
          """)
  void what_an_operator_must_put_right_stops_the_start(int status, boolean met, String sentence) {
    answering(status, "r1");
    if (met) {
      link.bind("r1", "http://registry.example");
    }

    assertThatThrownBy(following::start)
        .isInstanceOf(OperatorMistake.class)
        .hasMessage(sentence.replace("<U>", server.url("")));
  }

  @Test
  void another_registry_stops_the_start() {
    answering(200, "r2");
    link.bind("r1", "http://registry.example");

    assertThatThrownBy(following::start)
        .isInstanceOf(OperatorMistake.class)
        .hasMessageContaining(" is another registry than the one that this database belongs to");
  }

  @Test
  void a_database_with_sources_of_its_own_is_no_crawlers() {
    answering(200, "r1");
    var feed = new Settings("mine", WebUrl.of("https://a.example/"), true, null);
    new Registry(database).add(feed, database.now());

    assertThatThrownBy(following::start)
        .isInstanceOf(OperatorMistake.class)
        .hasMessage(
            "REGISTRY_URL: the database has sources of its own; a crawler needs an empty one.");
  }

  @Test
  void a_registry_that_is_away_is_followed_when_it_is_back() throws InterruptedException {
    answering(503, "r1");
    link.bind("r1", "http://registry.example");

    following.start();

    assertThat(server.count(LIST)).isZero();
    answering(200, "r1");
    await().atMost(SOON).until(() -> server.count(LIST) >= 2);
    assertThat(link.find().orElseThrow().syncedAt()).isNotNull();
  }
}
