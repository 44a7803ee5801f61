package dev.feedwarden.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Durations;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ConfigValuesTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          10,     PT10S,    10s
          0,      PT0S,     0s
          0.5,    PT0.5S,   500ms
          500ms,  PT0.5S,   500ms
          10s,    PT10S,    10s
          10 S,   PT10S,    10s
          90s,    PT1M30S,  90s
          5m,     PT5M,     5m
          1.5h,   PT1H30M,  90m
          2h,     PT2H,     2h
          1d,     PT24H,    1d
          PT10S,  PT10S,    10s
          pt1m,   PT1M,     1m
          0.0001, PT0.0001S, PT0.0001S
          """)
  void a_duration_is_read_and_shown(String text, Duration expected, String shown) {
    assertThat(Durations.parse(text)).hasValue(expected);
    assertThat(Durations.text(expected)).isEqualTo(shown);
    assertThat(Durations.parse(shown)).hasValue(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "abc", "-1", "1w", "1,5", "10ss", ".5", "1.", "1e3", "PT", "٣"})
  void what_is_no_duration_is_refused(String text) {
    assertThat(Kind.duration("0s", "1d").read(text))
        .isEqualTo(new Reading.Bad<>("is not a duration; write for example 10, 10s or 2m"));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          10.0.0.0/8,         10.0.0.0/8
          10.0.0.5,           10.0.0.5/32
          0.0.0.0/0,          0.0.0.0/0
          ::1,                0:0:0:0:0:0:0:1/128
          FD00::/8,           fd00:0:0:0:0:0:0:0/8
          ::/0,               0:0:0:0:0:0:0:0/0
          localhost:8080,     localhost:8080
          Feeds.Example.:443, feeds.example:443
          127.0.0.1:80,       127.0.0.1:80
          [::1]:8080,         [::1]:8080
          """)
  void an_address_rule_is_read_and_shown(String text, String shown) {
    assertThat(AddressRule.read(text).then(rule -> new Reading.Good<>(rule.text())))
        .isEqualTo(new Reading.Good<>(shown));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "10",
        "10.1",
        "10.1/8",
        "010.0.0.0/8",
        "0x0a.0.0.0/8",
        "10.0.0.300",
        "10.0.0.0/33",
        "10.0.0.0/",
        "10.0.0.0/-1",
        "10.0.0.1/8",
        "fe80::1%eth0",
        "fd00::1/8",
        "::/129",
        "::ffff:10.0.0.0/104",
        "[::1]",
        "localhost",
        "localhost:",
        "localhost:0",
        "localhost:65536",
        "http://localhost:80",
        "a@b:80",
        "a/b:80",
        "[zz]:80",
        "[:::]:80",
        "10.1:80",
        "2130706433:80",
        "*.example:80"
      })
  void what_is_no_address_rule_is_refused(String text) {
    assertThat(AddressRule.read(text)).isInstanceOf(Reading.Bad.class);
  }

  @Test
  void every_setting_is_shown_with_default_rule_and_meaning() {
    var nowhere = Path.of("/nowhere");
    var shown =
        Settings.read(new Inputs(Map.of(), Map.of(), null, nowhere, nowhere, "1.2.3")).shown();

    assertThat(shown).hasSameSizeAs(KnownSettings.ALL);
    assertThat(shown)
        .contains(
            new Setting.Shown(
                "REQUEST_TIMEOUT",
                "10s",
                new Origin.Default(),
                "10s",
                "1s to 110s",
                "one attempt with all its redirects"),
            new Setting.Shown(
                "DATABASE_PASSWORD",
                "",
                new Origin.Default(),
                "",
                "text, or a file by _FILE",
                "password of the database"));
  }
}
