package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.feed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Happening;
import dev.feedwarden.model.SourceId;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The numbers of a fleet, as they are asked for every few seconds. */
@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class FleetNumbersContractTest {
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

  @Test
  void an_empty_fleet_has_nothing() {
    var none = new FleetNumbers.Backlog(0, Duration.ZERO);

    assertThat(new FleetNumbers(database).count())
        .isEqualTo(
            new FleetNumbers.Numbers(
                0,
                Map.of(),
                new FleetNumbers.Queue(0, Duration.ZERO, 0, Map.of()),
                Map.of(),
                none,
                Map.of()));
  }

  @Test
  void what_is_due_and_what_is_to_be_told_is_counted() {
    var ago = database.now().minus(Duration.ofMinutes(10));
    new Registry(database).add(feed("https://a.example/feed"), ago);
    tell(ago);
    new Deliveries(database).register("slack", null, database.now());
    tell(ago);
    tell(database.now());

    var numbers = new FleetNumbers(database).count();

    assertThat(numbers.sources()).isOne();
    assertThat(numbers.queue().due()).isOne();
    assertThat(numbers.queue().oldest()).isGreaterThanOrEqualTo(Duration.ofMinutes(10));
    assertThat(numbers.outbox().events()).isEqualTo(3);
    assertThat(numbers.destinations()).containsOnlyKeys("slack");
    assertThat(numbers.destinations().get("slack"))
        .matches(backlog -> backlog.events() == 2)
        .matches(backlog -> backlog.oldest().compareTo(Duration.ofMinutes(10)) >= 0);
  }

  private void tell(Instant at) {
    var subject =
        new Happening.Subject(
            new SourceId("00000000-0000-7000-8000-000000000000"), "a feed", null, List.of());
    database.useWrite(h -> Outbox.add(h, at, new Happening.FeedRecovered(subject)));
  }
}
