package dev.feedwarden.feed;

import static dev.feedwarden.feed.Feeds.file;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.feed.Opml.Outline;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(10)
final class OpmlTest {
  @Test
  void folders_are_flattened_and_lines_remembered() {
    assertThat(Opml.read(file("list.opml")))
        .isEqualTo(
            new Opml.Result.Outlines(
                List.of(
                    new Outline("One", "https://one.example/feed?a=1&b=2", 7),
                    new Outline("Two & more", "https://two.example/feed", 10),
                    new Outline("", "https://four.example/feed", 12))));
  }

  @Test
  void what_is_written_is_read_again() {
    var outlines =
        List.of(
            new Outline("\"Quotes\" & <tags> 'n 😀 ]]>", "https://a.example/?x=1&y=<2>\"", 7),
            new Outline("https://b.example/", "https://b.example/", 8));

    assertThat(Opml.read(Opml.write(outlines).getBytes(UTF_8)))
        .isEqualTo(new Opml.Result.Outlines(outlines));
  }

  @Test
  void control_characters_are_not_written() {
    var written =
        Opml.write(List.of(new Outline("a\0\u0001\uD800\u007Fb\n", "https://a.example/", 0)));

    assertThat(written).contains("text=\"ab\"");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          ^ ^                                   | The file is empty.
          words                                 | The file is not XML.
          <rss><channel/></rss>                 | The file is not OPML: its first element is "rss".
          <opml><body><outline></body></opml>   | The file is not well-formed XML: it breaks near line 1.
          <opml><body>                          | The file is not well-formed XML: it breaks near line 1.
          """)
  void says_in_a_sentence_what_is_wrong(String text, String reason) {
    assertThat(Opml.read(text.getBytes(UTF_8))).isEqualTo(new Opml.Result.Unreadable(reason));
  }

  @Test
  void size_depth_and_number_are_bounded() {
    var outline = "<outline xmlUrl='u'/>";

    assertThat(Opml.read(new byte[10 * 1_024 * 1_024 + 1]))
        .isEqualTo(new Opml.Result.Unreadable("The file is larger than 10 MiB."));
    assertThat(Opml.read(opml("<outline>".repeat(99))))
        .isEqualTo(new Opml.Result.Unreadable("The file is nested deeper than 100 elements."));
    assertThat(Opml.read(opml(outline.repeat(100_001))))
        .isEqualTo(new Opml.Result.Unreadable("The file has more than 100,000 outlines."));
    assertThat(Opml.read(opml(outline.repeat(100_000))))
        .isInstanceOfSatisfying(
            Opml.Result.Outlines.class, read -> assertThat(read.outlines()).hasSize(100_000));
  }

  private static byte[] opml(String body) {
    return ("<opml version='2.0'><body>" + body + "</body></opml>").getBytes(UTF_8);
  }
}
