package dev.feedwarden.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MaskedTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET https://u:pa55w0rd@a.example/x failed     | GET https://***@a.example/x failed
          https://a.example/f?token=abc&page=2 was slow | https://a.example/f?token=***&page=2 was slow
          see https://a.example/?x=1&apikey=abc, please | see https://a.example/?x=1&apikey=*** please
          postgresql://db/x?user=u&password=hunter2     | postgresql://db/x?user=u&password=***
          https://hooks.slack.com/services/T0/B0/xyz    | https://hooks.slack.com/services/***
          Authorization: Bearer abc.def                 | Authorization: ***
          {"authorization":"Basic dXNlcjpw"}            | {"authorization":"***"}
          sent Bearer 0123456789abcdef                  | sent Bearer ***
          it was eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln, said he | it was ***, said he
          cut off eyJhbGciOiJIUzI1NiJ9.eyJzdW           | cut off ***
          SECRET_KEY=c2VjcmV0 was read                  | SECRET_KEY=*** was read
          password: hunter2                             | password: ***
          """)
  void l_04_a_secret_is_hidden_and_the_words_around_it_stay(String text, String shown) {
    assertThat(Masked.text(text)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          feed poll not_found: HTTP 404 for https://a.example/feed?page=2&sort=new
          at dev.feedwarden.poll.Loop.turn(Loop.java:120)
          basic information about a bearer of news
          mail me@example.org; 12:30; key figures: 7
          """)
  void what_is_no_secret_stays(String text) {
    assertThat(Masked.text(text)).isEqualTo(text);
  }

  @Test
  @Timeout(10)
  void no_text_takes_long() {
    for (var part : new String[] {"a", "://", "token=", "eyJ", "?a", "Bearer ", "a-", "\"' = "}) {
      var text = part.repeat(2_000);

      assertThat(Masked.text(text)).as(part).isNotNull();
    }
  }
}
