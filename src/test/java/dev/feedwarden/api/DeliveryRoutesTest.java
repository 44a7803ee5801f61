package dev.feedwarden.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.api.auth.Scope;
import dev.feedwarden.deliver.Verdict;
import dev.feedwarden.model.Incident.Kind;
import dev.feedwarden.model.Progress;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.poll.Diagnosis;
import dev.feedwarden.poll.Discovery.Findings;
import dev.feedwarden.store.Deliveries;
import dev.feedwarden.store.Deliveries.Buried;
import dev.feedwarden.store.Deliveries.Passage;
import dev.feedwarden.store.Incidents;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class DeliveryRoutesTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  @TempDir Path folder;
  private Served served;
  private final List<String> sent = new ArrayList<>();
  private Verdict verdict = new Verdict.Delivered(null);

  private final class OneDestination implements Parts.Outbound {
    @Override
    public Findings discover(WebUrl page) {
      throw new AssertionError("nobody may be asked: " + page);
    }

    @Override
    public Diagnosis test(WebUrl feed) {
      throw new AssertionError("nobody may be asked: " + feed);
    }

    @Override
    public Optional<Verdict> tell(String destination, Instant now) {
      sent.add("test " + destination);
      return destination.equals("slack") ? Optional.of(verdict) : Optional.empty();
    }

    @Override
    public Optional<Verdict> again(String destination, Buried letter) {
      sent.add(letter.letterId() + " " + destination);
      return Optional.of(verdict);
    }
  }

  @BeforeEach
  void open() {
    served = Served.in(folder, Served.Wishes.NONE.outbound(new OneDestination()));
    var deliveries = new Deliveries(served.database());
    deliveries.register("slack", null, NOW);
    new Incidents(served.database()).open(Kind.HOST, "a.example", "why", NOW);
    new Incidents(served.database()).open(Kind.HOST, "b.example", "why", NOW);
    var seen = deliveries.hold("slack", NOW).orElseThrow();
    deliveries.pass(
        "slack",
        new Passage(
            deliveries.page(seen.place(), 1).getFirst().place(),
            new Progress(0, 3, NOW, "status 404"),
            0,
            false,
            List.of(),
            Set.of()),
        new Buried("event-1", "incident_opened", "a.example fails", "{}", "status 404"),
        NOW);
  }

  @AfterEach
  void close() {
    served.close();
  }

  @Test
  void destinations_are_listed_with_what_waits_for_each() {
    assertThat(served.ask("GET", "/api/v1/destinations", null).text())
        .isEqualTo(
            "{\"destinations\":[{\"name\":\"slack\",\"waiting\":1,"
                + "\"oldest_at\":\"2026-03-01T12:00:00Z\",\"taken\":0,\"dead\":1,\"dropped\":0,"
                + "\"trouble\":\"status 404\"}]}");
  }

  @Test
  void a_dead_letter_is_sent_again_and_forgotten_when_it_is_taken() {
    verdict = new Verdict.EventRefused(404, "status 404");
    var refused = served.ask("POST", "/api/v1/deliveries/dead/1/replay", null);
    assertThat(refused.text()).isEqualTo("{\"verdict\":\"refused\",\"reason\":\"status 404\"}");
    verdict = new Verdict.Delivered(null);

    var taken = served.ask("POST", "/api/v1/deliveries/dead/1/replay", null);

    assertThat(taken.text()).isEqualTo("{\"verdict\":\"taken\"}");
    assertThat(served.ask("GET", "/api/v1/deliveries/dead", null).text())
        .isEqualTo("{\"letters\":[]}");
    assertThat(served.ask("POST", "/api/v1/deliveries/dead/1/replay", null).status())
        .isEqualTo(404);
    assertThat(sent).containsExactly("event-1 slack", "event-1 slack");
  }

  @Test
  void dead_letters_are_listed_without_what_they_say() {
    assertThat(served.ask("GET", "/api/v1/deliveries/dead?destination=slack", null).text())
        .isEqualTo(
            "{\"letters\":[{\"id\":1,\"destination\":\"slack\",\"event_id\":\"event-1\","
                + "\"kind\":\"incident_opened\",\"title\":\"a.example fails\","
                + "\"reason\":\"status 404\",\"refused_at\":\"2026-03-01T12:00:00Z\"}]}");
    assertThat(served.ask("GET", "/api/v1/deliveries/dead?destination=mail", null).text())
        .isEqualTo("{\"letters\":[]}");
  }

  @Test
  void only_an_administrator_sends_a_test() {
    verdict = new Verdict.DestinationTrouble("status 500", null);

    assertThat(served.ask("POST", "/api/v1/destinations/slack/test", null).text())
        .isEqualTo("{\"verdict\":\"out_of_reach\",\"reason\":\"status 500\"}");
    assertThat(served.ask("POST", "/api/v1/destinations/mail/test", null).status()).isEqualTo(404);
    assertThat(
            served
                .askAs(Served.token(Scope.WRITE), "POST", "/api/v1/destinations/slack/test", null)
                .status())
        .isEqualTo(403);
  }
}
