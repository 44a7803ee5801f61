package dev.feedwarden.feed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where a document breaks. */
final class BreakageTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <rss>~<channel>~</rss>              | 3 | Unexpected close tag </rss>; expected </channel>.
          <html><p>a<br>b</p></html>          | 1 | Unexpected close tag </p>; expected </br>.
          no markup at all                    | 1 | Unexpected character 'n'
          {"version":~"https",~]}             | 3 | Unexpected character (']'
          """)
  void a_person_is_told_the_line_and_why(String text, int line, String words) {
    var found = Breakage.of(text.replace('~', '\n'), true).orElseThrow();

    assertThat(found.line()).isEqualTo(line);
    assertThat(found.words()).startsWith(words);
  }

  @ParameterizedTest
  @CsvSource({"<rss><channel><title>a", "'{\"version\":\"htt'"})
  void the_end_of_what_was_cut_is_no_fault(String text) {
    assertThat(Breakage.of(text, false)).isEmpty();
    assertThat(Breakage.of(text, true)).isPresent();
  }

  @Test
  void what_is_well_formed_breaks_nowhere() {
    assertThat(Breakage.of("<p>&nbsp;</p>", true)).isEmpty();
    assertThat(Breakage.of("{}", true)).isEmpty();
  }

  @Test
  void no_entity_is_expanded_to_find_out() {
    var bomb =
        "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'><!ENTITY y '&x;&x;'>]><a>&y;</a>";

    assertThat(Breakage.of(bomb, true)).isEmpty();
  }
}
