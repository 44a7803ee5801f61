package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.feed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.Health.LastError;
import dev.feedwarden.model.Health.Outage;
import dev.feedwarden.model.Health.Streak;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.Siblings;
import dev.feedwarden.model.Siblings.Failing;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Transition;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a failing feed is compared with. */
@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class SiblingsContractTest {
  private static final Instant SINCE = NOW.minus(Duration.ofHours(1));

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private SourceId add(String url) {
    return new Registry(database).add(feed(url), NOW.minus(Duration.ofDays(9))).id();
  }

  private void polled(String url, Instant at, @Nullable ErrorType type, @Nullable Instant since) {
    var claim = Fixtures.claim(database, add(url), at);
    var last =
        type == null || since == null ? null : new LastError(type, "why", new Outage(since, null));
    var outcome =
        type == null
            ? Fixtures.fresh()
            : new Outcome.Failed(new PollError(type, Cause.STATUS, 499, url), null);
    new Commits(database)
        .commit(
            List.of(
                new Poll(
                    claim,
                    outcome,
                    new Transition(
                        new Health(type == null ? 0 : 1, 1, Streak.NONE, 0, last),
                        Standing.ACTIVE,
                        new NextPoll(at.plusSeconds(3_600), NextPoll.Reason.INTERVAL)),
                    new Poll.Visit(at, Duration.ZERO, 0, 499, 0))));
    new BatchQueue(database).release(claim.lease(), Instant.EPOCH);
  }

  @Test
  void only_feeds_of_the_same_host_that_were_polled_lately_and_were_fine_count() {
    var one = add("http://a.example/one");
    var late = SINCE.plusSeconds(600);
    polled("http://a.example/fine", late, null, null);
    polled("http://a.example/gone1", late.plusSeconds(9), ErrorType.GONE, late.plusSeconds(9));
    polled("http://a.example/gone2", late.plusSeconds(8), ErrorType.GONE, late.plusSeconds(8));
    polled("http://a.example/silent", SINCE, ErrorType.NETWORK, SINCE);
    polled("http://a.example/long", late, ErrorType.GONE, SINCE.minusMillis(1));
    polled("http://a.example/earlier", SINCE.minusMillis(1), ErrorType.GONE, SINCE);
    polled("http://b.example/other", late.plusSeconds(99), null, null);
    polled("http://a.example/pending", late, ErrorType.GONE, late);
    database.useWrite(
        h ->
            h.execute(
                "UPDATE feed_state SET last_error_blame = 'pending' WHERE source_id ="
                    + " (SELECT id FROM sources WHERE feed_url = 'http://a.example/pending')"));
    add("http://a.example/never");

    var claim = Fixtures.claim(database, one);

    assertThat(new HostFeeds(database).siblings(claim, SINCE))
        .isEqualTo(
            new Siblings(
                4,
                Map.of(
                    ErrorType.GONE, new Failing(2, late.plusSeconds(8)),
                    ErrorType.NETWORK, new Failing(1, SINCE)),
                late));
  }

  @Test
  void a_feed_alone_at_its_host_has_none() {
    var claim = Fixtures.claim(database, add("http://a.example/"));

    assertThat(new HostFeeds(database).siblings(claim, SINCE)).isEqualTo(Siblings.NONE);
  }
}
