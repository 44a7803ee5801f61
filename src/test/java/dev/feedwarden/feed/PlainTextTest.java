package dev.feedwarden.feed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PlainTextTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          <p>one</p><p>two</p>                  | one two
          one<br/>two                           | one two
          <b>bo</b>ld                           | bold
          a<script>var x = '<b>';</script>b     | a b
          a<STYLE type="x">p {}</Style >b       | a b
          a<script>never closed                 | a
          a<!-- b --> c                         | a c
          <a title="x > y" href='>'>z</a>       | z
          <a title="never closed>z</a>          | z
          1 < 2 && 3 > 2                        | 1 < 2 && 3 > 2
          <o:p>x</o:p><my-tag>y                 | x y
          caf&eacute;&nbsp;&#8364;&#x20ac;      | café €€
          &bogus; &amp;lt; &                    | &bogus; &lt; &
          &#0;&#xDFFF;&#99999999;               | \uFFFD\uFFFD\uFFFD
          <![CDATA[x]]                          | x]]
          a <                                   | a <
          a <b                                  | a
          """)
  void shows_what_a_reader_would_see(String html, String text) {
    assertThat(PlainText.beginning(PlainText.words(html, new Desk()), 4_000)).isEqualTo(text);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Use List<String> and <b>bold</b> | Use List<String> and bold
          The <unknown> tag                | The <unknown> tag
          x<br>y                           | x y
          """)
  void a_title_keeps_what_is_no_html(String html, String text) {
    assertThat(PlainText.ofTitle(html, 1_000)).isEqualTo(text);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      ignoreLeadingAndTrailingWhitespace = false,
      textBlock =
          """
          <p>one</p> two|one  two
          <p>one</p>  two|one two
          <p>one</p> \u6F22|one \u6F22
          one \u6F22 two|one \u6F22 two
          e\u0301 \u2014 \u201Cso\u201D\u3000x|e\u0301 \u2014 \u201Cso\u201D x
          """)
  void words_for_hashes_are_what_they_have_always_been(String html, String words) {
    assertThat(PlainText.words(html, new Desk())).isEqualTo(words);
  }

  @Test
  void no_character_of_a_word_is_a_space_or_markup() {
    for (char c = 0; c < Character.MAX_VALUE; c++) {
      if (PlainText.isInWord(c)) {
        assertThat(Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '<' || c == '&')
            .isFalse();
      }
    }
  }

  @Test
  void text_is_one_line_in_nfc_and_cut_between_characters() {
    assertThat(PlainText.ofText(" a\u0301\n\t\u2003b\u00a0<b> ", 100)).isEqualTo("á b <b>");
    assertThat(PlainText.ofText("ab😀", 3)).isEqualTo("ab");
    assertThat(PlainText.ofText("ab cd", 3)).isEqualTo("ab");
  }
}
