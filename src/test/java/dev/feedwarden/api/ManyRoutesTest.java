package dev.feedwarden.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Registry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Lists of sources, in and out. */
final class ManyRoutesTest extends WithServer {
  @Test
  void a_batch_has_a_result_for_each() {
    served.register("https://a.example/known");

    var got =
        served.ask(
            "POST",
            SOURCES + "/batch",
            """
            {"sources":[{"feed_url":"https://a.example/new"},{"feed_url":"https://a.example/known"},
              {"feed_url":"http://127.0.0.1/"},{"feed_url":"https://a.example/x","colour":1},7]}
            """);

    assertThat(got.status()).isEqualTo(200);
    assertThat(results(got)).containsExactly("added", "known", "refused", "refused", "refused");
    assertThat(got.json().path("results").path(3).path("errors").path(0).path("field").asString())
        .isEqualTo("colour");
    assertThat(served.ask("GET", SOURCES, null).json().path("total").asInt()).isEqualTo(2);
  }

  @Test
  void a_batch_of_more_than_100_is_refused_whole() {
    var many =
        IntStream.range(0, 101)
            .mapToObj(i -> "{\"feed_url\":\"https://a.example/" + i + "\"}")
            .collect(Collectors.joining(",", "{\"sources\":[", "]}"));

    assertThat(served.ask("POST", SOURCES + "/batch", many).faults()).containsExactly("sources");
    assertThat(served.ask("GET", SOURCES, null).json().path("total").asInt()).isZero();
  }

  private static List<String> results(Served.Got got) {
    return got.json()
        .path("results")
        .valueStream()
        .map(result -> result.path("result").asString())
        .toList();
  }

  private Served.Got imported(String opml) {
    return served.ask("POST", SOURCES + "/import", opml, "Content-Type", "text/x-opml");
  }

  @Test
  void d_13_an_opml_list_has_a_result_for_each_feed() {
    var got =
        imported(
            """
            <opml version="2.0"><body><outline text="folder">
            <outline text="A" xmlUrl="https://a.example/feed"/>
            <outline text="B" xmlUrl="https://A.example/feed"/>
            <outline text="C" xmlUrl="file:///etc/passwd"/>
            <outline text="D" xmlUrl="javascript:alert(1)"/>
            <outline text="E" xmlUrl="http://127.0.0.1/"/>
            </outline></body></opml>
            """);

    assertThat(results(got)).containsExactly("added", "known", "refused", "refused", "refused");
    assertThat(got.json().path("results").path(2).path("line").asInt()).isEqualTo(4);
    assertThat(got.json().path("added").asInt()).isOne();
  }

  @Test
  void a_table_has_a_result_for_each_row() {
    var table =
        "url,tags\nhttps://a.example/feed,x\nhttps://A.example/feed,\nfile:///etc/passwd,\n";

    var got = served.ask("POST", SOURCES + "/import", table, "Content-Type", "text/csv");

    assertThat(results(got)).containsExactly("added", "known", "refused");
    assertThat(got.json().path("results").path(2).path("line").asInt()).isEqualTo(4);
    assertThat(served.ask("POST", SOURCES + "/import", "a,b", "Content-Type", "text/csv").status())
        .isEqualTo(400);
  }

  @Test
  void d_13_what_is_no_list_is_400_and_reads_no_file() {
    var entity =
        """
        <!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>
        <opml><body><outline text="&e;" xmlUrl="https://a.example/&e;"/></body></opml>
        """;

    assertThat(imported("not xml").status()).isEqualTo(400);
    assertThat(imported("<html/>").status()).isEqualTo(400);
    assertThat(imported("<opml>" + "<outline>".repeat(10_000)).status()).isEqualTo(400);
    assertThat(imported(entity).text()).doesNotContain("root:");
  }

  @Test
  void d_12_what_is_exported_has_no_secrets_and_can_be_imported_again() {
    served.register("https://a.example/feed?token=s3cret-value");
    served.ask(
        "POST", SOURCES, "{\"name\":\"<b> & \\\"q\\\"\",\"feed_url\":\"https://b.example/?a=1\"}");

    var exported = served.ask("GET", SOURCES + "/export", null);

    assertThat(exported.header("Content-Type")).startsWith("text/x-opml");
    assertThat(exported.text()).doesNotContain("s3cret-value").contains("https://b.example/?a=1");
    assertThat(results(imported(exported.text()))).contains("known");
  }

  @Test
  void feed_active_leaves_out_what_is_not_polled_and_nothing_else_does() {
    var polled = served.register("https://a.example/polled");
    var cooling = served.register("https://a.example/cooling");
    var off = served.register("https://a.example/off");
    served.ask("PATCH", SOURCES + "/" + cooling + "/feed-disable", "{\"reason\":\"gone\"}");
    served.ask("PATCH", SOURCES + "/" + off, "{\"enabled\":false}");
    served.ask("POST", SOURCES, "{\"name\":\"no feed\",\"feed_url\":null}");

    assertThat(listed("?feed_active=true")).containsExactly(polled);
    assertThat(listed("?feed_active=false")).hasSize(4);
    assertThat(listed("")).hasSize(4);
    assertThat(listed("?enabled=false")).containsExactly(off);
    assertThat(listed("?status=cooling")).containsExactly(cooling);
    assertThat(listed("?host=A.example&search=POLL")).containsExactly(polled);
  }

  private List<String> listed(String query) {
    return served
        .ask("GET", SOURCES + query, null)
        .json()
        .path("sources")
        .valueStream()
        .map(ManyRoutesTest::id)
        .toList();
  }

  @Test
  void pages_are_numbered_and_linked() {
    fill(250);

    var got = served.ask("GET", SOURCES + "?page=2&sort_by=created_at", null);

    assertThat(got.json().path("sources").size()).isEqualTo(100);
    assertThat(
            List.of("total", "page", "per_page", "total_pages").stream()
                .map(name -> got.json().path(name).asInt()))
        .containsExactly(250, 2, 100, 3);
    assertThat(got.header("Link"))
        .contains("</api/v1/sources?page=3&sort_by=created_at>; rel=\"next\"")
        .contains("</api/v1/sources?page=1&sort_by=created_at>; rel=\"prev\"")
        .contains("rel=\"first\"")
        .contains("rel=\"last\"");
  }

  @Test
  void p_22_keyset_pages_show_each_surviving_source_once_while_others_come_and_go() {
    fill(1_500);
    var seen = new ArrayList<String>();
    var removed = new HashSet<String>();
    var path = SOURCES + "?limit=100&after=";
    while (!path.isEmpty()) {
      var got = served.ask("GET", path, null);
      var page = got.json().path("sources").valueStream().map(ManyRoutesTest::id).toList();
      seen.addAll(page);
      for (var id : List.of(page.getFirst(), page.getLast())) {
        served.ask("DELETE", SOURCES + "/" + id, null);
        removed.add(id);
      }
      served.ask("PATCH", SOURCES + "/" + page.get(1) + "/feed-disable", "{\"reason\":\"gone\"}");
      served.register("https://late.example/" + seen.size());
      path = next(got);
    }

    assertThat(seen).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(1_500);
    assertThat(removed).hasSizeGreaterThanOrEqualTo(30);
    assertThat(seen).containsAll(surviving());
  }

  private List<String> surviving() {
    var all = new ArrayList<String>();
    for (int page = 1; page <= 4; page++) {
      served
          .ask("GET", SOURCES + "?limit=500&sort_by=id&page=" + page, null)
          .json()
          .path("sources")
          .valueStream()
          .filter(source -> source.path("name").asString().startsWith("feed "))
          .map(ManyRoutesTest::id)
          .forEach(all::add);
    }
    return all;
  }

  @Test
  void d_11_d_12_a_table_has_no_formulas_and_no_secrets_and_can_be_read_again() {
    served.ask(
        "POST",
        SOURCES,
        """
        {"name":"=cmd|' /C calc'!A0","feed_url":"https://a.example/f?token=s3cret&x=1",
         "tags":["b","a"],"feed_poll_interval_minutes":30,"notes":"+1 \\"quoted\\"\\nline"}
        """);

    var got = served.ask("GET", SOURCES + "/export?format=csv", null);
    var again = served.ask("POST", SOURCES + "/import", got.text(), "Content-Type", "text/csv");

    assertThat(got.header("Content-Type")).isEqualTo("text/csv;charset=utf-8");
    assertThat(got.header("Content-Disposition")).contains("feeds.csv");
    assertThat(got.text())
        .startsWith("url,name,tags,interval,notes\r\n")
        .contains("'=cmd")
        .contains("'+1 \"\"quoted\"\"")
        .doesNotContain("s3cret");
    assertThat(again.json().path("refused").asInt()).as(again.text()).isZero();
    assertThat(served.ask("GET", SOURCES + "/export?format=xls", null).faults())
        .containsExactly("format");
  }

  private static String id(JsonNode source) {
    return source.path("id").asString();
  }

  private static String next(Served.Got got) {
    return got.header("Link").replaceAll("^<(.*)>.*$", "$1");
  }

  private void fill(int count) {
    new Registry(served.database())
        .addAll(
            IntStream.range(0, count)
                .mapToObj(
                    i ->
                        new Settings(
                            "feed " + i, WebUrl.of("https://h" + i + ".example/"), true, null))
                .toList(),
            Instant.now());
  }
}
