package dev.feedwarden.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.deliver.Notice.Line;
import dev.feedwarden.model.Event;
import dev.feedwarden.model.Happening;
import dev.feedwarden.model.Happening.Subject;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** People are told where it is written what they can do. */
final class HouseTest {
  private static final Subject SOURCE =
      new Subject(
          SourceId.parse("0199aaaa-0000-7000-8000-000000000001").orElseThrow(),
          "A",
          null,
          List.of());

  private static Line last(House house, String reason) {
    var disabled = new Happening.FeedDisabled(SOURCE, reason, "policy", "", Instant.EPOCH);
    return Wording.of(new Event(1, Instant.EPOCH, disabled), List.of(), house).lines().getFirst();
  }

  @Test
  void a_message_leads_to_the_runbook_of_its_error() {
    var house = new House(8, WebUrl.of("https://feeds.example/"));

    assertThat(last(house, "gone"))
        .isEqualTo(new Line("What to do", "https://feeds.example/docs/runbook/gone"));
  }

  @Test
  void without_a_public_address_it_says_where_to_look() {
    assertThat(last(new House(8, null), "not_found"))
        .isEqualTo(new Line("What to do: /docs/runbook/not_found in the dashboard"));
  }

  @Test
  void what_a_person_did_needs_no_runbook() {
    assertThat(last(new House(8, null), "manual").text()).startsWith("Probed at");
  }
}
