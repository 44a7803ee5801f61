package dev.feedwarden.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.StatementCustomizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteTest {
  @TempDir Path folder;

  private Database open() {
    return Database.open(Access.to("jdbc:sqlite:" + folder.resolve("feedwarden.db")));
  }

  @Test
  void a_new_file_has_large_pages() {
    try (var database = open()) {
      int bytes = database.read(h -> h.createQuery("PRAGMA page_size").mapTo(Integer.class).one());
      assertThat(bytes).isEqualTo(16_384);
    }
  }

  @Test
  void a_statement_is_compiled_once_however_often_it_is_used() {
    try (var database = open()) {
      var used = new ArrayList<PreparedStatement>();
      for (var name : List.of("one", "two", "three")) {
        database.useWrite(
            h ->
                h.createQuery("SELECT count(*) FROM sources WHERE name = :name")
                    .bind("name", name)
                    .addCustomizer(noting(used))
                    .mapTo(Long.class)
                    .one());
      }
      assertThat(used).hasSize(3).containsOnly(used.getFirst());
    }
  }

  @Test
  void a_batch_is_compiled_once_too() {
    try (var database = open()) {
      var used = new ArrayList<PreparedStatement>();
      for (int i = 0; i < 3; i++) {
        database.useWrite(
            h -> {
              try (var batch =
                  (RowByRow) Batch.of(h, "UPDATE sources SET name = :name WHERE id = :id")) {
                batch.bind("name", "any").bind("id", "none").add();
                used.add(batch.statement());
                assertThat(batch.execute()).isZero();
              }
            });
      }
      assertThat(used).hasSize(3).containsOnly(used.getFirst());
    }
  }

  private static int synchronous(Database database) {
    return database
        .engine()
        .writing()
        .withHandle(h -> h.createQuery("PRAGMA synchronous").mapTo(Integer.class).one());
  }

  @Test
  void only_what_is_worth_nothing_after_a_loss_of_power_does_not_wait_for_the_disk() {
    try (var database = open()) {
      var light =
          database.writeLightly(
              h -> h.createQuery("PRAGMA synchronous").mapTo(Integer.class).one());

      assertThat(light).isEqualTo(1);
      assertThat(synchronous(database)).isEqualTo(2);
      assertThatThrownBy(() -> database.writeLightly(h -> h.execute("no SQL")))
          .isInstanceOf(RuntimeException.class);
      assertThat(synchronous(database)).isEqualTo(2);
    }
  }

  private static StatementCustomizer noting(List<PreparedStatement> used) {
    return new StatementCustomizer() {
      @Override
      public void beforeExecution(PreparedStatement statement, StatementContext context) {
        used.add(statement);
      }
    };
  }
}
