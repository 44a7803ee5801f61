package dev.feedwarden.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.feedwarden.model.WebUrl.Parsed;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WebUrlTest {
  @Test
  void a_url_is_taken_apart_into_scheme_host_port_and_target() {
    assertThat(WebUrl.parse("  HTTPS://Example.ORG:8443/Feed.xml?a=B#top "))
        .isEqualTo(new Parsed.Good(new WebUrl("https", "example.org", 8443, "/Feed.xml?a=B")));
  }

  // The quick way may say nothing, but nothing else than the careful one.
  @Test
  void a_plain_spelling_is_read_as_it_would_be_with_care() {
    var random = new Random(1);
    var pieces =
        List.of(
            "http",
            "https",
            "HTTP",
            "://",
            ":",
            "/",
            "//",
            "a",
            "b-c",
            "-",
            "--",
            "xn--",
            ".",
            "..",
            "1",
            "127.0.0.1",
            "256",
            "0x7f",
            "org",
            "example.org",
            "_",
            "é",
            "%41",
            "%",
            "?",
            "#",
            "@",
            "[::1]",
            "80",
            "443",
            "0080",
            "65536",
            " ",
            "\t",
            "\0",
            "\u007f",
            "{",
            "\\",
            "|",
            "x".repeat(62),
            "y".repeat(250),
            "/p".repeat(900));
    int plain = 0;
    for (int i = 0; i < 200_000; i++) {
      var text = new StringBuilder(random.nextInt(4) == 0 ? "" : "http://");
      for (int n = random.nextInt(8); n >= 0; n--) {
        text.append(pieces.get(random.nextInt(pieces.size())));
      }
      var quick = PlainSpelling.read(text.toString());
      if (quick != null) {
        plain++;
        assertThat(WebUrl.parseWithCare(text.toString()))
            .as(text.toString())
            .isEqualTo(new Parsed.Good(quick));
      }
    }
    assertThat(plain).isGreaterThan(1_000);
    assertThat(PlainSpelling.read("https://blog.example-site.org:8443/feed?a=b&c=%20")).isNotNull();
    assertThat(PlainSpelling.read("http://127.0.0.1/feed")).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          http://example.org                | http://example.org/
          http://example.org:80/            | http://example.org/
          http://example.org:/a             | http://example.org/a
          https://example.org:443/a         | https://example.org/a
          http://example.org:443/a          | http://example.org:443/a
          http://example.org:0080/a         | http://example.org/a
          http://example.org./a             | http://example.org/a
          http://example.org?a=1            | http://example.org/?a=1
          http://example.org/a#b#c          | http://example.org/a
          http://example.org/a/../b/./c     | http://example.org/a/../b/./c
          http://example.org/%7Eann         | http://example.org/%7Eann
          http://example.org/90%            | http://example.org/90%
          http://example.org/a b            | http://example.org/a%20b
          http://example.org/é?ü=€          | http://example.org/%C3%A9?%C3%BC=%E2%82%AC
          http://example.org/😀             | http://example.org/%F0%9F%98%80
          http://example.org/<"{^`}>        | http://example.org/%3C%22%7B%5E%60%7D%3E
          http://example.org/?x[y]=1        | http://example.org/?x[y]=1
          http://a_b.example.org/           | http://a_b.example.org/
          http://8.8.8.8/                   | http://8.8.8.8/
          http://[2001:DB8:0:0:0:0:0:1]:81/ | http://[2001:db8::1]:81/
          """)
  void it_is_fetched_as_given_but_for_what_http_cannot_carry(String written, String text) {
    assertThat(WebUrl.of(written).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "example.org",
        "//example.org/",
        "/feed",
        "feed://example.org/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "jar:http://example.org!/",
        "http:/example.org",
        "http:\\\\example.org\\",
        "view-source:http://example.org"
      })
  void what_is_not_http_is_refused(String text) {
    assertThat(WebUrl.parse(text))
        .isEqualTo(new Parsed.Bad("does not begin with http:// or https://"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://",
        "http:///",
        "http://:80/",
        "http://./",
        "http://.example.org/",
        "http://example..org/",
        "http://example.org../",
        "http://-example.org/",
        "http://example-.org/",
        "http://exa mple.org/",
        "http://exa%6Dple.org/",
        "http://127%2E0%2E0%2E1/",
        "http://exam!ple.org/",
        "http://example.org:80:80/",
        "http://example.org:http/",
        "http://example.org:-1/",
        "http://0000::1:80/",
        "http://[::1/",
        "http://::1]/",
        "http://[::1]x/",
        "http://[]/",
        "http://[example.org]/",
        "http://a℀b.example/"
      })
  void what_has_no_proper_host_is_refused(String text) {
    assertThat(WebUrl.parse(text)).isEqualTo(new Parsed.Bad("has no valid host"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "1",
        "127.1",
        "127.0.1",
        "2130706433",
        "017700000001",
        "0x7f000001",
        "0X7F.1",
        "0177.0.0.1",
        "0o177.0.0.1",
        "127.0.0.01",
        "127.000000000000000.1",
        "1.2.3.256",
        "1.2.3.4.5",
        "1.2.3.4..",
        "0x7f.0x0.0x0.0x1",
        "example.123",
        "example.0x1f",
        "example.0x"
      })
  void a_host_that_some_resolver_reads_as_a_number_is_refused(String host) {
    assertThat(WebUrl.parse("http://" + host + "/")).isEqualTo(new Parsed.Bad("has no valid host"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://ann@example.org/",
        "http://ann:hunter2@example.org/",
        "http://@example.org/",
        "http://example.com@127.0.0.1/",
        "http://ann%40x@example.org/"
      })
  void a_user_name_is_refused(String text) {
    assertThat(WebUrl.parse(text)).isEqualTo(new Parsed.Bad("contains a user name or password"));
  }

  @Test
  void a_backslash_ends_the_host_as_it_does_for_browsers() {
    assertThat(WebUrl.of("http://example.org\\@example.com/"))
        .isEqualTo(new WebUrl("http", "example.org", 80, "/%5C@example.com/"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "00", "65536", "99999", "100000", "18446744073709551696"})
  void a_port_that_does_not_exist_is_refused(String port) {
    assertThat(WebUrl.parse("http://example.org:" + port + "/"))
        .isEqualTo(new Parsed.Bad("has no valid port"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, '\t', '\n', '\r', 0x1b, 0x1f, 0x7f})
  void a_control_character_is_refused_wherever_it_is(int control) {
    for (var text : new String[] {"http://a%sb.org/", "http://b.org/a%sb", "http://b.org/#a%sb"}) {
      assertThat(WebUrl.parse(text.formatted((char) control)))
          .isEqualTo(new Parsed.Bad("contains control characters"));
    }
  }

  @Test
  void half_a_character_is_refused_and_never_becomes_a_question_mark() {
    assertThat(WebUrl.parse("http://example.org/a\uD83Db"))
        .isEqualTo(new Parsed.Bad("contains half a character"));
    assertThat(WebUrl.parse("http://exa\uDE00mple.org/"))
        .isEqualTo(new Parsed.Bad("has no valid host"));
  }

  @Test
  void a_url_may_have_2048_characters_once_it_is_encoded_and_without_its_fragment() {
    var start = "http://example.org/";
    var fits = start + "a".repeat(2_048 - start.length());
    var tooLong = new Parsed.Bad("is longer than 2048 characters");

    assertThat(WebUrl.of(fits + "#" + "f".repeat(5_000)).text()).isEqualTo(fits);
    assertThat(WebUrl.parse(fits + "a")).isEqualTo(tooLong);
    assertThat(WebUrl.parse(start + "é".repeat(500))).isEqualTo(tooLong);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.org/a b?é=😀#x",
        "https://bücher.example:8443/%zz%",
        "http://[::ffff:1.2.3.4]/a\\b"
      })
  void what_was_accepted_once_is_read_again_as_the_same(String text) {
    var url = WebUrl.of(text);

    assertThat(WebUrl.of(url.text())).isEqualTo(url);
  }

  @Test
  void a_stored_url_that_is_bad_is_a_bug_of_ours_and_its_secrets_are_not_repeated() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WebUrl.of("http://ann:hunter2@example.org/"))
        .withMessage("a stored URL contains a user name or password");
  }

  @ParameterizedTest
  @CsvSource({
    "http://bücher.example/, xn--bcher-kva.example",
    "http://BÜCHER.example/, xn--bcher-kva.example",
    "http://нэб.рф/, xn--90ax2c.xn--p1ai",
    "http://аpple.example/, xn--pple-43d.example", // its first letter is Cyrillic
    "http://xn--bcher-kva.example/, xn--bcher-kva.example",
    "http://例え。テスト/, xn--r8jz45g.xn--zckzah",
    "http://ｅｘａｍｐｌｅ．org/, example.org",
    "http://１２７。０。０。１/, 127.0.0.1"
  })
  void a_host_is_always_shown_in_ascii(String text, String host) {
    var url = WebUrl.of(text);

    assertThat(url.host()).isEqualTo(host);
    assertThat(url).hasToString("http://" + host + "/");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.org/~ann/feed?q=a%2Fb",
        "HTTPS://example.org/~ann/feed?q=a%2Fb",
        "https://EXAMPLE.org/~ann/feed?q=a%2Fb",
        "https://example.org:443/~ann/feed?q=a%2Fb",
        "https://example.org:/~ann/feed?q=a%2Fb",
        "https://example.org:0443/~ann/feed?q=a%2Fb",
        "https://example.org./~ann/feed?q=a%2Fb",
        "https://example.org.:443/~ann/feed?q=a%2Fb",
        "https://ｅxample.org/~ann/feed?q=a%2Fb",
        "https://example。org/~ann/feed?q=a%2Fb",
        "https://example.org/%7Eann/feed?q=a%2Fb",
        "https://example.org/%7eann/feed?q=a%2Fb",
        "https://example.org/~%61nn/feed?q=a%2Fb",
        "https://example.org/~ann/feed?%71=a%2fb",
        "https://example.org/~ann/feed?q=a%2Fb#",
        "https://example.org/~ann/feed?q=a%2Fb#entries",
        "https://example.org/./~ann/feed?q=a%2Fb",
        "https://example.org/~bob/../~ann/feed?q=a%2Fb",
        "https://example.org/../~ann/%2e/feed?q=a%2Fb",
        "  https://example.org/~ann/feed?q=a%2Fb\n"
      })
  void twenty_spellings_of_one_address_have_one_key(String spelling) {
    assertThat(WebUrl.of(spelling).key()).isEqualTo("https://example.org/~ann/feed?q=a%2Fb");
  }

  @ParameterizedTest
  @CsvSource({
    "http://bücher.example/, http://xn--bcher-kva.example/",
    "http://example.org, http://example.org/",
    "http://example.org/a b, http://example.org/a%20b",
    "http://example.org/é, http://example.org/%c3%a9",
    "http://[::1]/, http://[0:0:0:0:0:0:0:1]/",
    "http://[::ffff:192.0.2.1]/, http://[::FFFF:c000:0201]/",
    "http://example.org/a/.., http://example.org/",
    "http://example.org/a/., http://example.org/a/",
    "http://example.org/a//../b, http://example.org/a/b"
  })
  void these_two_are_one_address(String one, String other) {
    assertThat(WebUrl.of(one).key()).isEqualTo(WebUrl.of(other).key());
  }

  @ParameterizedTest
  @CsvSource({
    "http://example.org/, https://example.org/",
    "http://example.org/, http://www.example.org/",
    "http://example.org/, http://example.org:8080/",
    "http://example.org/a, http://example.org/A",
    "http://example.org/a, http://example.org/a/",
    "http://example.org/a/b, http://example.org/a%2Fb",
    "http://example.org/a//b, http://example.org/a/b",
    "http://example.org/?a=1&b=2, http://example.org/?b=2&a=1",
    "http://example.org/?a=%26, http://example.org/?a=&",
    "http://example.org/?a=../b, http://example.org/?a=b",
    "http://example.org/%, http://example.org/%25"
  })
  void these_two_are_different_addresses(String one, String other) {
    assertThat(WebUrl.of(one).key()).isNotEqualTo(WebUrl.of(other).key());
  }

  @ParameterizedTest
  @CsvSource({
    "http://example.org/, example.org",
    "https://Example.org./, example.org",
    "http://example.org:443/, example.org",
    "http://example.org:8080/, example.org:8080",
    "http://[2001:db8:0::1]/, [2001:db8::1]",
    "http://[2001:db8::1]:81/, [2001:db8::1]:81"
  })
  void the_host_key_is_the_host_with_its_port_unless_that_is_80_or_443(String url, String key) {
    assertThat(WebUrl.of(url).hostKey()).isEqualTo(new HostKey(key));
  }

  @ParameterizedTest
  @CsvSource({
    "http://example.org/, example.org",
    "http://example.org:443/, example.org:443",
    "https://example.org:443/, example.org",
    "http://[::1]:8080/, [::1]:8080"
  })
  void the_authority_leaves_out_only_the_port_of_its_scheme(String url, String authority) {
    assertThat(WebUrl.of(url).authority()).isEqualTo(authority);
  }

  @ParameterizedTest
  @CsvSource({
    "http://1.2.3.4/, true",
    "http://[::1]/, true",
    "http://example.org/, false",
    "http://1.2.3.4.example.org/, false"
  })
  void an_address_is_told_from_a_name(String url, boolean literal) {
    assertThat(WebUrl.of(url).isLiteral()).isEqualTo(literal);
  }

  @ParameterizedTest
  @CsvSource({
    "?token=hunter2, ?token=***",
    "?a=1&access_token=hunter2&b=2, ?a=1&access_token=***&b=2",
    "?API-KEY=hunter2, ?API-KEY=***",
    "?apikey=hunter2;x=1, ?apikey=***;x=1",
    "?password=hunter2, ?password=***",
    "?pwd=hunter2, ?pwd=***",
    "?jwt=hunter2, ?jwt=***",
    "?client_secret=hunter2=, ?client_secret=***",
    "?sig=hunter2&signature=hunter2, ?sig=***&signature=***",
    "?auth=hunter2, ?auth=***",
    ";jsessionid=hunter2?q=1, ;jsessionid=***?q=1",
    "?q=tokens, ?q=tokens",
    "?token=, ?token="
  })
  void what_looks_like_a_secret_is_masked(String written, String shown) {
    var url = WebUrl.of("https://example.org/feed" + written);

    assertThat(url.masked()).isEqualTo("https://example.org/feed" + shown);
    assertThat(url).hasToString(url.masked());
  }
}
