package dev.feedwarden.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Overlap;
import dev.feedwarden.model.Repair.Proof;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Interventions;
import dev.feedwarden.store.MoveLog.Ground;
import dev.feedwarden.store.Moving;
import dev.feedwarden.store.Registry;
import dev.feedwarden.store.Repairs;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RepairRoutesTest extends WithServer {
  private static final String REPAIRS = "/api/v1/repairs";
  private static final WebUrl NEW = WebUrl.of("https://new.example/feed?token=s3cret");
  private static final Proof PROOF =
      new Proof("link", new Overlap(9, 10), List.of("One"), List.of("on the same host"), 90);

  private String proposed(String url) {
    var id = new SourceId(served.register(url));
    var now = served.database().now();
    var standing =
        new Standing.Cooling(ErrorType.NOT_FOUND, now, now.plus(Duration.ofDays(2)), "policy");
    new Interventions(served.database()).disable(id, standing, "policy", now);
    var source = new Registry(served.database()).find(id).orElseThrow().source();
    return String.valueOf(
        new Repairs(served.database()).propose(source, NEW, PROOF, now).orElseThrow().id());
  }

  private String feed(String source) {
    return served.ask("GET", SOURCES + "/" + source, null).json().path("feed_url").asString();
  }

  @Test
  void a_proposal_is_listed_with_its_evidence_and_without_secrets() {
    var id = proposed("https://old.example/feed");

    var listed = served.ask("GET", REPAIRS + "?state=proposed", null);

    assertThat(listed.text()).doesNotContain("s3cret");
    var repair = listed.json().path("repairs").path(0);
    assertThat(repair).isEqualTo(served.ask("GET", REPAIRS + "/" + id, null).json());
    assertThat(
            repair.path("confidence").asInt()
                + " "
                + repair.path("common").asInt()
                + "/"
                + repair.path("of").asInt()
                + " "
                + repair.path("titles").path(0).asString())
        .isEqualTo("90 9/10 One");
  }

  @Test
  void it_is_accepted_once_and_taken_back_once() {
    var id = proposed("https://old.example/feed");
    var source = served.ask("GET", REPAIRS + "/" + id, null).json().path("source_id").asString();

    assertThat(served.ask("POST", REPAIRS + "/" + id + "/undo", null).status()).isEqualTo(409);
    assertThat(served.ask("POST", REPAIRS + "/" + id + "/accept", null).status()).isEqualTo(200);
    assertThat(feed(source)).startsWith("https://new.example/feed");
    assertThat(served.ask("POST", REPAIRS + "/" + id + "/reject", null).status()).isEqualTo(409);
    assertThat(served.ask("POST", REPAIRS + "/" + id + "/undo", null).json().path("state"))
        .hasToString("\"undone\"");
    assertThat(feed(source)).isEqualTo("https://old.example/feed");
    assertThat(served.ask("POST", REPAIRS + "/" + id + "/undo", null).status()).isEqualTo(409);
  }

  @Test
  void what_was_rejected_stays_where_it_is() {
    var id = proposed("https://old.example/feed");

    assertThat(served.ask("POST", REPAIRS + "/" + id + "/reject", null).json().path("decided_by"))
        .hasToString("\"tester\"");
    assertThat(served.ask("POST", REPAIRS + "/" + id + "/accept", null).status()).isEqualTo(409);
    assertThat(served.ask("POST", REPAIRS + "/99/accept", null).status()).isEqualTo(404);
    assertThat(served.ask("GET", "/repairs", null).text()).contains("rejected");
  }

  @Test
  void moves_are_listed_and_the_last_one_taken_back() {
    var source = served.register("https://old.example/feed");
    var moves = SOURCES + "/" + source + "/moves";
    assertThat(served.ask("POST", moves + "/follow", null).status()).isEqualTo(409);
    assertThat(served.ask("POST", moves + "/undo", null).status()).isEqualTo(409);
    new Moving(served.database())
        .to(
            new SourceId(source),
            NEW,
            new Ground("redirect", "seen", "ann"),
            served.database().now());

    var listed = served.ask("GET", moves, null);

    assertThat(listed.text()).doesNotContain("s3cret");
    assertThat(listed.json().path("moves").path(0).path("state").asString()).isEqualTo("done");
    assertThat(served.ask("GET", "/sources/" + source, null).text()).contains("Undo the last move");
    assertThat(served.ask("POST", moves + "/undo", null).json().path("feed_url").asString())
        .isEqualTo("https://old.example/feed");
  }

  @Test
  void a_merged_source_names_the_one_that_has_its_feed() {
    var source = served.register("https://old.example/feed");
    var other = served.register("https://new.example/feed");
    new Moving(served.database())
        .to(
            new SourceId(source),
            WebUrl.of("https://new.example/feed"),
            new Ground("redirect", "seen", "ann"),
            served.database().now());

    var merged = served.ask("GET", SOURCES + "/" + source, null).json();

    assertThat(merged.path("merged_into").asString() + " " + merged.path("status").asString())
        .isEqualTo(other + " merged");
    assertThat(
            served
                .ask("GET", SOURCES + "?status=merged", null)
                .json()
                .path("sources")
                .path(0)
                .path("id")
                .asString())
        .isEqualTo(source);
    var enabled = served.ask("PATCH", SOURCES + "/" + source + "/feed-enable", null);
    assertThat(enabled.status() + " " + enabled.header("Location"))
        .isEqualTo("409 " + SOURCES + "/" + other);
  }
}
