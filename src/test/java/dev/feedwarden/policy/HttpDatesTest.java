package dev.feedwarden.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class HttpDatesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Tue, 03 Mar 2026 04:05:06 GMT",
        "Tuesday, 03-Mar-26 04:05:06 GMT",
        "Tue Mar  3 04:05:06 2026"
      })
  void the_three_forms_name_one_instant(String text) {
    assertThat(HttpDates.parse(text)).contains(Instant.parse("2026-03-03T04:05:06Z"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "  Tue, 03 Mar 2026 04:05:06 GMT  ",
        "tue, 03 MAR 2026 04:05:06 gmt",
        "Tue, 3 Mar 2026 4:05:06 GMT",
        "Tue, 03  Mar  2026  04:05:06 GMT",
        "Tue,03 Mar 2026 04:05:06 GMT",
        "Tue 03 Mar 2026 04:05:06 GMT",
        ", 03 Mar 2026 04:05:06 GMT",
        "03 Mar 2026 04:05:06 GMT",
        "03 Mar 2026 04:05:06",
        "Tue, 03 March 2026 04:05:06 GMT",
        "Tue, 03-Mar-2026 04:05:06 GMT",
        "Tue, 03-Mar-26 04:05:06 GMT",
        "Tue, 03 Mar 26 04:05:06 GMT",
        "Sun, 03 Mar 2026 04:05:06 GMT", // the weekday is wrong
        "Tue, 03 Mar 2026 04:05:06 UTC",
        "Tue, 03 Mar 2026 04:05:06 Z",
        "Tue, 03 Mar 2026 04:05:06GMT",
        "Tue, 03 Mar 2026 13:05:06 +0900",
        "Mon, 02 Mar 2026 20:05:06 -0800",
        "Tue Mar 3 04:05:06 2026",
        "Tue Mar 03 04:05:06 2026 GMT",
        "Tue, Mar 03 04:05:06 2026",
        "Tue Mar 03 2026 04:05:06 GMT",
        "Tue Mar 03 2026 13:05:06 +0900"
      })
  void the_slips_that_servers_make_are_forgiven(String text) {
    assertThat(HttpDates.parse(text)).contains(Instant.parse("2026-03-03T04:05:06Z"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Wednesday, 01-Jan-69 00:00:00 GMT | 2069-01-01T00:00:00Z
          Thursday, 01-Jan-70 00:00:00 GMT  | 1970-01-01T00:00:00Z
          Mon, 01 Jan 1900 00:00:00 GMT     | 1900-01-01T00:00:00Z
          Fri, 31 Dec 9999 23:59:59 GMT     | 9999-12-31T23:59:59Z
          Sat, 01 Jan 0000 00:00:00 GMT     | 0000-01-01T00:00:00Z
          Thu, 29 Feb 2024 12:00:00 GMT     | 2024-02-29T12:00:00Z
          Sat, 31 Dec 2016 23:59:60 GMT     | 2016-12-31T23:59:59Z
          Tue, 01 Sept 2026 00:00:00 GMT    | 2026-09-01T00:00:00Z
          """)
  void the_edges_are_these(String text, Instant instant) {
    assertThat(HttpDates.parse(text)).contains(instant);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "-1",
        "never",
        "GMT",
        "Tue, 03 Mar 2026",
        "Tue, 03 Mar 2026 04:05 GMT",
        "Tue, 00 Mar 2026 04:05:06 GMT",
        "Tue, 32 Mar 2026 04:05:06 GMT",
        "Sun, 29 Feb 2026 04:05:06 GMT",
        "Tue, 03 Mai 2026 04:05:06 GMT",
        "Tue, 03 Marchy 2026 04:05:06 GMT",
        "Tue, 03 Ma 2026 04:05:06 GMT",
        "Tue, 03 Mar 2026 24:00:00 GMT",
        "Tue, 03 Mar 2026 04:60:06 GMT",
        "Tue, 03 Mar 2026 04:05:61 GMT",
        "Tue, 03 Mar 2026 04:05:99 GMT",
        "Tue, 03 Mar 20266 04:05:06 GMT",
        "Tue, 03 Mar 202 04:05:06 GMT",
        "Tue, 03 Mar -2026 04:05:06 GMT",
        "Tue, 999999999999 Mar 2026 04:05:06 GMT",
        "Tue, 03 Mar 2026 04:05:06 +9900",
        "Tue, 03 Mar 2026 04:05:06 PST",
        "Tue, 03 Mar 2026 04:05:06 GMT, Tue, 03 Mar 2026 04:05:06 GMT",
        "Someday, 03-Mar-26 04:05:06 GMT",
        "Tue, ０３ Mar 2026 04:05:06 GMT",
        "2026-03-03T04:05:06Z",
        "1772510706"
      })
  void what_names_no_instant_is_nothing(String text) {
    assertThat(HttpDates.parse(text)).isEmpty();
  }

  @Test
  void no_value_and_a_huge_value_are_nothing() {
    assertThat(HttpDates.parse(null)).isEmpty();
    assertThat(HttpDates.parse("Tue, 03 Mar 2026 04:05:06 GMT" + " ".repeat(100_000))).isEmpty();
  }
}
