package dev.feedwarden.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** twenty workers begin on an empty database: one makes the tables, the others wait. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class ManyFirstStartsTest {
  private static final int WORKERS = 20;

  @TempDir Path folder;

  @Test
  void r_02_twenty_who_begin_at_once_on_an_empty_database_find_it_made_once() {
    var url = TestEngine.POSTGRESQL.freshUrl(folder);
    var pool = new Access.Pool(1, 1, Duration.ofSeconds(30), Duration.ofHours(1));

    try (var workers = Executors.newFixedThreadPool(WORKERS)) {
      var opened =
          IntStream.range(0, WORKERS)
              .mapToObj(
                  _ ->
                      CompletableFuture.supplyAsync(
                          () -> Database.open(new Access(url, null, null, pool)), workers))
              .toList();
      var databases = opened.stream().map(CompletableFuture::join).toList();

      assertThat(databases)
          .allSatisfy(
              one ->
                  assertThat(Migrations.areDone(one.engine().source(), one.engine().folder()))
                      .isTrue());
      databases.forEach(Database::close);
    }
  }
}
