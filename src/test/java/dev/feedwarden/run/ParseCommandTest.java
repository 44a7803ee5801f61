package dev.feedwarden.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class ParseCommandTest {
  private static final String RSS =
      """
      <rss version="2.0"><channel><title>T</title><link>http://x.example/</link>
      <item><guid isPermaLink="false">1</guid><title>Grüße</title><link>a/b</link>
      <pubDate>Tue, 03 Jun 2025 09:39:21 GMT</pubDate><category>x</category>
      <description>&lt;p onclick="x()"&gt;Words&lt;script&gt;x()&lt;/script&gt;</description></item>
      <item><title>Two</title><link>/c</link></item>
      </channel></rss>
      """;

  @TempDir Path folder;
  private Program program;

  @BeforeEach
  void open() throws IOException {
    program = new Program(folder);
    Files.writeString(folder.resolve("a.xml"), RSS);
  }

  private static JsonNode only(Program.Result result) {
    var lines = result.succeeded().json();
    assertThat(lines).hasSize(1);
    return lines.getFirst();
  }

  @Test
  void a_file_is_one_line_and_needs_neither_database_nor_configuration() {
    program.with("REQUEST_TIMEOUT", "nonsense");

    var line = only(program.run("parse", "a.xml", "--base", "https://base.example/dir/feed"));

    assertThat(line.path("file").asString()).isEqualTo("a.xml");
    assertThat(line.path("ok").isBoolean() && line.path("ok").asBoolean()).isTrue();
    assertThat(line.path("feed").path("title").asString()).isEqualTo("T");
    assertThat(line.path("feed").path("link").asString()).isEqualTo("http://x.example/");
    assertThat(line.path("feed").path("format").asString()).startsWith("rss");
    assertThat(line.path("feed").path("encoding").asString()).isEqualTo("utf-8");
    var entry = line.path("entries").get(0);
    assertThat(entry.path("id").asString()).isEqualTo("1");
    assertThat(entry.path("title").asString()).isEqualTo("Grüße");
    assertThat(entry.path("link").asString()).isEqualTo("https://base.example/dir/a/b");
    assertThat(entry.path("published").asString()).isEqualTo("2025-06-03T09:39:21Z");
    assertThat(entry.path("summary").asString()).contains("Words").doesNotContain("x()");
    assertThat(entry.path("categories").toString()).isEqualTo("[\"x\"]");
    assertThat(entry.has("updated")).isFalse();
    assertThat(program.data()).doesNotExist();
  }

  @Test
  void without_a_base_relative_links_stay_relative() {
    var entries = only(program.run("parse", "a.xml")).path("entries");

    assertThat(entries.get(0).path("link").asString()).isEqualTo("a/b");
    assertThat(entries.get(1).path("link").asString()).isEqualTo("/c");
  }

  @Test
  void what_is_no_feed_is_a_line_with_its_cause_and_a_missing_file_one_with_a_sentence()
      throws IOException {
    Files.writeString(folder.resolve("page.html"), "<html><body>No feed</body></html>");
    Files.writeString(folder.resolve("empty"), "");

    var result = program.run("parse", "page.html", "empty", "missing.xml", "a.xml");

    assertThat(result.code()).isZero();
    assertThat(
            result.json().stream()
                .map(l -> l.path("file").asString() + ": " + l.path("error").asString("")))
        .containsExactly(
            "page.html: not_a_feed",
            "empty: empty",
            "missing.xml: The file missing.xml does not exist.",
            "a.xml: ");
    assertThat(result.json().stream().map(l -> l.path("ok").asBoolean()))
        .containsExactly(false, false, false, true);
  }

  @Test
  void when_nothing_can_be_read_at_all_it_is_a_mistake() {
    assertThat(program.run("parse", "missing.xml", ".").code()).isEqualTo(2);
    assertThat(program.run("parse").code()).isEqualTo(2);
    assertThat(program.run("parse", "--inputs", "missing.jsonl", "--base", ".").code())
        .isEqualTo(2);
    assertThat(program.run("parse", "a.xml", "--base", "ftp://x/").code()).isEqualTo(2);
    assertThat(program.run("parse", "a.xml", "--inputs", "a.xml").code()).isEqualTo(2);
  }

  @Test
  void a_list_of_inputs_says_where_each_came_from_and_with_which_headers() throws IOException {
    Files.createDirectories(folder.resolve("files/sub"));
    Files.copy(folder.resolve("a.xml"), folder.resolve("files/sub/a.xml"));
    Files.write(
        folder.resolve("files/l1.xml"), RSS.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
    Files.write(
        folder.resolve("inputs.jsonl"),
        List.of(
            "{\"file\": \"sub/a.xml\", \"base_url\": \"https://base.example/x/y\", \"headers\":"
                + " {}}",
            "{\"file\": \"sub/a.xml\", \"base_url\": null, \"headers\": {}}",
            "{\"file\": \"sub/a.xml\", \"base_url\": \"https://base.example/\","
                + " \"headers\": {\"content-LOCATION\": \"/p/q\"}}",
            "{\"file\": \"l1.xml\", \"headers\": {\"Content-type\": \"text/xml;"
                + " charset=ISO-8859-1\"}}",
            "",
            "{\"file\": \"../a.xm\", \"headers\": {}}",
            "not JSON"),
        UTF_8);

    var lines = program.run("parse", "--inputs", "inputs.jsonl", "--base", "files").json();

    assertThat(
            lines.stream()
                .map(
                    l ->
                        l.path("file").asString()
                            + " "
                            + l.path("entries").path(0).path("title").asString("-")
                            + " "
                            + l.path("entries").path(0).path("link").asString("-")))
        .containsExactly(
            "sub/a.xml Grüße https://base.example/x/a/b",
            "sub/a.xml Grüße a/b",
            "sub/a.xml Grüße https://base.example/p/a/b",
            "l1.xml Grüße a/b",
            "../a.xm - -",
            " - -");
    assertThat(lines.getLast().path("error").asString())
        .isEqualTo("Line 7 of inputs.jsonl is no JSON that names a file.");
  }

  @Test
  void memory_does_not_grow_with_the_number_of_files() throws IOException {
    Files.writeString(
        folder.resolve("big.xml"),
        "<rss><channel>"
            + ("<item><title>t</title><description>" + "x".repeat(1_000) + "</description></item>")
                .repeat(1_000)
            + "</channel></rss>");
    var inputs = new StringBuilder();
    for (int i = 0; i < 150; i++) {
      inputs.append("{\"file\": \"big.xml\", \"headers\": {}}\n");
    }
    Files.writeString(folder.resolve("inputs.jsonl"), inputs);

    var result = program.withHeap("64m").run("parse", "--inputs", "inputs.jsonl", "--base", ".");

    assertThat(result.succeeded().out().lines().filter(l -> l.contains("\"ok\":true")).count())
        .isEqualTo(150);
  }
}
