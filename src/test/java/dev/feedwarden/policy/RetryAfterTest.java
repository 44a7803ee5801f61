package dev.feedwarden.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.FetchResult.Headers;
import dev.feedwarden.model.Validators;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RetryAfterTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration LONGEST = Duration.ofDays(31);

  @ParameterizedTest(name = "\"{0}\" is {1} s")
  @CsvSource(
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "0,0",
        "1,1",
        "120,120",
        "00120,120",
        " 60 ,60",
        "\t42 ,42",
        "3600,3600",
        "2678400,2678400",
        "2678401,2678400",
        "2147483648,2678400",
        "9223372036854775807,2678400",
        "9223372036854775808,2678400",
        "100000000000000000000,2678400",
        "00000000000000000000000000000000000000000000007,7"
      })
  void digits_are_seconds_up_to_31_days(String value, long seconds) {
    assertThat(RetryAfter.parse(value, null, NOW)).contains(Duration.ofSeconds(seconds));
  }

  @Test
  void a_number_of_any_length_is_bounded() {
    assertThat(RetryAfter.parse("9".repeat(100_000), null, NOW)).contains(LONGEST);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "-1",
        "-5",
        "+60",
        "60.5",
        "1.0",
        "1e9",
        "0x3c",
        "60s",
        "60, 120",
        "60,",
        "1 000",
        "²",
        "６０",
        "٦٠",
        "PT1M",
        "soon",
        "null",
        "60\u00001"
      })
  void what_is_neither_digits_nor_a_date_is_nothing(String value) {
    assertThat(RetryAfter.parse(value, null, NOW)).isEmpty();
  }

  @Test
  void no_header_is_nothing() {
    assertThat(RetryAfter.of(new Headers(Validators.NONE, null, null, null), NOW)).isEmpty();
  }

  @ParameterizedTest(name = "{0} is {1} s")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Sun, 01 Mar 2026 12:30:12 GMT   | 1812
          Sunday, 01-Mar-26 12:30:12 GMT  | 1812
          Sun Mar  1 12:30:12 2026        | 1812
          Sun, 1 Mar 2026 12:30:12 UTC    | 1812
          Fri, 01 Mar 2026 12:30:12 GMT   | 1812
          Sun, 01 Mar 2026 21:30:12 +0900 | 1812
          Sun, 01 Mar 2026 12:00:00 GMT   | 0
          Sun, 01 Mar 2026 11:59:59 GMT   | 0
          Mon, 01 Jan 1900 00:00:00 GMT   | 0
          Thu, 01 Jan 1970 00:00:00 GMT   | 0
          Fri, 31 Dec 9999 23:59:59 GMT   | 2678400
          """)
  void a_date_is_the_time_until_then_never_negative_and_at_most_31_days(
      String value, long seconds) {
    assertThat(RetryAfter.parse(value, null, NOW)).contains(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest(name = "{0} at {1} is {2} s")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Sun, 01 Mar 2026 13:00:00 GMT | Sun, 01 Mar 2026 12:59:00 GMT | 60
          Tue, 01 Mar 2016 12:01:00 GMT | Tue, 01 Mar 2016 12:00:00 GMT | 60
          Sun, 01 Mar 2026 12:01:00 GMT | Tue, 01 Mar 2016 12:00:00 GMT | 2678400
          Sun, 01 Mar 2026 12:01:00 GMT | Sun, 01 Mar 2036 12:00:00 GMT | 0
          Sun, 01 Mar 2026 12:01:00 GMT | the day before yesterday      | 60
          60                            | Tue, 01 Mar 2016 12:00:00 GMT | 60
          """)
  void a_date_is_measured_by_the_clock_of_the_server_that_wrote_it(
      String value, String date, long seconds) {
    var headers = new Headers(Validators.NONE, null, value, date);

    assertThat(RetryAfter.of(headers, NOW)).contains(Duration.ofSeconds(seconds));
  }
}
