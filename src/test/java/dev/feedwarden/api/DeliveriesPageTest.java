package dev.feedwarden.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.api.auth.Scope;
import dev.feedwarden.deliver.Verdict;
import dev.feedwarden.model.Incident.Kind;
import dev.feedwarden.model.Progress;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.poll.Diagnosis;
import dev.feedwarden.poll.Discovery.Findings;
import dev.feedwarden.store.DeadLetters;
import dev.feedwarden.store.Deliveries;
import dev.feedwarden.store.Deliveries.Buried;
import dev.feedwarden.store.Deliveries.Passage;
import dev.feedwarden.store.Incidents;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The deliveries as a browser without scripts gets them. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class DeliveriesPageTest {
  private static final String HTML = "text/html";

  @TempDir Path folder;
  private Served served;
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
      return destination.equals("slack") ? Optional.of(verdict) : Optional.empty();
    }

    @Override
    public Optional<Verdict> again(String destination, Buried letter) {
      return Optional.of(verdict);
    }
  }

  @BeforeEach
  void open() {
    served = Served.in(folder, Served.Wishes.NONE.outbound(new OneDestination()));
  }

  @AfterEach
  void close() {
    served.close();
  }

  private void oneRefused() {
    var now = Instant.now();
    var deliveries = new Deliveries(served.database());
    deliveries.register("slack", null, now);
    new Incidents(served.database()).open(Kind.HOST, "a.example", "why", now);
    new Incidents(served.database()).open(Kind.HOST, "b.example", "why", now);
    var seen = deliveries.hold("slack", now).orElseThrow();
    deliveries.pass(
        "slack",
        new Passage(
            deliveries.page(seen.place(), 1).getFirst().place(),
            new Progress(0, 3, now.plus(Duration.ofHours(2)), "status 404 <b>"),
            0,
            false,
            List.of(),
            Set.of()),
        new Buried("event-1", "incident_opened", "<script>alert(1)</script>", "{}", "gone"),
        now);
  }

  private Served.Got post(Scope scope, String path) {
    return served.askAs(
        Served.token(scope),
        "POST",
        path,
        "",
        "Content-Type",
        "application/x-www-form-urlencoded",
        "Accept",
        HTML);
  }

  private String shown(Scope scope) {
    return served.askAs(Served.token(scope), "GET", "/deliveries", null, "Accept", HTML).text();
  }

  @Test
  void it_teaches_when_nobody_is_told() {
    assertThat(shown(Scope.READ)).contains("Nobody is told anything", "SLACK_WEBHOOK_URL");
  }

  @Test
  void it_tells_what_waits_why_and_what_was_refused() {
    oneRefused();

    assertThat(shown(Scope.READ))
        .contains(
            "Failing",
            "status 404 &lt;b&gt;",
            "3 failures in a row",
            ">in 2 h<",
            "&lt;script&gt;alert(1)&lt;/script&gt;",
            "gone")
        .doesNotContain("Send again", "Send a test");
    assertThat(shown(Scope.ADMIN)).contains("Send again", "Send a test");
  }

  @Test
  void who_may_sends_it_again_and_is_told_what_came_of_it() {
    oneRefused();
    var replay = "/deliveries/dead/1/replay";
    assertThat(post(Scope.WRITE, replay).status()).isEqualTo(403);
    verdict = new Verdict.EventRefused(404, "gone");
    assertThat(post(Scope.ADMIN, replay).header("Location")).isEqualTo("/deliveries?told=refused");
    verdict = new Verdict.DestinationTrouble("down", null);
    assertThat(post(Scope.ADMIN, "/deliveries/slack/test").header("Location"))
        .isEqualTo("/deliveries?told=out_of_reach");
    verdict = new Verdict.Delivered(null);

    assertThat(post(Scope.ADMIN, replay).header("Location")).isEqualTo("/deliveries?told=taken");

    assertThat(new DeadLetters(served.database()).list(null, Long.MAX_VALUE, 9)).isEmpty();
    assertThat(post(Scope.ADMIN, replay).status()).isEqualTo(404);
    assertThat(post(Scope.ADMIN, "/deliveries/mail/test").status()).isEqualTo(404);
  }
}
