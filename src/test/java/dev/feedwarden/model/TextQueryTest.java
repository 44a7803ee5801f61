package dev.feedwarden.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TextQueryTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "one; [[one]]; []",
        "One  TWO; [[one], [two]]; []",
        "\"a phrase\" word; [[a, phrase], [word]]; []",
        "word -not -\"not this\"; [[word]]; [[not], [not, this]]",
        "well-known; [[well, known]]; []",
        "\"not closed; [[not, closed]]; []",
        "\u00c9te\u0301 stra\u00dfe \ufb01x; [[ete], [stra\u00dfe], [fix]]; []",
        "NEAR(a b) OR c* ^d {e}:f; [[near, a], [b], [or], [c], [d], [e, f]]; []",
        "a') DROP TABLE articles--; [[a], [drop], [table], [articles]]; []"
      })
  void words_phrases_and_what_must_not_be_there(String text, String wanted, String unwanted) {
    var query = TextQuery.parse(text).orElseThrow();

    assertThat(query.wanted().toString()).isEqualTo(wanted);
    assertThat(query.unwanted().toString()).isEqualTo(unwanted);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "  ", "\"\"", "-no", "-", "--", "\"", "*", "()", "\u0301", "\ud83d\ude00"})
  void a_text_without_a_word_that_must_be_there_is_no_query(String text) {
    assertThat(TextQuery.parse(text)).isEmpty();
  }

  @Test
  void a_query_is_bounded() {
    assertThat(TextQuery.parse("a ".repeat(100)).orElseThrow().wanted()).hasSize(16);
    assertThat(TextQuery.parse("a".repeat(5_000)))
        .isEqualTo(Optional.of(new TextQuery(List.of(List.of("a".repeat(100))), List.of())));
  }
}
