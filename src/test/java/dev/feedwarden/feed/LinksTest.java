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
          #                         | https://base.example/dir/feed.xml?page=1#
          \\\\x.example\\a              | https://x.example/a
          https:a                   | https://base.example/dir/a
          http:a                    | http://a/
          http:/x                   | http://x/
          ///x.example/../a         | https://x.example/a
          /%2e%2E/a/%2e             | https://base.example/a/
          /{a}?'{b}'#`{c}           | https://base.example/%7Ba%7D?%27{b}%27#%60{c}
          //x.example:0443/         | https://x.example/
          //x.example:080/          | https://x.example:80/
          //127.1/                  | https://127.0.0.1/
          //0x7f000001/             | https://127.0.0.1/
          //0177.0.0.01/            | https://127.0.0.1/
          //[0:0::1]/               | https://[::1]/
          //a%2Db.example/          | https://a-b.example/
          //１２７.1/               | https://127.0.0.1/
          //u:p:w@x.example/        | https://u:p%3Aw@x.example/
          //u@v@x.example/          | https://u%40v@x.example/
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
        "http://[::1",
        "http://x.example:99999/",
        "//",
        "http://x.example:8o/",
        "http://1.2.3.4.5/",
        "http://256.1.1.1/",
        "http://a.0x/",
        "http://a b/",
        "http://a%00b/",
        "http://user@/",
        "http://[1::2::3]/",
        "tag:x,2025:1"
      })
  void what_does_not_lead_to_the_web_is_no_link(String reference) {
    assertThat(Links.resolve(BASE, reference)).isNull();
  }

  @Test
  void an_address_that_is_clean_already_is_given_back_as_it_is() {
    var link = new String("https://x.example/2025/06/a-b_c.html?x=1&y=%20#z");

    assertThat(Links.resolve(BASE, link)).isSameAs(link);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"a", "/", "?", "%2e/", "../", "\\", "#", "//", "é", "http:"})
  void long_references_are_no_links_and_take_no_time(String piece) {
    assertThat(Links.resolve(BASE, piece.repeat(1_000_000))).isNull();
    assertThat(Links.canonical(piece.repeat(4_000))).isNotEmpty();
  }

  @Test
  void a_link_that_escapes_make_too_long_is_none() {
    assertThat(Links.resolve(BASE, "/" + "é".repeat(4_000))).isNull();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          HTTPS://X.Example:443                            | https://x.example/
          https://x.example./a//b/../c?                    | https://x.example/a/c
          https://x.example/%7euser/%2f%c3%bc/100%         | https://x.example/~user/%2F%C3%BC/100%25
          https://x.example/a?b=2&a=1&b=1&&c=&=d           | https://x.example/a?a=1&b=2&b=1&c
          https://x.example/a?utm_source=rss&UTM_Medium=x  | https://x.example/a
          https://x.example/a?id=7&fbclid=x&mc_cid=y       | https://x.example/a?id=7
          https://x.example/a;jsessionid=0A1B?x=1          | https://x.example/a?x=1
          https://x.example/a?PHPSESSID=0a1b2c&x=1         | https://x.example/a?x=1
          https://x.example/a?sid=0123456789abcdef         | https://x.example/a
          https://x.example/a?sid=42                       | https://x.example/a?sid=42
          https://x.example/(S(lit3py55t21z5v55vlm25s55))/a | https://x.example/a
          https://x.example/a?source=rss----7&source=b     | https://x.example/a?source=b
          https://x.example/a?x[]=1                        | https://x.example/a?x%5B%5D=1
          https://x.example/a#top                          | https://x.example/a
          tag:x.example,2025:1                             | tag:x.example,2025:1
          """)
  void spellings_of_one_page_are_equal(String link, String canonical) {
    assertThat(Links.canonical(link)).isEqualTo(canonical);
    assertThat(Links.canonical(canonical)).isEqualTo(canonical);
  }

  @Test
  void anchors_on_one_page_are_different_links() {
    assertThat(Links.key("https://x.example/%7Elog#v1")).isEqualTo("https://x.example/~log#v1");
    assertThat(Links.key("https://x.example/log#")).isEqualTo("https://x.example/log");
    assertThat(Links.key("https://x.example/log#utm_source=rss"))
        .isEqualTo("https://x.example/log");
  }

  @Test
  void the_hash_of_a_link_is_that_of_its_key() {
    assertThat(Links.hash("HTTPS://x.example/a?utm_source=b#c"))
        .isEqualTo(Digest.mark("https://x.example/a#c"));
  }

  @Test
  void a_host_that_is_only_a_dot_stays() {
    assertThat(Links.canonical("https://./?b&a")).isEqualTo("https://./?a&b");
  }
}
