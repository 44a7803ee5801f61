package dev.feedwarden.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.WebUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WhenceTest {
  private static final Whence NOWHERE = new Whence(null);

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          http://nowhere.invalid/-/a/b?c#d,              a/b?c#d
          http://nowhere.invalid/a,                      /a
          http://nowhere.invalid/,                       /
          http://nowhere.invalid/-/?q,                   ?q
          http://nowhere.invalid/-/,                     -
          http://nowhere.invalid/-/javascript:alert(1),  ./javascript:alert(1)
          http://nowhere.invalid/-/$1\\,                 $1\\
          https://x.example/a,                           https://x.example/a
          -,                                             -
          """)
  void a_link_is_as_relative_as_it_was(String link, String told) {
    assertThat(NOWHERE.link(link)).isEqualTo(told);
  }

  @Test
  void links_in_HTML_are_too_and_none_becomes_a_scheme() {
    assertThat(
            NOWHERE.html(
                "<a href=\"http://nowhere.invalid/-/a\">1</a>"
                    + "<a href=\"http://nowhere.invalid/-/javascript&#58;x\">2</a>"
                    + "<img src='http://nowhere.invalid/b'>"))
        .isEqualTo("<a href=\"a\">1</a><a href=\"./javascript&#58;x\">2</a><img src='/b'>");
  }

  @Test
  void where_the_base_is_known_nothing_is_touched() {
    var known = new Whence(WebUrl.of("https://x.example/"));

    assertThat(known.link("http://nowhere.invalid/a")).isEqualTo("http://nowhere.invalid/a");
  }
}
