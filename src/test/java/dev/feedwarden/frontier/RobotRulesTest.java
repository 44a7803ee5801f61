package dev.feedwarden.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.WebUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** RFC 9309, section by section. */
final class RobotRulesTest {
  private static final Instant UNTIL = Instant.parse("2026-11-19T00:00:00Z");

  private static RobotRules rules(String text) {
    return RobotRules.of(text, UNTIL, WebUrl.of("http://a.example/"), "feedwarden");
  }

  @ParameterizedTest(name = "{0} allows {1}: {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          User-agent: *;Disallow: /x                                          | /x/y      | false
          User-agent: *;Disallow: /x                                          | /y        | true
          User-agent: *;Disallow:                                             | /x        | true
          User-agent: *;Disallow: /                                           | /         | false
          User-agent: *;Disallow: /                                           | /robots.txt | true
          USER-AGENT: FeedWarden;DISALLOW: /x                                 | /x        | false
          User-agent: *;Disallow: /;User-agent: feedwarden;Disallow: /x       | /y        | true
          User-agent: feedwarden;Disallow: /x;User-agent: *;Disallow: /y      | /y        | true
          User-agent: feedwarden;Disallow: /x;User-agent: feedwarden;Disallow: /y | /y    | false
          User-agent: feedwarden;Disallow: /x;User-agent: b;Disallow: /z;User-agent: feedwarden;Disallow: /y | /x | false
          User-agent: a;User-agent: feedwarden;Disallow: /x                   | /x        | false
          User-agent: feedwarden/1.0;Disallow: /x                             | /x        | false
          User-agent: feed;Disallow: /                                        | /x        | true
          User-agent: feedwarden-news;Disallow: /                             | /x        | true
          User-agent: *;Disallow: /x;Allow: /x/y                              | /x/y/z    | true
          User-agent: *;Allow: /x/y;Disallow: /x                              | /x/y/z    | true
          User-agent: *;Disallow: /x/y;Allow: /x                              | /x/y      | false
          User-agent: *;Disallow: /x;Allow: /x                                | /x        | true
          User-agent: *;Disallow: /*.pdf$                                     | /a/b.pdf  | false
          User-agent: *;Disallow: /*.pdf$                                     | /a/b.pdf?c | true
          User-agent: *;Disallow: /a*c                                        | /abbbc    | false
          User-agent: *;Disallow: /?                                          | /?a=1     | false
          User-agent: *;Disallow: /%7Ejoe                                     | /~joe/x   | false
          User-agent: *;Disallow: /~joe                                       | /%7ejoe/x | false
          User-agent: *;Disallow: /ツ                                          | /%E3%83%84 | false
          User-agent: *;Disallow: /a%3Cd                                      | /a%3cd    | false
          User-agent: *;Disallow: /Case                                       | /case     | true
          User-agent: *;Sitemap: http://a.example/s.xml;Disallow: /x          | /x        | false
          User-agent: *;Nonsense;Disallow: /x # because                       | /x        | false
          Disallow: /x                                                        | /x        | true
          <html><body>Not here</body></html>                                  | /x        | true
          """)
  void what_a_file_allows(String lines, String path, boolean allowed) {
    var url = WebUrl.of("http://a.example" + path);

    assertThat(rules(lines.replace(";", "\n")).allows(url)).isEqualTo(allowed);
    assertThat(rules(lines.replace(";", "\r\n")).allows(url)).isEqualTo(allowed);
    assertThat(rules("\uFEFF" + lines.replace(";", "\r")).allows(url)).isEqualTo(allowed);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "10, 10000",
    "0.5, 500",
    "0, 0",
    "-5, 0",
    "soon, 0",
    "NaN, 0",
    "1e99, 0",
    "1.0e99, 9223372036854775807",
    "99999999999999999999999, 0",
    "Infinity, 0"
  })
  void a_crawl_delay_is_a_number_of_seconds_or_nothing(String text, long millis) {
    var delay = rules("User-agent: *\nCrawl-delay: " + text + "\n").delay();

    assertThat(delay.map(Duration::toMillis).orElse(0L)).isEqualTo(millis);
  }

  @Test
  void a_crawl_delay_of_others_is_not_ours() {
    assertThat(rules("User-agent: b\nCrawl-delay: 10\nUser-agent: *\nDisallow:\n").delay())
        .isEmpty();
  }

  static Stream<String> hostile() {
    var some = 500 << 10;
    return Stream.of(
        "User-agent: *\nDisallow: /" + "*a".repeat(some / 2) + "b$\n",
        "User-agent: *\n" + "Disallow: /*a*a*a*a*a*a*a*a*a*a*a*a*b$\n".repeat(some / 40),
        "User-agent: *\n" + "Disallow: /a\n".repeat(some / 13),
        "User-agent: feedwarden\n".repeat(some / 23),
        "User-agent: *\nDisallow: /" + "%61".repeat(some / 3) + "\n",
        "\u0000\u0001\uFFFD".repeat(some / 5),
        "\n".repeat(some));
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void a_hostile_file_is_read_and_asked_in_time(String text) {
    var url = WebUrl.of("http://a.example/" + "a".repeat(2_000));
    var began = System.nanoTime();

    rules(text).allows(url);

    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
  }
}
