package dev.feedwarden.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
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
          15:04 02.01.2006 -0700              | 2006-01-02T22:04:00Z
          Mon Jan 2 15:04:05 -0700 2006       | 2006-01-02T22:04:05Z
          June 3, 2025 4 p.m. EST             | 2025-06-03T21:00:00Z
          Jun-03-2025 12am                    | 2025-06-03T00:00:00Z
          06-1-2 15:04                        | 2006-01-02T15:04:00Z
          2006-01-02T15:04:05:-0700           | 2006-01-02T22:04:05Z
          0001-01-01T00:00:00Z                | 0001-01-01T00:00:00Z
          9999-12-31T23:59:59Z                | 9999-12-31T23:59:59Z
          """)
  void reads_what_feeds_write(String text, Instant instant) {
    assertThat(DateText.instant(text)).isEqualTo(instant);
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
        "Sun, zz Dec 2012 11:47:32 GMT",
        "Sun, 16 Dec 2012 11:zz:32 GMT",
        "Sun, 16 Dec 2012 1:2:3:4 GMT",
        "22013",
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

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Dienstag, 3. März 2026 09:39 MEZ       | 2026-03-03T08:39:00Z
          Di, 03 Maerz 2026 um 9.39 Uhr          | 2026-03-03T09:39:00Z
          mar., 03 juin 2025 09:39:21 +0200      | 2025-06-03T07:39:21Z
          lundi 1er décembre 2025 à 10h30        | 2025-12-01T10:30:00Z
          martes, 3 de junio de 2025 9:39 p. m.  | 2025-06-03T21:39:00Z
          terça-feira, 3 de março de 2026        | 2026-03-03T00:00:00Z
          martedì 3 giugno 2025 09:39            | 2025-06-03T09:39:00Z
          di 3 mrt 2026 09:39                    | 2026-03-03T09:39:00Z
          wtorek, 3 czerwca 2025 09:39           | 2025-06-03T09:39:00Z
          Вт, 03 июн 2025 09:39:21 +0300         | 2025-06-03T06:39:21Z
          3 мая 2025 г., 09:39 МСК               | 2025-05-03T06:39:00Z
          п'ятниця, 6 червня 2025 р. 09:39       | 2025-06-06T09:39:00Z
          út 3. června 2025 09:39                | 2025-06-03T09:39:00Z
          2025-július-13T9:15-05:00              | 2025-07-13T14:15:00Z
          2025. június 3., kedd 9:39             | 2025-06-03T09:39:00Z
          Τρι, 03 Ιούν 2025 09:39:21 EET         | 2025-06-03T07:39:21Z
          3 Haziran 2025 Salı 09:39              | 2025-06-03T09:39:00Z
          3 Haz 2025 Paz 09:39                   | 2025-06-03T09:39:00Z
          tisdag 3 juni 2025 kl. 09:39           | 2025-06-03T09:39:00Z
          tir., 3. des. 2025 09:39               | 2025-12-03T09:39:00Z
          tirsdag den 3. maj 2025 09.39          | 2025-05-03T09:39:00Z
          ti 3. kesäkuuta 2025 klo 9.39          | 2025-06-03T09:39:00Z
          marți, 3 iunie 2025 09:39              | 2025-06-03T09:39:00Z
          2004년 5월 28일 01:31:15               | 2004-05-27T16:31:15Z
          2004년 5월 28일 오후 1시 31분          | 2004-05-28T04:31:00Z
          2004. 5. 28. 오전 1:31                 | 2004-05-27T16:31:00Z
          2025年6月3日(火) 午後9時39分           | 2025-06-03T12:39:00Z
          2025年6月3日 下午9:39:21               | 2025-06-03T13:39:21Z
          2025年6月3日 9:39 +0800                | 2025-06-03T01:39:00Z
          """)
  void reads_the_languages_of_feeds(String text, Instant instant) {
    assertThat(DateText.instant(text)).isEqualTo(instant);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Tue, 03 Jun 2025 09:39:21 GMT       | 2025-06-03T09:39:21Z | false
          Tue, 03 Jun 2025 09:39:21 EST       | 2025-06-03T14:39:21Z | false
          2025-06-03T09:39:21.5+02:00         | 2025-06-03T07:39:21.5Z | false
          13/06/2025 09:39 UTC                | 2025-06-13T09:39:00Z | false
          30.10.23 09:39 UTC                  | 2023-10-30T09:39:00Z | false
          Tue, 03 Jun 2025 09:39:21           | 2025-06-03T09:39:21Z | true
          Tue, 03 Jun 2025 09:39:21 XYZ       | 2025-06-03T09:39:21Z | true
          2025-06-03                          | 2025-06-03T00:00:00Z | true
          Nov. 2025                           | 2025-11-01T00:00:00Z | true
          2025-154T09:39:21Z                  | 2025-06-03T09:39:21Z | false
          03/06/2025 09:39 UTC                | 2025-03-06T09:39:00Z | true
          03-06-2025 09:39 UTC                | 2025-06-03T09:39:00Z | true
          25-06-03 09:39 UTC                  | 2025-06-03T09:39:00Z | true
          250603                              | 2025-06-03T00:00:00Z | true
          2004-05-25 오후 11:23:17            | 2004-05-25T14:23:17Z | true
          5 Jun 2017 24:05 PDT                | 2017-06-05T07:05:00Z | false
          Tue Jun 3 2025 09:39:21 GMT+0200 (Central European Summer Time) | 2025-06-03T07:39:21Z | false
          Wed, 3 Dec 2025 09:39 PT            | 2025-12-03T17:39:00Z | false
          Tue, 3 Jun 2025 09:39 PT            | 2025-06-03T16:39:00Z | false
          20250603093921                      | 2025-06-03T09:39:21Z | true
          20250603T093921Z                    | 2025-06-03T09:39:21Z | false
          """)
  void says_what_it_guessed(String text, Instant instant, boolean guessed) {
    assertThat(DateText.parse(text)).isEqualTo(new Dated(instant, guessed));
  }

  @Test
  void hostile_texts_take_no_time() {
    for (var piece :
        List.of("1", "1:", "a ", "(", "2025-", "1.", "+1", "mar ", "年", "p.", "\u0301")) {
      var text = piece.repeat(1_000_000);

      assertThat(DateText.parse(text)).isNull();
      assertThat(DateText.parse(text.substring(0, 80))).isNull();
    }
  }

  @Test
  void neither_zone_nor_locale_of_the_host_matter() {
    var zone = TimeZone.getDefault();
    var locale = Locale.getDefault();
    try {
      TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Kiritimati"));
      Locale.setDefault(Locale.forLanguageTag("tr-TR-u-nu-arab"));

      assertThat(DateText.instant("FRI, 13 JUN 2025 09:39:21"))
          .isEqualTo(Instant.parse("2025-06-13T09:39:21Z"));
      assertThat(DateText.instant("freitag, 13. JUNI 2025 09:39:21"))
          .isEqualTo(Instant.parse("2025-06-13T09:39:21Z"));
      assertThat(DateText.instant("2025-06-13")).isEqualTo(Instant.parse("2025-06-13T00:00:00Z"));
    } finally {
      TimeZone.setDefault(zone);
      Locale.setDefault(locale);
    }
  }
}
