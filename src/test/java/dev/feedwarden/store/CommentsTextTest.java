package dev.feedwarden.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CommentsTextTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          https://a.test/1#comments, https://a.test/1, #comments
          https://a.test/1#,         https://a.test/1, #
          https://a.test/1/talk,     https://a.test/1, https://a.test/1/talk
          https://a.test/10#c,       https://a.test/1, https://a.test/10#c
          https://a.test/1#c,                        , https://a.test/1#c
          ,                          https://a.test/1,
          """)
  void an_anchor_of_the_article_is_stored_alone_and_read_whole(
      String comments, String link, String stored) {
    assertThat(CommentsText.of(comments, link)).isEqualTo(stored);
    assertThat(CommentsText.read(stored, link)).isEqualTo(comments);
  }
}
