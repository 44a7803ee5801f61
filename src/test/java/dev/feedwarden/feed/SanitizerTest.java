package dev.feedwarden.feed;

import static dev.feedwarden.feed.Bodies.clean;
import static dev.feedwarden.feed.Bodies.heap;
import static dev.feedwarden.feed.Bodies.safe;
import static dev.feedwarden.feed.Feeds.BASE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Budget;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SanitizerTest {
  /** An article as a good feed has it. */
  private static final String ARTICLE =
      """
      <h2 dir="rtl" lang="he">Title</h2>
      <p title="x">Text <em>and</em> <strong>more</strong>: a &amp; b &lt; c, "quoted", x=y @me – ©.</p>
      <figure><img src="https://x.example/a.png" alt="A" width="600" height="400" loading="lazy" \
      srcset="https://x.example/a.png 1x, https://x.example/b,c.png 2.5x">\
      <figcaption>Cap</figcaption></figure>
      <picture><source srcset="https://x.example/a.webp 600w" type="image/webp" media="print">\
      <img src="https://x.example/a.jpg"></picture>
      <table border="1" cellpadding="2" cellspacing="0" summary="s" bgcolor="#fff">\
      <caption align="top">C</caption><colgroup span="2"><col width="10"></colgroup>\
      <thead><tr><th scope="col" abbr="H">Head</th></tr></thead>\
      <tbody><tr valign="top"><td colspan="2" rowspan="3" headers="h" nowrap="">Cell</td></tr></tbody></table>
      <ol start="3" type="a" reversed=""><li value="4">One</li></ol><ul><li>Two</li></ul>
      <dl compact=""><dt>T</dt><dd>D</dd></dl>
      <blockquote cite="https://x.example/q"><p>Said <q>so</q></p></blockquote>
      <pre><code>if (a &lt; b &amp;&amp; c) {}
        indented</code></pre>
      <p><del datetime="2026-01-01">old</del><ins>new</ins><sub>2</sub><sup>3</sup><br>\
      <abbr title="Long">L</abbr><time datetime="2026-01-01">today</time><wbr><kbd>k</kbd></p><hr>
      <ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>
      <details open=""><summary>More</summary>Body</details>
      <audio controls="" src="https://x.example/a.mp3"></audio>
      <video controls="" poster="https://x.example/p.png"><source src="https://x.example/v.webm" \
      type="video/webm"><track src="https://x.example/t.vtt" kind="captions" srclang="en" label="E"></video>
      <p align="center"><font color="red" face="Arial" size="2">old</font></p><center>c</center>
      <p><a href="https://x.example/?a=1&amp;b=2#c" title="T">link</a> \
      <a href="mailto:a@x.example?subject=b">mail</a> <a href="tel:+1-234">call</a></p>
      """;

  @Test
  void an_article_stays_as_it_is() {
    assertThat(clean(ARTICLE)).isEqualTo(new Sanitizer.Result.Safe(ARTICLE, false));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          <p>one<p>two                              | <p>one</p><p>two</p>
          <b><i>x</b>y</i>                          | <b><i>x</i></b><i>y</i>
          <ul>a<li>b<li>c</ul>                      | <ul><li>a</li><li>b</li><li>c</li></ul>
          <td>x                                     | <table><tbody><tr><td>x</td></tr></tbody></table>
          <a href=x>1<a href=y>2</a>                | <a href="https://base.example/dir/x">1</a><a href="https://base.example/dir/y">2</a>
          <BR/><Hr><img ALT src=x>                  | <br><hr><img alt="" src="https://base.example/dir/x">
          1 < 2 > 0 & x &amp;amp; &copy;&#150;      | 1 &lt; 2 &gt; 0 &amp; x &amp;amp; ©–
          5<%6 <b>x</b>                             | 5&lt;%6 <b>x</b>
          <p title='"<>&amp;'>x                     | <p title="&quot;&lt;&gt;&amp;">x</p>
          """)
  void what_is_written_badly_is_written_well(String html, String well) {
    assertThat(safe(html)).isEqualTo(well);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          a<script>x</script><style>x</style>b                  | ab
          a<form>b<label>c</label><input value=x></form>d       | abcd
          a<button>x</button><select><option>x</select>b        | ab
          a<textarea>x</textarea><datalist><option>x</datalist>b | ab
          a<svg><text>x</text></svg><math><mi>y</mi></math>b    | axyb
          <div>a<svg><div>x</div>y</svg></div>b                 | <div>a<div>x</div>y</div>b
          a<object>b<embed src=x><param name=x></object>c       | abc
          a<noscript>b</noscript><noframes>c</noframes>d        | abcd
          a<o:p>b</o:p><x-y>c</x-y><blink>d</blink>e            | abcde
          <html><head><title>x</title></head><body>a</body>     | a
          a<!-- x -->b<?x x?>c<!doctype html>d                  | abcd
          a<![CDATA[b]]>c                                       | abc
          a<script src=x />b<iframe src=x/>c<title/>d           | abcd
          <a name=x>a</a><a href=ftp://x.example/>b</a>         | ab
          <xmp><b></xmp><listing>a</listing>                    | <pre>&lt;b&gt;</pre><pre>a</pre>
          <p id=x class=x style=x name=x target=x rel=x>a</p>   | <p>a</p>
          """)
  void what_is_not_allowed_goes_and_its_text_stays_where_readers_should_see_it(
      String html, String rest) {
    assertThat(safe(html)).isEqualTo(rest);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          <a href="/x">.</a>                      | <a href="https://base.example/x">.</a>
          <a href="//x.example">.</a>             | <a href="https://x.example/">.</a>
          <a href="#n">.</a>                      | <a href="https://base.example/dir/feed.xml?page=1#n">.</a>
          <a href=" MAILTO:a@b.example ">.</a>    | <a href="mailto:a@b.example">.</a>
          <img src=a b=c>                         | <img src="https://base.example/dir/a">
          <img srcset="a, b 2x,, c 9q, d 10w">    | <img srcset="https://base.example/dir/a, https://base.example/dir/b 2x, https://base.example/dir/d 10w">
          <blockquote cite=x>.</blockquote>       | <blockquote cite="https://base.example/dir/x">.</blockquote>
          <img src=a longdesc=b>                  | <img src="https://base.example/dir/a" longdesc="https://base.example/dir/b">
          <img src="data:image/png;base64,iVBO">  | <img src="data:image/png;base64,iVBO">
          <b href=x src=x>.</b>                   | <b>.</b>
          """)
  void addresses_become_absolute(String html, String absolute) {
    assertThat(safe(html)).isEqualTo(absolute);
  }

  @Test
  void a_picture_in_an_address_is_small() {
    var picture = "<img src=\"data:image/gif;base64,%s\">";

    assertThat(safe(picture.formatted("A".repeat(60_000))))
        .isEqualTo(picture.formatted("A".repeat(60_000)));
    assertThat(safe(picture.formatted("A".repeat(66_000)))).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "<img src=x width=1 height=1>",
        "<img src=x width=0 height=' 1px '>",
        "<img src=https://feeds.feedburner.com/~r/site/~4/abc>",
        "<img src=//pixel.wp.com/b.gif?x>",
        "<img src=https://sub.scorecardresearch.com/p?x>",
        "<img src=https://medium.com/_/stat?event=x>"
      })
  void pictures_that_only_count_readers_go(String html) {
    assertThat(safe("a" + html + "b")).isEqualTo("ab");
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "<img src=\"https://x.example/a\" width=\"1\" height=\"100\">",
        "<img src=\"https://x.example/a\" width=\"10\" height=\"11\">",
        "<img src=\"https://feeds.feedburner.com/logo.png\">",
        "<img src=\"https://notpixel.wp.com.example/\">"
      })
  void other_pictures_stay(String html) {
    assertThat(safe(html)).isEqualTo(html);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "https://www.youtube.com/embed/abc, https://www.youtube.com/embed/abc",
    "//player.vimeo.com/video/1?a=b, https://player.vimeo.com/video/1?a=b"
  })
  void a_player_becomes_a_link_to_it(String address, String link) {
    assertThat(safe("a<iframe src='" + address + "' allowfullscreen>x</iframe>b"))
        .isEqualTo("a<a href=\"" + link + "\">" + link + "</a>b");
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {"https://evil.example/", "https://youtube.com.example/", "javascript:alert(1)"})
  void another_frame_goes(String address) {
    assertThat(safe("a<iframe src='" + address + "'>x</iframe>b")).isEqualTo("ab");
  }

  static Stream<String> samples() {
    return Stream.concat(Stream.of(ARTICLE), SafeHtmlTest.attacks());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("samples")
  void what_is_clean_stays_as_it_is(String html) {
    assertThat(clean(safe(html))).isEqualTo(new Sanitizer.Result.Safe(safe(html), false));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {11, 12, 13, 14, 15})
  void whatever_is_clean_stays_as_it_is(long seed) {
    var random = new Random(seed);

    for (int i = 0; i < 1_000; i++) {
      var heap = heap(random, 1 + random.nextInt(i % 100 == 0 ? 5_000 : 40));
      assertThat(safe(safe(heap))).as(heap).isEqualTo(safe(heap));
    }
  }

  @Test
  void letters_are_not_normalised() {
    assertThat(safe("e\u0301 é ﬁ \uD83D\uDE00 \u00A0."))
        .isEqualTo("e\u0301 é ﬁ \uD83D\uDE00 \u00A0.");
  }

  @Test
  void nothing_leaves_that_cannot_be_stored() {
    assertThat(safe("a\0b<p title='c\0&#1;'>\uD800&#xFFFE;d")).isEqualTo("ab<p title=\"c\">d</p>");
  }

  @Test
  void a_spent_budget_is_a_result() {
    var asked = new AtomicInteger();
    Budget three = () -> asked.incrementAndGet() > 3;

    assertThat(Sanitizer.clean("<p>a</p><p>b</p>", BASE, three))
        .isEqualTo(new Sanitizer.Result.Spent());
    assertThat(asked).hasValue(4);
    assertThat(Sanitizer.clean("<p>a</p>", BASE, () -> false))
        .isEqualTo(new Sanitizer.Result.Safe("<p>a</p>", false));
  }
}
