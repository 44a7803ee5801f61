package dev.feedwarden.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.policy.CauseTable.Retry;
import dev.feedwarden.policy.CauseTable.Row;
import dev.feedwarden.policy.CauseTable.Suspect;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class CauseTableTest {
  @ParameterizedTest(name = "{0} is {1}, retried {2}")
  @CsvSource(
      textBlock =
          """
          DNS,                  NETWORK,     ALWAYS, YES
          CONNECT,              NETWORK,     ALWAYS, YES
          RESET,                NETWORK,     ALWAYS, YES
          TIMEOUT_CONNECT,      NETWORK,     ALWAYS, YES
          TIMEOUT_READ,         NETWORK,     ALWAYS, YES
          TIMEOUT_TOTAL,        NETWORK,     ALWAYS, YES
          TLS_HANDSHAKE,        NETWORK,     ALWAYS, YES
          NXDOMAIN,             NETWORK,     NEVER,  YES
          PROTOCOL,             NETWORK,     NEVER,  NO
          BAD_ENCODING,         NETWORK,     NEVER,  NO
          TRUNCATED,            NETWORK,     ALWAYS, NO
          TLS_CERTIFICATE,      NETWORK,     NEVER,  NO
          TLS_CERTIFICATE_DATE, NETWORK,     NEVER,  YES
          TLS_PROTOCOL,         NETWORK,     NEVER,  NO
          BOT_WALL,             FORBIDDEN,   NEVER,  NO
          TOO_LARGE,            PARSE_ERROR, NEVER,  NO
          EMPTY,                PARSE_ERROR, NEVER,  NO
          NOT_A_FEED,           PARSE_ERROR, NEVER,  SAME_PAGE
          MALFORMED,            PARSE_ERROR, NEVER,  NO
          PARSE_BUDGET,         PARSE_ERROR, NEVER,  NO
          REDIRECT_LIMIT,       UNEXPECTED,  NEVER,  NO
          BLOCKED_ADDRESS,      UNEXPECTED,  NEVER,  NO
          BAD_URL,              UNEXPECTED,  NEVER,  NO
          NOT_ASKED_304,        UNEXPECTED,  NEVER,  NO
          STATUS,               UNEXPECTED,  NEVER,  NO
          """)
  void every_cause_has_its_row(Cause cause, ErrorType type, Retry retry, Suspect suspect) {
    assertThat(CauseTable.of(cause)).isEqualTo(new Row(type, retry, suspect));
  }

  @ParameterizedTest(name = "{0} is {1}, retried {2}")
  @CsvSource(
      textBlock =
          """
          429, RATE_LIMITED,     IF_TOLD_SOON
          403,                  FORBIDDEN,   NEVER,  NO
          404,                  NOT_FOUND,   NEVER,  NO
          410,                  GONE,        NEVER,  NO
          500, UPSTREAM_FAILURE, UNLESS_TOLD_LATER
          502, UPSTREAM_FAILURE, UNLESS_TOLD_LATER
          503, UPSTREAM_FAILURE, UNLESS_TOLD_LATER
          504, UPSTREAM_FAILURE, UNLESS_TOLD_LATER
          599, UPSTREAM_FAILURE, UNLESS_TOLD_LATER
          499,                  UNEXPECTED,  NEVER,  NO
          600,                  UNEXPECTED,  NEVER,  NO
          301,                  UNEXPECTED,  NEVER,  NO
          400,                  UNEXPECTED,  NEVER,  NO
          401,                  UNEXPECTED,  NEVER,  NO
          418,                  UNEXPECTED,  NEVER,  NO
          451,                  UNEXPECTED,  NEVER,  NO
          99,                   UNEXPECTED,  NEVER,  NO
          0,                    UNEXPECTED,  NEVER,  NO
          -1,  UNEXPECTED,       NEVER
          """)
  void every_status_has_its_row(int status, ErrorType type, Retry retry) {
    assertThat(CauseTable.of(status)).isEqualTo(new Row(type, retry, Suspect.NO));
  }

  @ParameterizedTest
  @EnumSource(Cause.class)
  void the_wire_name_of_a_cause_is_its_name_in_lower_case(Cause cause) {
    // Our clock is nobody's business but the policy's.
    var name = cause == Cause.TLS_CERTIFICATE_DATE ? "TLS_CERTIFICATE" : cause.name();

    assertThat(cause.wire()).matches("[a-z0-9_]+").isEqualToIgnoringCase(name);
  }
}
