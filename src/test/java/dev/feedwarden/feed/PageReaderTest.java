package dev.feedwarden.feed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.feed.PageReader.Read;
import dev.feedwarden.model.Budget;
import dev.feedwarden.model.PageContent;
import dev.feedwarden.model.WebUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PageReaderTest {
  private static final Path PAGES = Path.of("src/test/resources/pages");
  private static final WebUrl URL = WebUrl.of("https://a.example/2026/x.html");

  static Stream<String> pages() throws IOException {
    try (var files = Files.list(PAGES)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".html"))
          .map(name -> name.replace(".html", ""))
          .sorted()
          .toList()
          .stream();
    }
  }

  private static Read read(byte[] body, @Nullable String type) {
    return PageReader.read(body, type, URL, "feedwarden", Budget.UNLIMITED);
  }

  private static PageContent content(String html) {
    return ((Read.Good) read(html.getBytes(UTF_8), "text/html; charset=utf-8")).content();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void the_main_text_and_the_facts_of_a_page_are_found(String name) throws IOException {
    var page = Files.readAllBytes(PAGES.resolve(name + ".html"));

    var content = ((Read.Good) read(page, "text/html")).content();

    assertThat(shown(content)).isEqualTo(Files.readString(PAGES.resolve(name + ".txt")));
  }

  private static String shown(PageContent content) {
    var facts = new LinkedHashMap<String, @Nullable Object>();
    facts.put("title", content.facts().title());
    facts.put("byline", content.facts().byline());
    facts.put("published", content.facts().publishedAt());
    facts.put("language", content.facts().language());
    facts.put("canonical", content.facts().canonicalUrl());
    facts.put("image", content.facts().imageUrl());
    return facts.entrySet().stream()
            .filter(fact -> fact.getValue() != null)
            .map(fact -> fact.getKey() + ": " + fact.getValue() + "\n")
            .collect(Collectors.joining())
        + "\n"
        + content.text()
        + "\n";
  }

  @Test
  void there_are_twenty_of_them() throws IOException {
    assertThat(pages()).hasSize(20);
  }

  @Test
  void the_html_that_is_kept_is_safe_and_its_links_absolute() {
    var text = "What this is about takes a sentence, or two, so that it is a text at all. ";

    var html =
        content(
                "<article><p>%s<a href='/b' onclick='x()'>b</a></p><p>%s<img src=x onerror=y></p></article>"
                    .formatted(text, text))
            .html();

    assertThat(html).contains("href=\"https://a.example/b\"").doesNotContain("on");
  }

  // Some of them take the parser quadratic time.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<table><tr><td>",
        "<table><b>",
        "<table>x<b>",
        "<table><caption>",
        "<b><table>",
        "<b>x</b>",
        "</table>x",
        "<div>",
        "<div class=share><p>a, b, c ",
        "<blockquote class=story>a, b, c, and what is more than that ",
        "<header><p>a, b, c, and what is more than that ",
        "<h2><div>",
        "<li><ul class=nav>",
        "<nav>x</nav>",
        "<p>a, b, c ",
        "<a href=x>",
        "<a href=x><p>y",
        "<i>x<p>y</i>",
        "<body x>",
        "<script type=application/ld+json>[",
        "<meta property=og:title content=",
        "<!--",
        "&amp",
        "\u0301"
      })
  void a_hostile_page_is_read_or_given_up_in_time(String again) {
    var page = ("<html><body><table>" + again.repeat(700_000)).getBytes(UTF_8);
    var began = System.nanoTime();

    PageReader.read(
        page,
        "text/html; charset=utf-8",
        URL,
        "feedwarden",
        () -> System.nanoTime() - began > Duration.ofSeconds(1).toNanos());

    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(6));
  }

  @Test
  void the_parser_is_stopped_by_a_budget() {
    var page = "<p>a, b, c</p>".repeat(100_000).getBytes(UTF_8);
    var asked = new AtomicInteger();

    var read =
        PageReader.read(page, "text/html", URL, "feedwarden", () -> asked.incrementAndGet() > 100);

    assertThat(read).isEqualTo(new Read.Unreadable());
    assertThat(asked.get()).isLessThan(10_000);
  }

  @Test
  void a_long_page_is_read_to_its_end() {
    var paragraph = "<p>This paragraph, <i>like the others</i>, says a <b>little</b>.</p>";

    var text = content("<article>" + paragraph.repeat(10_000) + "<p>The end.</article>").text();

    assertThat(text.lines().count()).isEqualTo(10_001);
    assertThat(text).endsWith("The end.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<div class=nav><a href=/>home</div>",
        "<ul><li><a href=/a>One<li><a href=/b>Two</ul>",
        "<a name=top>",
        "<a href='/'>",
        "<b><a href=/><i>home",
        "<table><tr><td><a href=/x>home</table>"
      })
  void a_link_that_nobody_closed_swallows_nothing(String before) {
    var paragraph = "What this is about takes a sentence, or two, so that it is a text at all.";
    var html = before + "<div class=story><p>%s<p>%s<p>%s</div>";

    var content = content(html.formatted(paragraph, paragraph, paragraph));

    assertThat(content.text()).endsWith((paragraph + "\n").repeat(2) + paragraph);
    assertThat(content.html()).doesNotContain("<a href=\"https://a.example/\" ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "<p>", "no markup at all", "<html></html>", "<frameset><frame src=x>"})
  void a_page_without_a_text_has_an_empty_one_or_what_there_is(String html) {
    assertThat(content(html + " ").text()).isIn("", "no markup at all");
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          noindex                         | true
          none                            | true
          nofollow, NOINDEX               | true
          nofollow                        | false
          googlebot: noindex              | false
          feedwarden: noindex             | true
          FEEDWARDEN: NOINDEX             | true
          googlebot: noindex, feedwarden: noindex, nofollow | true
          feedwarden: nofollow, googlebot: noindex          | false
          unavailable_after: 1 Jan 2020 10:00:00 GMT, noindex | true
          unavailable_after: 1 Jan 2020   | false
          max-snippet: 20, noindex        | true
          all                             | false
          """)
  void directives_say_whether_a_page_may_be_kept(String directives, boolean forbids) {
    assertThat(PageReader.forbidsKeeping(directives, "feedwarden")).isEqualTo(forbids);
    assertThat(PageReader.forbidsKeeping("googlebot: nofollow\n" + directives, "feedwarden"))
        .isEqualTo(forbids);
  }
}
