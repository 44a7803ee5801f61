package dev.feedwarden.feed;

import static dev.feedwarden.feed.Feeds.BASE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LinksTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          https://x.example/a?b#c   | https://x.example/a?b#c
          HTTP://X.Example          | http://x.example/
          //x.example/a             | https://x.example/a
          /a/../b/./c               | https://base.example/b/c
          a                         | https://base.example/dir/a
          ../../../a                | https://base.example/a
          ..                        | https://base.example/
          ./                        | https://base.example/dir/
          ?q=/../x                  | https://base.example/dir/feed.xml?q=/../x
          #top                      | https://base.example/dir/feed.xml?page=1#top
          /a b"c                    | https://base.example/a%20b%22c
          https://bücher.example/ü  | https://xn--bcher-kva.example/%C3%BC
          """)
  void references_become_absolute(String reference, String link) {
    assertThat(Links.resolve(BASE, reference)).isEqualTo(link);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "",
        " ",
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "mailto:a@b.example",
        "urn:x",
        "http://",
        "https://user:secret@x.example/",
        "http://[::1",
        "http://x.example:99999/",
        "//",
        "http:/x",
        "tag:x,2025:1"
      })
  void what_does_not_lead_to_the_web_is_no_link(String reference) {
    assertThat(Links.resolve(BASE, reference)).isNull();
  }

  @Test
  void anchors_on_one_page_are_different_links() {
    assertThat(Links.key("https://x.example/%7Elog#v1")).isEqualTo("https://x.example/~log#v1");
  }
}
