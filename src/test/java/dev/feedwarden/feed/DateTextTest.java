package dev.feedwarden.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DateTextTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Tue, 03 Jun 2025 09:39:21 GMT       | 2025-06-03T09:39:21Z
          Tue, 3 Jun 2025 09:39:21 +0200      | 2025-06-03T07:39:21Z
          Tue,03 Jun 2025 09:39:21 -02:30     | 2025-06-03T12:09:21Z
          3 June 2025 09:39                   | 2025-06-03T09:39:00Z
          Sun, 3 Jun 2025 09:39 EST           | 2025-06-03T14:39:00Z
          tue, 03 JUN 2025 09:39:21 pdt       | 2025-06-03T16:39:21Z
          Tue, 03 Jun 25 09:39:21 Z           | 2025-06-03T09:39:21Z
          Tue, 03 Jun 99 09:39:21 UT          | 1999-06-03T09:39:21Z
          Tuesday, 03-Jun-25 09:39:21 GMT     | 2025-06-03T09:39:21Z
          Tue, 03 Jun 2025                    | 2025-06-03T00:00:00Z
          Tue, 03 Jun 2025 24:00:00 GMT       | 2025-06-04T00:00:00Z
          Sat, 31 Dec 2016 23:59:60 GMT       | 2016-12-31T23:59:59Z
          Tue, 03 Jun 2025 09:39:21 CEST      | 2025-06-03T07:39:21Z
          Tue, 03 Jun 2025 09:39:21 GMT+0100  | 2025-06-03T08:39:21Z
          03 Jun 2025 09:39:21 +0000 (UTC)    | 2025-06-03T09:39:21Z
          03 Jun 2025 09:39:21 Europe/Berlin  | 2025-06-03T07:39:21Z
          Tue Jun  3 09:39:21 2025            | 2025-06-03T09:39:21Z
          Tue Jun 3 09:39:21 EDT 2025         | 2025-06-03T13:39:21Z
          June 3, 2025, 9:39 p.m.             | 2025-06-03T21:39:00Z
          2025-06-03T09:39:21Z                | 2025-06-03T09:39:21Z
          2025-06-03t09:39:21z                | 2025-06-03T09:39:21Z
          2025-06-03T09:39:21.123456+05:30    | 2025-06-03T04:09:21.123456Z
          2025-06-03T09:39-08:00              | 2025-06-03T17:39:00Z
          2025-06-03 09:39:21                 | 2025-06-03T09:39:21Z
          2025-06-03 09:39:21 +0200           | 2025-06-03T07:39:21Z
          2025-06-03                          | 2025-06-03T00:00:00Z
          2025-06                             | 2025-06-01T00:00:00Z
          2025                                | 2025-01-01T00:00:00Z
          20250603T09:39:21Z                  | 2025-06-03T09:39:21Z
          0001-01-01T00:00:00Z                | 0001-01-01T00:00:00Z
          9999-12-31T23:59:59Z                | 9999-12-31T23:59:59Z
          """)
  void reads_what_feeds_write(String text, Instant instant) {
    assertThat(DateText.parse(text)).isEqualTo(instant);
  }

  @ParameterizedTest(name = "\"{0}\" is no date")
  @ValueSource(
      strings = {
        "",
        " ",
        "today",
        "yesterday",
        "now",
        "Tue",
        "32 Jun 2025",
        "30 Feb 2025 10:00 GMT",
        "Tue, 03 Juin 2025x 09:39",
        "03 Xyz 2025 09:39:21 GMT",
        "2025-13-01",
        "2025-02-30",
        "2025-06-03T25:00:00Z",
        "2025-06-03T10:61:00Z",
        "2025-06-03T10:00:61Z",
        "0000-01-01",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-01:00",
        "10000-01-01T00:00:00Z",
        "-2025-06-03",
        "2025-06-03T09:39:21+99:00",
        "1748943561",
        "٢٠٢٥-٠٦-٠٣",
        "12:30",
        "0",
        "2025-06-03T09:39:21 what is this"
      })
  void what_cannot_be_read_is_no_date(String text) {
    assertThat(DateText.parse(text)).isNull();
  }

  @Test
  void neither_zone_nor_locale_of_the_host_matter() {
    var zone = TimeZone.getDefault();
    var locale = Locale.getDefault();
    try {
      TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Kiritimati"));
      Locale.setDefault(Locale.forLanguageTag("tr-TR-u-nu-arab"));

      assertThat(DateText.parse("FRI, 13 JUN 2025 09:39:21"))
          .isEqualTo(Instant.parse("2025-06-13T09:39:21Z"));
      assertThat(DateText.parse("2025-06-13")).isEqualTo(Instant.parse("2025-06-13T00:00:00Z"));
    } finally {
      TimeZone.setDefault(zone);
      Locale.setDefault(locale);
    }
  }
}
