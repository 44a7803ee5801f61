package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Answer;
import dev.feedwarden.lab.Answers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class ArticlesCommandTest {
  @TempDir Path folder;
  private Publisher publisher;
  private Program program;

  @BeforeEach
  void open() {
    publisher = new Publisher();
    program = new Program(folder);
  }

  @AfterEach
  void close() {
    publisher.close();
  }

  private static Answer post(String title) {
    return Answers.ok(
        "<rss version='2.0'><channel><title>T</title><item><guid isPermaLink='false'>1</guid>"
            + "<title>"
            + title
            + "</title><link>http://x.example/1</link><category>news</category>"
            + "<pubDate>Tue, 03 Jun 2025 09:39:21 GMT</pubDate>"
            + "<description>&lt;b&gt;Words&lt;/b&gt; of "
            + title
            + "</description></item></channel></rss>",
        "application/rss+xml");
  }

  @Test
  void an_article_is_shown_with_what_it_was_and_its_duplicates() {
    publisher.serving(post("First")).serving(post("Elsewhere"));
    program.register(publisher.urls());
    program.run("ingest").succeeded();
    publisher.server(0).route("/feed0.xml", post("Second"));
    program.run("ingest").succeeded();

    var shown = program.run("articles", "show", "1").succeeded().out();
    assertThat(shown.lines().map(line -> line.replaceAll(" +", " ")))
        .startsWith(
            "title Second",
            "link http://x.example/1",
            "published 2025-06-03T09:39:21Z",
            "tags news",
            "duplicates 2",
            "revisions 1 older one")
        .endsWith("", "Words of Second");
    assertThat(program.run("articles", "show", "2").succeeded().out())
        .containsPattern("duplicate of +1\n");
    assertThat(program.run("articles", "show", "1", "--revisions").succeeded().out())
        .containsPattern("revision +1\n")
        .containsPattern("title +First\n")
        .contains("Words of First")
        .doesNotContain("Second");
    assertThat(program.run("articles", "show", "2", "--revisions").succeeded().out())
        .isEqualTo("Article 2 has never changed.\n");
  }

  @Test
  void JSON_tells_everything_and_what_was_promised_keeps_its_place() {
    publisher.serving(post("First")).serving(post("Elsewhere"));
    program.register(publisher.urls());
    program.run("ingest").succeeded();
    publisher.server(0).route("/feed0.xml", post("Second"));
    program.run("ingest").succeeded();

    var whole = program.run("articles", "show", "1", "--json").succeeded().json().getFirst();
    assertThat(List.copyOf(whole.propertyNames()))
        .startsWith("id", "source_id", "guid", "title", "link", "published_at", "tags", "summary")
        .contains("content_html", "duplicates", "revisions", "enclosures");
    assertThat(whole.path("duplicates").toString()).isEqualTo("[2]");
    assertThat(whole.path("revisions").path(0).path("title").asString()).isEqualTo("First");

    var html = program.run("articles", "show", "1", "--html").succeeded().out();
    assertThat(html.strip()).isEqualTo(whole.path("content_html").asString());
    assertThat(program.run("articles", "show", "1", "--html", "--json").code()).isEqualTo(2);
    assertThat(program.run("articles", "show", "3").code()).isEqualTo(2);
  }

  @Test
  void a_list_can_leave_out_what_another_source_had_before() {
    publisher.serving(rss("same", 3)).serving(rss("same", 3)).serving(rss("other", 1));
    program.register(publisher.urls());
    program.run("ingest").succeeded();

    assertThat(program.articles()).hasSize(7);
    assertThat(
            program.run("articles", "list", "--unique", "--json").succeeded().json().stream()
                .map(article -> article.path("guid").asString()))
        .containsExactlyInAnyOrder("same-0", "same-1", "same-2", "other-0");
  }
}
