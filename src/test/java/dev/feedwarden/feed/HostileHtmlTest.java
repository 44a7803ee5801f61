package dev.feedwarden.feed;

import static dev.feedwarden.feed.Bodies.clean;
import static dev.feedwarden.feed.Bodies.safe;
import static dev.feedwarden.feed.Feeds.BASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import dev.feedwarden.model.Budget;
import dev.feedwarden.model.WebUrl;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The HTML cases of the catalogue (H-01, H-03): bounded in time, in size and in depth. */
@Timeout(10)
final class HostileHtmlTest {
  @ParameterizedTest(name = "H-01 {0} times {1}")
  @CsvSource(
      quoteCharacter = '~',
      textBlock =
          """
          <table><tr><td>,          100000
          <b><table>,               40000
          <div>,                    100000
          <a href=x>,               100000
          <b><i><u><s><p></p>,      30000
          <optgroup>a<font></abbr>, 30000
          <ul><li>,                 60000
          <svg></math>,             30000
          <select><option>,         30000
          <h1></h2><b></p>,         30000
          """)
  void deep_and_tangled_markup_ends_in_time(String piece, int times) {
    var result = (Sanitizer.Result.Safe) clean("before" + piece.repeat(times) + "after");

    assertThat(result.cut()).isTrue();
    assertThat(result.html()).startsWith("before").hasSizeLessThanOrEqualTo(Sanitizer.LONGEST);
    assertThat(clean(result.html())).isEqualTo(new Sanitizer.Result.Safe(result.html(), false));
  }

  @Test
  void h_01_a_spent_budget_ends_it_at_the_next_token() {
    var html = "<table><tr><td>".repeat(100_000);

    assertThat(Sanitizer.clean(html, BASE, () -> true)).isEqualTo(new Sanitizer.Result.Spent());
  }

  @Test
  void h_01_what_is_nested_too_deeply_is_left_out() {
    var deep = "<div>".repeat(128) + "x" + "</div>".repeat(128);

    assertThat(clean(deep)).isEqualTo(new Sanitizer.Result.Safe(deep, false));
    assertThat(clean("<p>a</p>" + "<div>".repeat(129) + "x"))
        .isEqualTo(
            new Sanitizer.Result.Safe(
                "<p>a</p>" + "<div>".repeat(128) + "</div>".repeat(128), true));
  }

  @Test
  void h_01_what_has_too_many_tags_is_cut() {
    assertThat(clean("<br>".repeat(20_000)))
        .isEqualTo(new Sanitizer.Result.Safe("<br>".repeat(20_000), false));
    assertThat(clean("<p>" + "<br>".repeat(20_000)))
        .isEqualTo(new Sanitizer.Result.Safe("<p>" + "<br>".repeat(19_999) + "</p>", true));
  }

  @ParameterizedTest(name = "H-03 5 MB of {0}")
  @CsvSource(
      quoteCharacter = '~',
      value = {
        "word ",
        "&",
        "<",
        ">",
        "&amp;",
        "<!--",
        "<a ",
        "<a b='",
        "<p title=\"&quot;\">",
        "\uD83D\uDE00"
      })
  void one_endless_line_is_bounded(String piece) {
    var result = (Sanitizer.Result.Safe) clean(piece.repeat(5_000_000 / piece.length()));

    assertThat(result.cut()).isTrue();
    assertThat(result.html()).hasSizeLessThanOrEqualTo(Sanitizer.LONGEST);
    assertThat(clean(result.html())).isEqualTo(new Sanitizer.Result.Safe(result.html(), false));
  }

  @Test
  void h_03_two_hundred_thousand_attributes_are_bounded() {
    var many = new StringBuilder("<p>a</p><p");
    for (int i = 0; i < 200_000; i++) {
      many.append(" a").append(i).append("=b");
    }

    assertThat(clean(many + ">b</p>")).isEqualTo(new Sanitizer.Result.Safe("<p>a</p>", true));
    assertThat(safe("<p" + " x=y href=z title=''".repeat(10_000) + ">b"))
        .isEqualTo("<p title=\"\">b</p>");
  }

  @Test
  void h_03_links_do_not_multiply_a_long_base() {
    var html = "<img src=x srcset='" + "a,b ".repeat(20) + "'>";

    var result =
        (Sanitizer.Result.Safe)
            Sanitizer.clean(
                html.repeat(2_000),
                WebUrl.of("https://base.example/" + "x".repeat(2_000) + "/"),
                Budget.UNLIMITED);

    assertThat(result.html()).hasSizeLessThanOrEqualTo(Sanitizer.LONGEST);
  }

  @ParameterizedTest(name = "H-06 {0}")
  @CsvSource(
      quoteCharacter = '~',
      value = {
        "srcset='a@b', ~,~",
        "width='0@x' height='0@x' src=x, ~ ~",
        "width='@0' height='1@px@' src=x, ~ ~",
        "width='0@2' height='0@2' src=x, 0",
        "href='mailto:@', a",
        "src='data:image/png;base64,@!', A",
        "srcset='a @x, b', 1"
      })
  void long_attributes_take_linear_time(String attributes, String piece) {
    var html = "<img " + attributes.replace("@", piece.repeat(250_000)) + ">x";

    assertTimeout(Duration.ofSeconds(1), () -> clean(html));
  }

  @Test
  void h_03_nul_bytes_hide_nothing() {
    assertThat(safe("a\0<scr\0ipt>x</scr\0ipt>b<p\0 on\0click=x>c")).isEqualTo("ab<p>c</p>");
  }

  @Test
  void h_03_plain_text_to_the_end_is_text() {
    assertThat(safe("a<plaintext><script>x</script></plaintext>"))
        .isEqualTo("a<pre>&lt;script&gt;x&lt;/script&gt;&lt;/plaintext&gt;</pre>");
  }

  @Test
  void h_03_the_end_is_not_cut_through_a_tag_or_a_character() {
    var filler = "x".repeat(Sanitizer.LONGEST - 3_000);
    var many = "<wbr><!--" + "y".repeat(2_980);

    assertThat(clean(filler + many + "--><b title='" + "z".repeat(100) + "'>x</b>"))
        .isEqualTo(new Sanitizer.Result.Safe(filler + "<wbr>", true));
    assertThat(clean(filler + many + "-->&copy;&copy;&copy;&copy;"))
        .isEqualTo(new Sanitizer.Result.Safe(filler + "<wbr>©", true));
  }
}
