package dev.feedwarden.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Courtesy;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.store.CourtesyBook;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CourtesyRoutesTest extends WithServer {
  @Test
  void a_host_that_was_asked_has_its_figures_and_grades_and_another_none() {
    var now = served.database().now();
    var key =
        new CourtesyBook.Page.Key(new HostKey("a.example:81"), now.truncatedTo(ChronoUnit.DAYS));
    var seen =
        new Courtesy(
            new Courtesy.Requests(4, 4, 2, 1, null),
            new Courtesy.Answers(2, 700, 0, 1, 0),
            new Courtesy.Waits(0, 0, 0));
    new CourtesyBook(served.database()).add(List.of(new CourtesyBook.Page(key, seen)), now);

    var got = served.ask("GET", "/api/v1/hosts/A.example~81/courtesy", null).json();

    assertThat(got.path("total").path("requests").asInt()).isEqualTo(4);
    assertThat(got.path("days").path(0).path("bytes").asInt()).isEqualTo(700);
    assertThat(got.path("rules").path(0).path("verdict").asString()).isEqualTo("kept");
    assertThat(served.ask("GET", "/hosts/a.example~81/courtesy", null).text())
        .contains("What we asked of", "4 of 4 requests");
    assertThat(served.ask("GET", "/api/v1/hosts/b.example/courtesy", null).status()).isEqualTo(404);
    assertThat(served.ask("GET", "/hosts/b.example/courtesy", null).text())
        .contains("Nothing that we know of.");
  }
}
