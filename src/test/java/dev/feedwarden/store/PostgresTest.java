package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.feed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE sources SET enabled = FALSE",
        "UPDATE sources SET host_key = 'b.example'",
        "UPDATE sources SET feed_disabled_at = 1, feed_disable_reason = 'manual'",
        "UPDATE feed_state SET enabled = FALSE"
      })
  void who_writes_one_of_two_columns_that_say_the_same_fails_in_every_contract_test(String half) {
    try (var database = TestEngine.POSTGRESQL.fresh(folder)) {
      new Registry(database).add(feed("http://a.example/"), NOW);

      assertThatThrownBy(() -> database.useWrite(h -> h.execute(half)))
          .rootCause()
          .hasMessageContaining("feed_state does not say what its source says");
    }
  }
}
