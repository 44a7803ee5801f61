package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.feed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.SourceFilter;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.store.Registry.Added;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A crawler that reads the whole register while people change it (P-22). */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class KeysetContractTest {
  private static final int SOURCES = 1_500;

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(TestEngine.class)
  void every_source_that_stays_is_shown_exactly_once_while_others_come_and_go(TestEngine engine) {
    try (var database = engine.fresh(folder)) {
      var registry = new Registry(database);
      var interventions = new Interventions(database);
      var lists = new SourceLists(database);
      var first = added(registry, 0);
      var dice = new Random(7);
      var gone = new HashSet<SourceId>();
      var seen = new ArrayList<SourceId>();

      @Nullable SourceId last = null;
      for (int turn = 1; ; turn++) {
        var page = lists.after(SourceFilter.ALL, last, 100, NOW);
        if (page.isEmpty()) {
          break;
        }
        page.forEach(r -> seen.add(r.source().id()));
        last = page.getLast().source().id();
        for (int i = 0; i < 10; i++) {
          var victim = first.get(dice.nextInt(SOURCES));
          interventions.remove(victim);
          gone.add(victim);
          var stopped = first.get(dice.nextInt(SOURCES));
          interventions.disable(stopped, new Standing.Stopped(NOW, "ann", ""), "ann", NOW);
        }
        if (turn <= 5) {
          added(registry, turn);
        }
      }

      assertThat(seen).doesNotHaveDuplicates().isSorted();
      assertThat(seen)
          .containsAll(first.stream().filter(id -> !gone.contains(id)).toList())
          .hasSizeGreaterThan(SOURCES);
    }
  }

  private static List<SourceId> added(Registry registry, int turn) {
    var many = turn == 0 ? SOURCES : 40;
    return registry
        .addAll(
            IntStream.range(0, many)
                .mapToObj(i -> feed("http://a.example/" + turn + "/" + i))
                .toList(),
            NOW)
        .stream()
        .map(Added::id)
        .toList();
  }
}
