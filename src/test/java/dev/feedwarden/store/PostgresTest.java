package dev.feedwarden.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class PostgresTest {
  @TempDir Path folder;

  @Test
  void r_08_who_stops_in_the_middle_of_a_transaction_holds_its_rows_for_a_minute_at_most() {
    try (var database = TestEngine.POSTGRESQL.fresh(folder)) {
      String longest =
          database.read(
              h ->
                  h.createQuery("SHOW idle_in_transaction_session_timeout")
                      .mapTo(String.class)
                      .one());

      assertThat(longest).isEqualTo("1min");
    }
  }
}
