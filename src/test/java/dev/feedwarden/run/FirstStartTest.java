package dev.feedwarden.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.run.Sabotage.Deed;
import dev.feedwarden.run.Sabotage.Order;
import dev.feedwarden.store.TestEngine;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** killed while the tables are made, and several who make them at once. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class FirstStartTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void whoever_is_killed_is_followed_by_others_who_finish_it_together(TestEngine engine) {
    var program = new Program(folder);
    if (engine == TestEngine.POSTGRESQL) {
      program.with("DATABASE_URL", engine.freshUrl(folder));
    }
    for (var statement : new int[] {25, 140}) {
      var killed = program.sabotaged(migrating(engine, statement)).run("sources", "list");
      assertThat(killed.code()).as(killed.err()).isEqualTo(137);
    }

    finishedTogether(program);
  }

  @ParameterizedTest(name = "after: {0}")
  @ValueSource(booleans = {false, true})
  void r_02_whoever_is_killed_at_a_commit_leaves_tables_and_history_that_agree(boolean after) {
    var program = new Program(folder).with("DATABASE_URL", TestEngine.POSTGRESQL.freshUrl(folder));
    for (int commit = 11; commit <= 15; commit++) { // the first few are about the history itself
      var order =
          new Order("org.postgresql.jdbc.PgConnection", "commit", after, "main", commit, Deed.HALT);
      var killed = program.sabotaged(order).run("sources", "list");
      assertThat(killed.code()).as("commit %d: %s", commit, killed.err()).isEqualTo(137);
    }

    finishedTogether(program);
  }

  private static void finishedTogether(Program program) {
    var together =
        Stream.generate(() -> program.sound().start("sources", "list")).limit(3).toList();

    assertThat(together)
        .allSatisfy(one -> assertThat(one.await().succeeded().out()).contains("No sources yet"));
    var failed = "SELECT count(*) FROM flyway_schema_history WHERE NOT success";
    assertThat(new Ledger(program).number(failed)).isZero();
  }

  private static Order migrating(TestEngine engine, int statement) {
    var type =
        engine == TestEngine.SQLITE
            ? "org.sqlite.core.DB"
            : "org.postgresql.core.v3.QueryExecutorImpl";
    return new Order(type, "execute", false, "main", statement, Deed.HALT);
  }
}
