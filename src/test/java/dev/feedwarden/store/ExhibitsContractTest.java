package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.claim;
import static dev.feedwarden.store.Fixtures.feed;
import static dev.feedwarden.store.Fixtures.fresh;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.Claim;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Exhibit;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.SourceId;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The last answer that a source failed on. */
@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class ExhibitsContractTest {
  private static final Outcome BROKEN =
      new Outcome.Failed(
          new PollError(ErrorType.PARSE_ERROR, Cause.MALFORMED, 0, "https://a.example/"), null);

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private SourceId source;
  private Instant now;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    now = database.now();
    source = new Registry(database).add(feed("https://a.example/feed"), now).id();
  }

  @AfterEach
  void close() {
    database.close();
  }

  private Claim claimed() {
    now = now.plusSeconds(100);
    return claim(database, source, now);
  }

  private void commit(Claim claim, Outcome outcome, @Nullable String body) {
    var poll = Fixtures.poll(claim, outcome);
    var exhibit = body == null ? null : exhibit(body.getBytes(UTF_8));
    new Commits(database)
        .commit(List.of(new Poll(claim, poll.outcome(), poll.transition(), poll.visit(), exhibit)));
    new BatchQueue(database).release(claim.lease(), now);
  }

  private static Exhibit exhibit(byte[] body) {
    return new Exhibit(
        "text/html",
        List.of("content-type: text/html", "server: x"),
        List.of("301 https://b.example/"),
        body.length,
        Packed.pack(body));
  }

  private String kept() {
    return new Exhibits(database)
        .find(source)
        .map(
            kept ->
                new String(Packed.unpack(kept.exhibit().packed()), UTF_8)
                    + kept.exhibit().headers()
                    + kept.exhibit().redirects()
                    + kept.exhibit().contentType()
                    + kept.exhibit().size()
                    + kept.statusCode()
                    + kept.endedAt())
        .orElse("nothing");
  }

  @Test
  void the_last_one_takes_the_place_of_the_one_before_and_a_success_leaves_it() {
    commit(claimed(), BROKEN, "<p>first");
    commit(claimed(), BROKEN, "<p>sécond");
    commit(claimed(), BROKEN, null);
    commit(claimed(), fresh(), null);

    assertThat(kept())
        .isEqualTo(
            "<p>sécond[content-type: text/html, server: x][301 https://b.example/]text/html10200"
                + Fixtures.NOW);
  }

  @Test
  void who_lost_the_lease_keeps_nothing() {
    var late = claimed();
    new Commits(database).commit(List.of(Fixtures.poll(late, fresh())));
    new BatchQueue(database).release(late.lease(), now);
    claimed();
    commit(late, BROKEN, "<p>late");

    assertThat(kept()).isEqualTo("nothing");
  }

  @Test
  void it_goes_with_its_source() {
    commit(claimed(), BROKEN, "<p>");

    new Interventions(database).remove(source);

    assertThat(kept()).isEqualTo("nothing");
  }

  @Test
  void of_a_long_one_the_beginning_is_kept() {
    var body = new byte[100_000];
    new Random(7).nextBytes(body);

    assertThat(Packed.unpack(Packed.pack(body))).isEqualTo(Arrays.copyOf(body, Packed.MOST));
    assertThat(Packed.unpack(Packed.pack(new byte[0]))).isEmpty();
  }
}
