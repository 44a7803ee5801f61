package dev.feedwarden.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TagTest {
  @ParameterizedTest
  @CsvSource({
    "news, news",
    "' News ', news",
    "'two words', 'two words'",
    "E\u0301T\u00c9, \u00e9t\u00e9",
    "\ud83d\ude00, \ud83d\ude00",
    "'100%_\\', '100%_\\'"
  })
  void a_tag_has_one_spelling_P20(String written, String tag) {
    assertThat(Tag.parse(written)).isEqualTo(Optional.of(new Tag(tag)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "a,b", "a\u0000", "a\nb", "\ud800", "a\u202eb", "a\u200bb"})
  void what_cannot_be_told_apart_or_stored_is_no_tag_P20(String written) {
    assertThat(Tag.parse(written)).isEmpty();
  }

  @Test
  void a_tag_has_at_most_64_characters_however_many_bytes() {
    assertThat(Tag.parse("\ud83d\ude00".repeat(64))).isPresent();
    assertThat(Tag.parse("a".repeat(65))).isEmpty();
  }

  @Test
  void a_source_has_at_most_50_tags() {
    var tags = IntStream.range(0, 51).mapToObj(i -> new Tag("t" + i)).toList();

    assertThat(new Label("a", tags.subList(0, 50), null).tags()).hasSize(50);
    assertThatThrownBy(() -> new Label("a", tags, null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Tag("News")).isInstanceOf(IllegalArgumentException.class);
    assertThat(new Label("a", List.of(new Tag("b"), new Tag("a")), null).tags())
        .containsExactly(new Tag("a"), new Tag("b"));
  }
}
