package dev.feedwarden.feed;

import static dev.feedwarden.feed.Feeds.BASE;
import static dev.feedwarden.feed.Feeds.entry;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class RenderedTest {
  @Test
  void text_is_escaped_and_markup_that_could_act_is_gone() {
    assertThat(Rendered.html(new Markup(" a < b & c\n", false, BASE)))
        .isEqualTo("a &lt; b &amp; c");
    assertThat(Rendered.html(new Markup("<p onclick='x()'>Words<script>x()</script>", true, BASE)))
        .contains("Words")
        .doesNotContain("x()");
  }

  @Test
  void an_article_keeps_its_content_or_else_its_summary() {
    var summary = "<description>Short</description>";
    var content =
        "<content:encoded xmlns:content='http://purl.org/rss/1.0/modules/content/'>Long"
            + "</content:encoded>";

    assertThat(entry(summary).body().html()).isEqualTo("Short");
    assertThat(entry(summary + content).body().html()).isEqualTo("Long");
    assertThat(entry("<title>Nothing</title>").body().html()).isEmpty();
  }
}
