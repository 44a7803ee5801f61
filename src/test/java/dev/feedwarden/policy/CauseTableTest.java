package dev.feedwarden.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.policy.CauseTable.Retry;
import dev.feedwarden.policy.CauseTable.Row;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class CauseTableTest {
  @ParameterizedTest(name = "{0} is {1}, retried {2}")
  @CsvSource(
      textBlock =
          """
          DNS,             NETWORK,     ALWAYS
          CONNECT,         NETWORK,     ALWAYS
          RESET,           NETWORK,     ALWAYS
          TIMEOUT_CONNECT, NETWORK,     ALWAYS
          TIMEOUT_READ,    NETWORK,     ALWAYS
          TIMEOUT_TOTAL,   NETWORK,     ALWAYS
          TLS_HANDSHAKE,   NETWORK,     ALWAYS
          NXDOMAIN,        NETWORK,     NEVER
          PROTOCOL,        NETWORK,     NEVER
          BAD_ENCODING,    NETWORK,     NEVER
          TRUNCATED,       NETWORK,     ALWAYS
          TLS_CERTIFICATE, NETWORK,     NEVER
          TLS_PROTOCOL,    NETWORK,     NEVER
          BOT_WALL,        FORBIDDEN,   NEVER
          TOO_LARGE,       PARSE_ERROR, NEVER
          EMPTY,           PARSE_ERROR, NEVER
          NOT_A_FEED,      PARSE_ERROR, NEVER
          MALFORMED,       PARSE_ERROR, NEVER
          PARSE_BUDGET,    PARSE_ERROR, NEVER
          REDIRECT_LIMIT,  UNEXPECTED,  NEVER
          BLOCKED_ADDRESS, UNEXPECTED,  NEVER
          BAD_URL,         UNEXPECTED,  NEVER
          NOT_ASKED_304,   UNEXPECTED,  NEVER
          STATUS,          UNEXPECTED,  NEVER
          """)
  void every_cause_has_its_row(Cause cause, ErrorType type, Retry retry) {
    assertThat(CauseTable.of(cause)).isEqualTo(new Row(type, retry));
  }

  @ParameterizedTest(name = "{0} is {1}, retried {2}")
  @CsvSource(
      textBlock =
          """
          429, RATE_LIMITED,     IF_TOLD_SOON
          403, FORBIDDEN,        NEVER
          404, NOT_FOUND,        NEVER
          410, GONE,             NEVER
          500, UPSTREAM_FAILURE, UNLESS_TOLD_LATER
          502, UPSTREAM_FAILURE, UNLESS_TOLD_LATER
          503, UPSTREAM_FAILURE, UNLESS_TOLD_LATER
          504, UPSTREAM_FAILURE, UNLESS_TOLD_LATER
          599, UPSTREAM_FAILURE, UNLESS_TOLD_LATER
          499, UNEXPECTED,       NEVER
          600, UNEXPECTED,       NEVER
          301, UNEXPECTED,       NEVER
          400, UNEXPECTED,       NEVER
          401, UNEXPECTED,       NEVER
          418, UNEXPECTED,       NEVER
          451, UNEXPECTED,       NEVER
          99,  UNEXPECTED,       NEVER
          0,   UNEXPECTED,       NEVER
          -1,  UNEXPECTED,       NEVER
          """)
  void every_status_has_its_row(int status, ErrorType type, Retry retry) {
    assertThat(CauseTable.of(status)).isEqualTo(new Row(type, retry));
  }

  @ParameterizedTest
  @EnumSource(Cause.class)
  void the_wire_name_of_a_cause_is_its_name_in_lower_case(Cause cause) {
    assertThat(cause.wire()).matches("[a-z0-9_]+").isEqualToIgnoringCase(cause.name());
  }
}
