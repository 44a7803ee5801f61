package dev.feedwarden.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.FetchResult.Headers;
import dev.feedwarden.model.Hints;
import dev.feedwarden.model.Rhythm;
import dev.feedwarden.model.Validators;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FreshnessTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          max-age=600;          ;     ;                              ;                              PT10M
          max-age=600;          100;  ;                              ;                              PT8M20S
          max-age=600;          9999; ;                              ;                              PT0S
          max-age=600;          soon; ;                              ;                              PT10M
          max-age=60;           ;     Sun, 01 Mar 2026 18:00:00 GMT; ;                              PT1M
          ;                     ;     Sun, 01 Mar 2026 13:00:00 GMT; ;                              PT1H
          ;                     ;     Sun, 01 Mar 2026 13:00:00 GMT; Sun, 01 Mar 2026 12:30:00 GMT; PT30M
          ;                     ;     Sat, 28 Feb 2026 13:00:00 GMT; ;                              PT0S
          ;                     ;     0;                             ;                              PT0S
          no-cache;             ;     ;                              ;
          ;                     ;     ;                              ;
          """,
      delimiter = ';')
  void an_answer_says_how_long_it_holds(
      @Nullable String cacheControl,
      @Nullable String age,
      @Nullable String expires,
      @Nullable String date,
      @Nullable Duration fresh) {
    assertThat(Freshness.of(headers(cacheControl, age, expires, date), NOW))
        .isEqualTo(Optional.ofNullable(fresh));
  }

  @Test
  void what_an_unmodified_answer_does_not_mention_stays_as_it_was() {
    var before = new Rhythm(null, Hints.NONE, Duration.ofHours(2));

    assertThat(Freshness.heard(before, headers(null, null, null, null), NOW)).isEqualTo(before);
    assertThat(Freshness.heard(before, headers("max-age=60", null, null, null), NOW))
        .isEqualTo(new Rhythm(null, Hints.NONE, Duration.ofMinutes(1)));
  }

  private static Headers headers(
      @Nullable String cacheControl,
      @Nullable String age,
      @Nullable String expires,
      @Nullable String date) {
    var all = new HashMap<String, String>();
    if (cacheControl != null) {
      all.put("cache-control", cacheControl);
    }
    if (age != null) {
      all.put("age", age);
    }
    if (expires != null) {
      all.put("expires", expires);
    }
    return new Headers(Validators.NONE, null, null, date, all);
  }
}
