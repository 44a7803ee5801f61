package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.claim;
import static dev.feedwarden.store.Fixtures.entry;
import static dev.feedwarden.store.Fixtures.feed;
import static dev.feedwarden.store.Fixtures.fresh;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Article;
import dev.feedwarden.model.Progress;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.store.Deliveries.Buried;
import dev.feedwarden.store.Deliveries.Passage;
import dev.feedwarden.store.Fates.At;
import dev.feedwarden.store.Fates.Fate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What became of articles at destinations. */
@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class FatesContractTest {
  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private Deliveries deliveries;
  private SourceId source;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    deliveries = new Deliveries(database);
    source = new Registry(database).add(feed("https://a.example/feed"), Fixtures.NOW).id();
  }

  @AfterEach
  void close() {
    database.close();
  }

  private Article stored() {
    new Commits(database)
        .commit(
            List.of(
                Fixtures.poll(
                    claim(database, source), fresh(entry("k1", "one"), entry("k_2", "two")))));
    return new Articles(database).latest(source, Long.MAX_VALUE, 1).getFirst();
  }

  private void register(String name) {
    deliveries.register(name, null, Fixtures.NOW.minus(Duration.ofDays(1)));
  }

  private void pass(String name, @Nullable String dead) {
    var seen = deliveries.hold(name, Fixtures.NOW).orElseThrow();
    var to = deliveries.page(seen.place(), 100).getLast().place();
    deliveries.pass(
        name,
        new Passage(to, Progress.FRESH, 1, false, List.of(), Set.of()),
        dead == null ? null : new Buried("1", "articles", "title", dead, "no"),
        Fixtures.NOW);
  }

  @Test
  void each_destination_has_a_fate() {
    for (var name : List.of("passed", "program", "slack", "waiting", "other")) {
      register(name);
    }
    var article = stored();
    deliveries.register("young", null, article.seen().firstAt().plusSeconds(1));
    pass("passed", null);
    pass("program", "{\"articles\":[{\"id\":" + article.id() + ",\"title\":\"two\"}]}");
    pass("slack", "<" + article.version().content().link() + "|two>");
    pass("other", "{\"articles\":[{\"id\":" + article.id() + "0},\"https://example.org/kX2\"]}");

    assertThat(new Fates(database).of(article))
        .containsExactly(
            new At("other", Fate.PASSED),
            new At("passed", Fate.PASSED),
            new At("program", Fate.DEAD),
            new At("slack", Fate.DEAD),
            new At("waiting", Fate.WAITING),
            new At("young", Fate.EARLIER));
  }
}
