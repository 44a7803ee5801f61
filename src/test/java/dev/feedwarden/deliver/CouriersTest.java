package dev.feedwarden.deliver;

import static dev.feedwarden.deliver.FakeSlack.OK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.fetch.Authority;
import dev.feedwarden.fetch.Sender;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Mischief;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.Incident.Kind;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Backlogs;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.DestinationTable;
import dev.feedwarden.store.DestinationTable.Kept;
import dev.feedwarden.store.Incidents;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All destinations at once, in real time. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class CouriersTest {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final String HOOK = "/hook";

  @TempDir Path folder;
  private Database database;
  private Incidents incidents;
  private DestinationTable table;
  private Upstream server;
  private Sender sender;

  @BeforeEach
  void open() {
    database = Database.open(Access.to("jdbc:sqlite:" + folder.resolve("feedwarden.db")));
    incidents = new Incidents(database);
    table = new DestinationTable(database);
    server = Upstream.start("127.0.0.9").route(HOOK, Answers.status(204));
    sender = FakeSlack.sender();
  }

  @AfterEach
  void close() {
    sender.close();
    server.close();
    database.close();
  }

  private Enlisted hook(String name, String url) {
    return new Enlisted(
        name,
        url,
        () -> Destination.webhook(name, WebUrl.of(url), null, Wants.ALL, database, sender));
  }

  /** Those in the table; what is sealed is only a path here. */
  private List<Enlisted> kept() {
    return table.all().stream()
        .map(
            one ->
                new Enlisted(
                    one.name(),
                    one.sealed(),
                    () -> hook(one.name(), server.url(one.sealed())).open().get().kept()))
        .toList();
  }

  private void happens(int from, int to) {
    for (int i = from; i < to; i++) {
      incidents.open(Kind.HOST, i + ".example", "3 of 3 feeds", database.now());
    }
  }

  private Map<String, Backlogs.Backlog> backlogs() {
    return new Backlogs(database)
        .all().stream().collect(Collectors.toMap(Backlogs.Backlog::destination, one -> one));
  }

  @Test
  void r_40_one_that_dribbles_is_silent_or_has_no_valid_certificate_delays_no_other() {
    server
        .route("/dribble", Mischief.dribble("HTTP/1.1 204 No\r\n\r\n", Duration.ofMillis(100)))
        .route("/silence", Mischief.silence());
    var selfSigned = Authority.selfSigned(Authority.Says.address("127.0.0.9"));
    try (var tls = Upstream.secure("127.0.0.9", selfSigned).route(HOOK, Answers.status(204));
        var couriers =
            new Couriers(
                () ->
                    List.of(
                        hook("certificate", tls.url(HOOK)),
                        hook("dribble", server.url("/dribble")),
                        hook("no-tls", server.url(HOOK).replace("http:", "https:")),
                        hook("silence", server.url("/silence")),
                        hook("well", server.url(HOOK))),
                database,
                () -> {})) {
      happens(0, 30);
      var begun = System.nanoTime();
      await().atMost(SOON).until(() -> server.count(HOOK) == 30);
      var took = Duration.ofNanos(System.nanoTime() - begun);
      await()
          .atMost(SOON)
          .until(() -> backlogs().values().stream().filter(b -> b.trouble() != null).count() == 4);

      assertThat(took).isLessThan(Duration.ofSeconds(10));
      assertThat(couriers.isAlive()).isTrue();
      assertThat(backlogs())
          .allSatisfy(
              (name, backlog) -> {
                assertThat(backlog.waiting()).as(name).isEqualTo(name.equals("well") ? 0 : 30);
                assertThat(backlog.totals().dead()).as(name).isZero();
              });
      assertThat(tls.seen()).as("nothing is said to whom we cannot know").isEmpty();
    }
  }

  @Test
  void who_is_made_changed_and_removed_meanwhile_is_taken_up_at_the_next_look() {
    server.route("/one", OK).route("/two", OK);
    try (var couriers = new Couriers(this::kept, database, () -> {})) {
      happens(0, 1);
      table.add(new Kept("hook", "{}", "/one"), 9, database.now());
      happens(1, 2);
      await().atMost(SOON).until(() -> server.count("/one") == 1);

      table.replace(new Kept("hook", "{}", "/two"));
      await()
          .atMost(SOON)
          .until(
              () -> {
                happens(2, 3);
                incidents.close(Kind.HOST, "2.example", database.now());
                return server.count("/two") > 0;
              });

      table.remove("hook");
      await().atMost(SOON).until(() -> kept().isEmpty());
      await().pollDelay(Duration.ofSeconds(3)).until(() -> true); // two looks
      var told = server.seen().size();
      happens(3, 4);
      await().pollDelay(Duration.ofSeconds(2)).until(() -> true);

      assertThat(server.seen()).hasSize(told);
      assertThat(backlogs()).as("nobody brought it back").isEmpty();
      assertThat(couriers.isAlive()).isTrue();
    }
  }
}
