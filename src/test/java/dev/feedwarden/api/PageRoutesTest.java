package dev.feedwarden.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Page;
import dev.feedwarden.model.PageVisit;
import dev.feedwarden.model.PageVisit.End;
import dev.feedwarden.store.HostQueue;
import dev.feedwarden.store.PageCommits;
import dev.feedwarden.store.PageQueue;
import dev.feedwarden.store.Turns.Return;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PageRoutesTest extends WithServer {
  private static final String PAGES = "/api/v1/pages";

  private String submit(String url, String source) {
    var body = "{\"url\":\"" + url + "\",\"source_id\":\"" + source + "\"}";
    var got = served.ask("POST", PAGES, body);
    assertThat(got.status()).as(got.text()).isEqualTo(201);
    return got.json().path("id").asString();
  }

  private void end(End end) {
    var database = served.database();
    var hosts = new HostQueue(database);
    var leases = hosts.turn(List.of(), 9, database.now());
    for (var claim : new PageQueue(database).claims(leases).values()) {
      var visit = new PageVisit(claim, end, null, null, null, database.now());
      new PageCommits(database).commit(visit);
    }
    var back = leases.stream().map(lease -> new Return(lease, database.now())).toList();
    hosts.turn(back, 0, database.now());
  }

  @Test
  void a_page_is_submitted_shown_counted_tried_again_and_forgotten() {
    var source = served.register("https://a.example/feed");
    var id = submit("https://a.example/page?token=s3cret", source);

    assertThat(served.ask("GET", PAGES + "/" + id, null).text())
        .contains("\"state\":\"pending\"")
        .doesNotContain("s3cret");
    assertThat(served.ask("POST", PAGES + "/" + id + "/retry", null).status()).isEqualTo(409);
    end(new End.Dead(Page.Reason.GONE));
    assertThat(served.ask("GET", PAGES + "/stats?source_id=" + source, null).json().path("counts"))
        .hasToString("[{\"state\":\"dead\",\"reason\":\"gone\",\"pages\":1}]");
    assertThat(
            served.ask("POST", PAGES + "/" + id + "/retry", null).json().path("state").asString())
        .isEqualTo("pending");
    end(new End.Skipped(Page.Reason.ROBOTS));
    assertThat(served.ask("POST", PAGES + "/retry", "{\"reason\":\"robots\"}").text())
        .isEqualTo("{\"retried\":1}");
    assertThat(served.ask("DELETE", PAGES + "/" + id, null).status()).isEqualTo(204);
    assertThat(served.ask("GET", PAGES + "/" + id, null).status()).isEqualTo(404);
  }

  @Test
  void pages_are_listed_to_the_end() {
    var source = served.register("https://a.example/feed");
    for (int i = 0; i < 5; i++) {
      submit("https://a.example/" + i, source);
    }

    var first = served.ask("GET", PAGES + "?limit=3&state=pending", null).json();
    var rest =
        served.ask("GET", PAGES + "?limit=3&before=" + first.path("next_before").asString(), null);

    assertThat(first.path("pages").size() + rest.json().path("pages").size()).isEqualTo(5);
    assertThat(rest.json().has("next_before")).isFalse();
  }

  @Test
  void what_is_no_page_or_known_is_refused_and_changes_nothing() {
    var source = served.register("https://a.example/feed");
    submit("https://a.example/page", source);

    var again =
        "{\"url\":\"https://a.example/page?utm_source=x\",\"source_id\":\"" + source + "\"}";
    assertThat(served.ask("POST", PAGES, again).status()).isEqualTo(409);
    var local = "{\"url\":\"http://169.254.169.254/\",\"source_id\":\"" + source + "\"}";
    assertThat(served.ask("POST", PAGES, local).faults()).hasSize(1);
    var nobody =
        "{\"url\":\"https://a.example/x\",\"source_id\":\"0195f000-0000-7000-8000-000000000001\"}";
    assertThat(served.ask("POST", PAGES, nobody).faults()).hasSize(1);
    assertThat(served.ask("GET", PAGES, null).json().path("pages").size()).isEqualTo(1);
  }

  @Test
  void the_mode_of_a_source_is_set_and_shown() {
    var id = served.register("https://a.example/feed");

    var changed = served.ask("PATCH", SOURCES + "/" + id, "{\"ingestion_mode\":\"feed+pages\"}");
    var wrong = served.ask("PATCH", SOURCES + "/" + id, "{\"ingestion_mode\":\"pages\"}");

    assertThat(changed.json().path("ingestion_mode").asString()).isEqualTo("feed+pages");
    assertThat(wrong.faults()).hasSize(1);
  }
}
