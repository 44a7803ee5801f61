package dev.feedwarden.feed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.feed.Candidate.How;
import dev.feedwarden.model.WebUrl;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FeedLinksTest {
  private static final WebUrl PAGE = WebUrl.of("https://x.example/blog/post?id=1");

  private static List<String> in(String html) {
    return FeedLinks.inPage(html.getBytes(UTF_8), PAGE).stream()
        .map(found -> found.how().wire() + " " + found.url())
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          application/rss+xml               | /a
          application/atom+xml; charset=x   | /a
          APPLICATION/RDF+XML               | /a
          application/feed+json             | /a
          application/x-rss+xml             | /a
          text/rss                          | /a
          application/rss                   | /a
          text/xml                          | /rss.xml
          application/xml                   | /blog/feed/
          application/json                  | /feed.json
          ''                                | /index.xml
          ''                                | /?feed=rss2
          """)
  void a_page_names_its_feed_whatever_it_calls_the_type(String type, String href) {
    var link = "<link rel='alternate' type='" + type + "' href='" + href + "'>";

    assertThat(in(link)).containsExactly("link https://x.example" + href);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<link rel=alternate hreflang=de href='/de/'>",
        "<link rel='alternate stylesheet' type=text/css href='/rss.css'>",
        "<link rel=alternate type='application/json' href='/wp-json/wp/v2/posts/1'>",
        "<link rel=alternate type='application/json+oembed' href='/oembed?format=json'>",
        "<link rel=alternate type='text/xml+oembed' href='/oembed?format=xml'>",
        "<link rel=stylesheet type='application/rss+xml' href='/a'>",
        "<link rel=alternate type='application/rss+xml' href='javascript:alert(1)'>",
        "<link rel=alternate type='application/rss+xml'>",
        "<a href='/feedback'>Feedback</a>",
        "<a href='/about'>We wrote a long sentence about an RSS feed here</a>",
        "<a href='https://feedly.com/i/subscription/feed/https://x.example/feed'>RSS</a>",
        "<a href='mailto:rss@x.example'>RSS</a>",
      })
  void what_is_no_feed_is_not_taken_for_one(String html) {
    assertThat(in(html)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          <a href='/feed/'>x</a>                        | https://x.example/feed/
          <a href='news.rss'>x</a>                      | https://x.example/blog/news.rss
          <a href='/x.atom?a=1'>x</a>                   | https://x.example/x.atom?a=1
          <a href='/?format=rss'>x</a>                  | https://x.example/?format=rss
          <a href='/rss.php'>x</a>                      | https://x.example/rss.php
          <a href='/subscribe'>RSS</a>                  | https://x.example/subscribe
          <a href='/subscribe' title='Atom feed'><i></i></a> | https://x.example/subscribe
          <a href='feed://x.example/all'>RSS</a>        | http://x.example/all
          <a href='feed:https://x.example/all'>RSS</a>  | https://x.example/all
          """)
  void a_link_that_looks_like_a_feed_is_tried(String html, String url) {
    assertThat(in(html)).containsExactly("anchor " + url);
  }

  @Test
  void links_begin_where_the_page_says_and_each_is_named_once_in_its_order() {
    assertThat(
            in(
                """
                <html><head><base href="https://cdn.example/x/">
                <link rel="alternate" type="application/atom+xml" href="b.xml">
                <link rel="ALTERNATE" type="application/rss+xml" href="a.xml">
                <link rel="alternate" type="application/rss+xml" href="a.xml">
                </head><body><a href="feed">RSS</a>
                """))
        .containsExactly(
            "link https://cdn.example/x/b.xml",
            "link https://cdn.example/x/a.xml",
            "anchor https://cdn.example/x/feed");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          </feed>; rel="alternate"; type="application/rss+xml"                     | https://x.example/feed
          <a.css>; rel=preload, <f>; rel=alternate; type=application/atom+xml      | https://x.example/blog/f
          <f>; title="a, <b>; c"; type="application/rss+xml"; rel="alternate next" | https://x.example/blog/f
          """)
  void a_header_names_a_feed(String header, String url) {
    assertThat(FeedLinks.inHeader(header, PAGE))
        .containsExactly(new Candidate(WebUrl.of(url), How.HEADER));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "</wp-json/>; rel=\"https://api.w.org/\"",
        "<a>; rel=alternate; type=text/html",
        "<a>; rel=next; type=application/rss+xml",
        "<javascript:x>; rel=alternate; type=application/rss+xml",
        "garbage <<<>;;;=\"",
        "",
      })
  void a_header_that_names_none_names_none(String header) {
    assertThat(FeedLinks.inHeader(header, PAGE)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"<table>", "<b><table><tr><td>", "<a href=x>", "<p", "<link rel=alternate "})
  @Timeout(20)
  void a_page_of_nothing_but_tags_takes_no_time(String tag) {
    var page = tag.repeat((4 << 20) / tag.length()).getBytes(UTF_8);
    FeedLinks.inPage(page, PAGE); // the first run loads classes

    var began = System.nanoTime();
    FeedLinks.inPage(page, PAGE);

    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<a>; rel=alternate; ", "<", "<a>;a=\"", "<a>; rel = "})
  @Timeout(20)
  void a_header_of_nothing_but_marks_takes_no_time(String mark) {
    assertThat(FeedLinks.inHeader(mark.repeat(200_000), PAGE)).isEmpty();
  }
}
