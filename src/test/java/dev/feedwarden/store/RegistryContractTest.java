package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.feed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.feedwarden.model.FeedState;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.FeedState.Visits;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Registry.Added;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jdbi.v3.core.statement.UnableToExecuteStatementException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class RegistryContractTest {
  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private Registry registry;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    registry = new Registry(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void a_new_source_is_active_and_due_at_once() {
    var settings =
        new Settings("News", WebUrl.of("https://example.org/f"), true, Duration.ofMinutes(30));

    var id = registry.add(settings, NOW).id();

    assertThat(registry.find(id))
        .hasValue(
            new Registered(
                new Source(id, settings, Standing.ACTIVE, 1, new Source.Stamps(NOW, NOW)),
                new FeedState(
                    Snapshot.NONE,
                    Health.FINE,
                    Visits.NONE,
                    new NextPoll(NOW, NextPoll.Reason.FIRST))));
  }

  @Test
  void a_source_may_have_no_feed() {
    var id = registry.add(new Settings("Site", null, true, null), NOW).id();

    assertThat(registry.find(id).orElseThrow().source().settings().feedUrl()).isNull();
  }

  @Test
  void another_spelling_of_a_known_feed_changes_nothing() {
    var id = registry.add(feed("https://example.org/%7Efeed"), NOW).id();

    var again = registry.add(feed("HTTPS://EXAMPLE.org:443/~feed#top"), NOW);

    assertThat(again).isEqualTo(new Added.Known(id));
    assertThat(registry.count()).isEqualTo(1);
  }

  @Test
  void a_list_with_a_feed_twice_registers_it_once() {
    var added = registry.addAll(List.of(feed("http://a.example/"), feed("http://a.example/")), NOW);

    assertThat(added.get(1)).isEqualTo(new Added.Known(added.get(0).id()));
  }

  @Test
  void ids_follow_the_order_of_a_list_and_pages_show_every_source_once() {
    var many = IntStream.range(0, 25).mapToObj(i -> feed("http://a.example/" + i)).toList();
    var ids = registry.addAll(many, NOW).stream().map(Added::id).toList();

    var seen = new ArrayList<>();
    var after = "";
    for (var page = registry.page(after, 10); !page.isEmpty(); page = registry.page(after, 10)) {
      page.forEach(r -> seen.add(r.source().id()));
      after = page.getLast().source().id().value();
    }

    assertThat(seen).isEqualTo(ids);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE feed_state SET last_error = 'x', last_error_type = ",
        "UPDATE sources SET feed_disabled_at = 1, feed_disabled_until = 2, feed_disable_reason = "
      })
  void the_schema_refuses_a_type_that_is_none(String update) {
    registry.add(feed("http://a.example/"), NOW);
    database.useWrite(h -> h.execute(update + "'gone'"));

    var refused = catchThrowable(() -> database.useWrite(h -> h.execute(update + "'odd'")));

    assertThat(refused).isInstanceOf(UnableToExecuteStatementException.class);
  }

  @Test
  void a_name_that_looks_like_SQL_is_only_a_name() {
    var name = "x'); DROP TABLE sources; --";
    var settings = new Settings(name, WebUrl.of("http://a.example/';--"), true, null);

    var id = registry.add(settings, NOW).id();

    assertThat(registry.find(id).orElseThrow().source().settings()).isEqualTo(settings);
  }

  @Test
  void disabled_feeds_have_an_index_of_their_own() {
    var list =
        switch (engine) {
          case SQLITE -> "SELECT sql FROM sqlite_schema WHERE name = 'sources_disabled'";
          case POSTGRESQL -> "SELECT indexdef FROM pg_indexes WHERE indexname = 'sources_disabled'";
        };

    var definition = database.read(h -> h.createQuery(list).mapTo(String.class).one());

    assertThat(definition).contains("feed_disabled_at", "IS NOT NULL");
  }

  @Test
  void opening_again_keeps_everything() {
    registry.add(feed("http://a.example/"), NOW);
    var url = database.engine().source().getJdbcUrl();
    if (engine == TestEngine.SQLITE) {
      url = "jdbc:sqlite:" + folder.resolve("feedwarden.db");
    }

    try (var again = Database.open(Access.to(url))) {
      assertThat(new Registry(again).count()).isEqualTo(1);
    }
  }
}
