package dev.feedwarden.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CacheControlTest {
  @ParameterizedTest(name = "{0} is {1} s")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          max-age=1800                            | 1800
          max-age=0                               | 0
          max-age=001800                          | 1800
          Max-Age=1800                            | 1800
          public, max-age=60                      | 60
          public,max-age=60,must-revalidate       | 60
          , ,, max-age=60 ,                       | 60
          max-age="60"                            | 60
          s-maxage=5, max-age=60                  | 60
          x-max-age=5, max-age=60                 | 60
          max-age-x=5, max-age=60                 | 60
          ext="max-age=5", max-age=60             | 60
          max-age=60, ext="max-age=5"             | 60
          ext="a, max-age=5", max-age=60          | 60
          ext="a\\", max-age=5", max-age=60       | 60
          ext="a\\\\", max-age=60                 | 60
          no-cache="set-cookie, etag", max-age=60 | 60
          max-age=60, max-age=5                   | 60
          max-age=60, ext="never closed           | 60
          """)
  void max_age_is_found_among_the_directives(String header, long seconds) {
    assertThat(CacheControl.maxAge(header)).contains(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",",
        "no-cache",
        "no-store, private",
        "s-maxage=60",
        "max-age",
        "max-age=",
        "max-age=\"\"",
        "max-age=\"",
        "max-age=-1",
        "max-age=+1",
        "max-age=1.5",
        "max-age=1e3",
        "max-age=60s",
        "max-age=6 0",
        "max-age = 60",
        "max-age= 60",
        "max-age =60",
        "max-age='60'",
        "max-age=６０",
        "max-age:60",
        "maxage=60",
        "ext=\"max-age=60\"",
        "ext=\"never closed, max-age=60",
        "max-age=x, max-age=60",
        "max-age=60; public"
      })
  void what_names_no_number_of_seconds_says_nothing(String header) {
    assertThat(CacheControl.maxAge(header)).isEmpty();
  }

  @Test
  void no_header_says_nothing() {
    assertThat(CacheControl.maxAge(null)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"2147483648", "2147483649", "9223372036854775808", "99999999999999999999999999"})
  void a_huge_number_is_two_to_the_31_seconds(String digits) {
    assertThat(CacheControl.maxAge("max-age=" + digits))
        .contains(Duration.ofSeconds(2_147_483_648L));
  }

  @Test
  void a_huge_header_is_read_without_harm() {
    var header = "ext=\"" + "\\\"".repeat(100_000) + "\", " + "a,".repeat(100_000) + "max-age=60";

    assertThat(CacheControl.maxAge(header)).contains(Duration.ofMinutes(1));
  }
}
