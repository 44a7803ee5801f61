package dev.feedwarden.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ErrorTypeTest {
  @Test
  void the_eight_wire_names_are_these() {
    var names = Arrays.stream(ErrorType.values()).map(ErrorType::wire);

    assertThat(names)
        .containsExactly(
            "rate_limited",
            "forbidden",
            "not_found",
            "gone",
            "upstream_failure",
            "network",
            "parse_error",
            "unexpected");
  }

  @ParameterizedTest
  @EnumSource(ErrorType.class)
  void a_wire_name_leads_back_to_its_type(ErrorType type) {
    assertThat(ErrorType.ofWire(type.wire())).isEqualTo(type);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "manual", "NOT_FOUND", "not_found "})
  void another_spelling_is_a_bug_of_ours(String wire) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ErrorType.ofWire(wire))
        .withMessage("no error type is called " + wire);
  }

  @Test
  void the_schema_lists_all_names_as_sql_literals() {
    assertThat(ErrorType.sqlList())
        .isEqualTo(
            "'rate_limited', 'forbidden', 'not_found', 'gone', 'upstream_failure', 'network',"
                + " 'parse_error', 'unexpected'");
  }
}
