package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.claim;
import static dev.feedwarden.store.Fixtures.feed;
import static dev.feedwarden.store.Fixtures.fresh;
import static dev.feedwarden.store.Fixtures.poll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.WebUrl;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Somebody is asked out of turn. */
@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class CanaryContractTest {
  private static final Instant LATER = NOW.plusSeconds(90);

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private HostQueue queue;
  private SourceId source;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    queue = new HostQueue(database);
    source = new Registry(database).add(feed("http://a.example/feed"), NOW).id();
    var claim = claim(database, source);
    new Commits(database).commit(List.of(poll(claim, fresh())));
    new BatchQueue(database).release(claim.lease(), NOW);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void a_feed_is_taken_although_it_is_not_due_and_nobody_else_can_take_its_host() {
    var claim = queue.canary(source, LATER).orElseThrow();

    assertThat(claim.source().id()).isEqualTo(source);
    assertThat(claim.lease().host()).isEqualTo(new HostKey("a.example"));
    assertThat(queue.canary(source, LATER)).isEmpty();
  }

  @Test
  void a_host_that_was_asked_a_moment_ago_is_left_alone() {
    var claim = queue.canary(source, LATER).orElseThrow();
    queue.turn(List.of(new Turns.Return(claim.lease(), LATER.plusSeconds(1))), 0, LATER);

    assertThat(queue.canary(source, LATER)).isEmpty();
    assertThat(queue.canary(source, LATER.plusSeconds(1))).isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE feed_state SET next_poll_reason = 'retry_after'",
        "UPDATE feed_state SET next_poll_reason = 'backoff'",
        "UPDATE feed_state SET next_poll_reason = 'held'",
        "DELETE FROM sources"
      })
  void who_has_a_reason_to_be_left_alone_is(String change) {
    database.useWrite(h -> h.execute(change));

    assertThat(queue.canary(source, LATER)).isEmpty();
  }

  @Test
  void who_was_switched_off_by_a_person_is_left_alone() {
    var off = new Settings("a feed", WebUrl.of("http://a.example/feed"), false, null);
    new Interventions(database).change(source, off, "ann", NOW);

    assertThat(queue.canary(source, LATER)).isEmpty();
  }

  @Test
  void who_was_stopped_by_a_person_is_left_alone() {
    new Interventions(database).disable(source, new Standing.Stopped(NOW, "ann", ""), "ann", NOW);

    assertThat(queue.canary(source, LATER)).isEmpty();
  }
}
