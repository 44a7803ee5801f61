package dev.feedwarden.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Backlogs;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Deliveries;
import dev.feedwarden.store.OverlappingWriters;
import dev.feedwarden.store.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** A destination that is told while eight others write, on a real PostgreSQL. */
@Tag("slow")
final class CourierWritersTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int TRANSACTIONS = 20;
  private static final String HOOK = "/hook";
  private static final Duration LONGEST = Duration.ofMillis(300);
  private static final String INSERT =
      """
      INSERT INTO outbox (at, kind, body)
      VALUES (extract(epoch FROM now()) * 1000, 'incident_opened',
              json_build_object('kind', 'host', 'scope', CAST(? AS TEXT), 'evidence', 'why'))
      """;

  @TempDir Path folder;

  @Test
  @Timeout(value = 90, unit = TimeUnit.SECONDS)
  void a_webhook_is_told_every_event_of_eight_writers_once() throws Exception {
    var url = TestEngine.POSTGRESQL.freshUrl(folder);
    try (var database = Database.open(Access.to(url));
        var hook = Upstream.start("127.0.0.9").route(HOOK, Answers.status(204));
        var sender = FakeSlack.sender()) {
      var courier =
          new Courier(
              Destination.webhook(
                  "hook", WebUrl.of(hook.url(HOOK)), null, Wants.ALL, database, sender),
              new Deliveries(database),
              new Backlogs(database),
              Courier.Bounds.STANDARD,
              () -> 0);
      courier.begin(database.now());
      try (var writers = new OverlappingWriters(url, INSERT, TRANSACTIONS, LONGEST)) {
        boolean wereDone;
        do {
          wereDone = writers.areDone();
          while (courier.step(database.now()).isZero()) {
            // there is more
          }
        } while (!wereDone);
      }

      assertThat(scopes(hook))
          .containsExactlyInAnyOrderElementsOf(OverlappingWriters.names(TRANSACTIONS));
    }
  }

  private static List<String> scopes(Upstream hook) {
    return hook.seen(HOOK).stream()
        .map(seen -> JSON.readTree(seen.request().body()))
        .map(event -> event.path("data").path("scope").asString())
        .toList();
  }
}
