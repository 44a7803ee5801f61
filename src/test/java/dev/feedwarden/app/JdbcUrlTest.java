package dev.feedwarden.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.feedwarden.model.OperatorMistake;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class JdbcUrlTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sqlite:/var/f.db                    | jdbc:sqlite:/var/f.db                  | jdbc:sqlite:/var/f.db
          jdbc:postgresql://h/d               | jdbc:postgresql://h/d                  | jdbc:postgresql://h/d
          postgresql://h:5433/d?sslmode=on    | jdbc:postgresql://h:5433/d?sslmode=on  | jdbc:postgresql://h:5433/d?sslmode=on
          postgres://u@h/d                    | jdbc:postgresql://h/d?user=u           | jdbc:postgresql://h/d?user=u
          postgres://u:hunter2@h/d            | jdbc:postgresql://h/d?user=u&password=hunter2 | jdbc:postgresql://h/d?user=u&password=***
          postgresql://u:p%40q@h:1/d?a=b      | jdbc:postgresql://h:1/d?a=b&user=u&password=p%40q | jdbc:postgresql://h:1/d?a=b&user=u&password=***
          """)
  void an_address_is_taken_as_people_write_it_and_shown_without_its_password(
      String written, String read, String shown) {
    var url = JdbcUrl.typed(written);

    assertThat(url.value()).isEqualTo(read);
    assertThat(url).hasToString(shown);
  }

  @Test
  void what_is_none_is_refused_without_its_password() {
    assertThatThrownBy(() -> JdbcUrl.typed("mysql://u:hunter2@h/d"))
        .isInstanceOf(OperatorMistake.class)
        .hasMessageContaining("is not a database")
        .hasMessageNotContaining("hunter2");
  }
}
