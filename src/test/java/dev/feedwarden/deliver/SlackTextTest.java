package dev.feedwarden.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.deliver.Notice.Line;
import dev.feedwarden.deliver.Notice.Tone;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** CATALOGUE D-14. */
final class SlackTextTest {
  private static final JsonMapper JSON = new JsonMapper();

  private static JsonNode rendered(Line... lines) {
    return JSON.readTree(
        SlackText.letter(new Notice("event-7", "articles", Tone.PLAIN, "Title", List.of(lines)))
            .body());
  }

  @Test
  void a_notice_is_a_title_and_its_lines_with_its_id() {
    var letter =
        SlackText.letter(
            new Notice(
                "event-7",
                "feed_disabled",
                Tone.BAD,
                "A & B",
                List.of(new Line("one"), new Line("two", "https://example.org/?a=1&b=2"))));

    assertThat(letter)
        .isEqualTo(
            new Letter(
                "event-7",
                "feed_disabled",
                "A & B",
                """
                {"text":":red_circle: A &amp; B","blocks":[\
                {"type":"section","block_id":"event-7","text":\
                {"type":"mrkdwn","text":"*:red_circle: A &amp; B*","verbatim":true}},\
                {"type":"section","text":{"type":"mrkdwn","text":"one\\n\
                <https://example.org/?a=1&amp;b=2|two>","verbatim":true}}],\
                "unfurl_links":false,"unfurl_media":false}\
                """,
                null));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      quoteCharacter = '"',
      textBlock =
          """
          <!channel>,                  &lt;!channel&gt;
          <@U1>,                       &lt;@U1&gt;
          <https://evil|click>,        &lt;https://evil¦click&gt;
          &lt;!here&gt;,               &amp;lt;!here&amp;gt;
          ```code```,                  '''code'''
          *bold*,                      ∗bold∗
          """)
  void what_a_feed_says_stays_text(String text, String shown) {
    assertThat(SlackText.plain(text, 300)).isEqualTo(shown);
  }

  @Test
  void controls_and_marks_of_direction_are_not_shown() {
    assertThat(SlackText.plain("a\u202eb\nc\u0000", 300)).isEqualTo("a b c ");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      textBlock =
          """
          https://example.org/a|b>c,     https://example.org/a%7Cb%3Ec
          https://example.org/<x>?a&b,   https://example.org/%3Cx%3E?a&amp;b
          HTTP://example.org/,           HTTP://example.org/
          javascript:alert(1),           ''
          data:text/html;x,              ''
          """)
  void a_link_leads_where_it_shows_and_only_to_the_web(String url, String shown) {
    assertThat(SlackText.url(url)).isEqualTo(shown);
  }

  @Test
  void no_text_is_longer_than_slack_takes() {
    var lines =
        IntStream.range(0, 3_000)
            .mapToObj(i -> new Line("<".repeat(50_000), "https://example.org/" + "&".repeat(900)))
            .toArray(Line[]::new);

    var blocks = rendered(lines).path("blocks");

    assertThat(blocks.size()).isBetween(2, 50);
    assertThat(blocks.valueStream().map(b -> b.path("text").path("text").asString().length()))
        .allMatch(length -> length > 0 && length <= 3_000);
  }

  @Test
  void a_title_of_fifty_thousand_signs_is_cut() {
    var letter =
        SlackText.letter(
            new Notice("x", "articles", Tone.PLAIN, "&".repeat(50_000), List.<Line>of()));
    var text = JSON.readTree(letter.body()).path("text").asString();

    assertThat(text).hasSizeLessThan(3_000).endsWith("…");
  }
}
