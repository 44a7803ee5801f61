package dev.feedwarden.poll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.fetch.Fetcher.Identification;
import dev.feedwarden.fetch.Fetcher.Route;
import dev.feedwarden.fetch.OutboundGuard;
import dev.feedwarden.fetch.Sender;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.Followed;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.FollowedRegistry;
import dev.feedwarden.store.FollowedSources;
import dev.feedwarden.store.Registry;
import dev.feedwarden.store.remote.Heard;
import dev.feedwarden.store.remote.RemoteRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conversations with a registry that answers what it is told, over a real database. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class RegistryTalkTest {
  private static final String LIST = "/api/v1/sources";

  @TempDir Path folder;
  private final Upstream server = Upstream.start("127.0.0.8");
  private Database database;
  private RemoteRegistry remote;
  private RegistryTalk talk;

  @BeforeEach
  void open() {
    database = Database.open(Access.to("jdbc:sqlite:" + folder.resolve("crawler.db")));
    new FollowedRegistry(database).bind("r1", "http://registry.example");
    remote =
        new RemoteRegistry(
            Sender.to(
                WebUrl.of(server.url("/")),
                new OutboundGuard(List.of(), Set.of(), List.of(), Set.of()),
                new Identification("Feedwarden/test"),
                Route.DIRECT,
                1 << 20),
            WebUrl.of(server.url("/")),
            "t0k3n",
            _ -> Optional.empty());
    talk = new RegistryTalk(database, remote, own -> own.cells().containsKey("known"));
    being("r1");
  }

  @AfterEach
  void close() {
    remote.close();
    server.close();
    database.close();
  }

  private void being(String id) {
    server.route(
        "/api/v1/registry",
        Answers.word(200, "{\"registry_id\":\"" + id + "\",\"scope\":\"write\"}"));
  }

  private static SourceId id(int number) {
    return new SourceId("00000000-0000-7000-8000-%012d".formatted(number));
  }

  private static String row(int number, String more) {
    return "{\"id\":\"%s\",\"name\":\"n\",\"feed_url\":\"https://a.example/%d\",\"revision\":7%s}"
        .formatted(id(number), number, more);
  }

  private static Behaviour page(int from, int to, @Nullable SourceId next) {
    var rows = IntStream.range(from, to).mapToObj(n -> row(n, "")).collect(Collectors.joining(","));
    var more = next == null ? "" : ",\"next_after\":\"" + next + "\"";
    return Answers.word(200, "{\"sources\":[" + rows + "]" + more + "}");
  }

  private long polled() {
    return new FollowedSources(database).known().values().stream().filter(Followed::listed).count();
  }

  private @Nullable Long synced() {
    return new FollowedRegistry(database)
        .find()
        .map(FollowedRegistry.Link::syncedAt)
        .map(at -> at.toEpochMilli())
        .orElse(null);
  }

  @Test
  void a_list_is_read_to_its_end() throws InterruptedException {
    server.route(LIST, Behaviour.inTurn(page(0, 20, id(19)), page(20, 30, null)));

    assertThat(talk.turn(true)).isEqualTo(new Heard.Good<>(30));

    assertThat(polled()).isEqualTo(30);
    assertThat(server.count(LIST)).isEqualTo(2);
    assertThat(synced()).isNotNull();
  }

  @Test
  void a_list_that_breaks_off_changes_nothing() throws InterruptedException {
    server.route(
        LIST,
        Behaviour.inTurn(
            page(0, 20, null), page(5, 7, id(6)), Answers.status(503), page(0, 20, null)));
    talk.turn(true);
    var before = synced();

    assertThat(talk.turn(true)).isInstanceOf(Heard.Silent.class);

    assertThat(polled()).isEqualTo(20);
    assertThat(synced()).isEqualTo(before);
  }

  @Test
  void a_list_that_lacks_most_is_believed_when_it_comes_again() throws InterruptedException {
    server.route(LIST, Behaviour.inTurn(page(0, 20, null), page(0, 0, null), page(0, 20, null)));
    talk.turn(true);

    talk.turn(true);
    assertThat(polled()).isEqualTo(20);
    talk.turn(true); // all are there
    server.route(LIST, page(0, 3, null));
    talk.turn(true);
    assertThat(polled()).isEqualTo(20);
    talk.turn(true);

    assertThat(polled()).isEqualTo(3);
    assertThat(new Registry(database).count()).isEqualTo(20);
  }

  @Test
  void another_registry_at_the_same_address_is_told_nothing_and_not_followed()
      throws InterruptedException {
    server.route(LIST, page(0, 2, null));
    being("r2");

    assertThat(talk.turn(true))
        .isEqualTo(
            new Heard.Mistaken<>(
                "REGISTRY_URL: "
                    + remote.url()
                    + " is not the registry any more that this database belongs to"));

    assertThat(server.count(LIST)).isZero();
  }

  @Test
  void a_source_with_a_policy_that_we_do_not_know_stays_as_it_was() throws InterruptedException {
    server.route(
        LIST,
        Answers.word(
            200,
            "{\"sources\":["
                + row(1, ",\"policy\":{\"known\":\"1\"}")
                + ","
                + row(2, ",\"policy\":{\"novel\":\"1\"}")
                + "]}"));

    talk.turn(true);

    assertThat(new FollowedSources(database).known())
        .isEqualTo(Map.of(id(1), new Followed(7, true)));
  }
}
