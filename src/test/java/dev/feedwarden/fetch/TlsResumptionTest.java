package dev.feedwarden.fetch;

import static dev.feedwarden.fetch.Fetching.end;
import static dev.feedwarden.fetch.Fetching.once;
import static dev.feedwarden.fetch.Fetching.trusting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.fetch.Authority.Says;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Upstream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a connection may take over from an earlier one, counted at the server. */
final class TlsResumptionTest {
  private static final String NAME = "feeds.example";
  private static final Authority ROOT = Authority.root("Test Root");
  private static final FetchLimits UNHURRIED =
      new FetchLimits(Duration.ofSeconds(5), Duration.ofSeconds(12), 3, 2 << 20);
  // Long enough for a fetch on a busy machine.
  private static final Duration SHORT_LIFE = Duration.ofSeconds(6);

  private final Fetcher fetcher = trusting(List.of(ROOT), UNHURRIED);

  @AfterEach
  void close() {
    fetcher.close();
  }

  /** No connection outlives its answer. */
  private static Upstream serving(Authority.Renewable certificate) {
    return Upstream.secure("127.0.0.1", certificate.server())
        .route("/feed", Answers.ok("<rss/>", "text/xml").with("Connection", "close"));
  }

  private String fetch(String name, Upstream upstream) throws InterruptedException {
    return end(fetcher.fetch(once("https://" + name + ":" + upstream.port() + "/feed")));
  }

  private static Says untilSoon(String name) {
    var now = Instant.now();
    return Says.dns(name).between(now.minusSeconds(60), now.plus(SHORT_LIFE));
  }

  private static void awaitTheEndOf(Authority.Renewable certificate) {
    var end = certificate.certificate().getNotAfter().toInstant();
    await().atMost(SHORT_LIFE.multipliedBy(3)).until(() -> Instant.now().isAfter(end));
  }

  @Test
  void a_new_connection_resumes_the_session_of_an_earlier_one() throws InterruptedException {
    var certificate = ROOT.new Renewable(Says.dns(NAME));
    try (var upstream = serving(certificate)) {
      assertThat(fetch(NAME, upstream)).isEqualTo("200");
      certificate.renew(Says.dns("other.example")); // which a full handshake would refuse

      for (int i = 0; i < 3; i++) {
        assertThat(fetch(NAME, upstream)).isEqualTo("200");
      }
      assertThat(upstream.connections()).isEqualTo(4);
    }
  }

  @Test
  void a_session_is_resumed_for_its_own_name_only() throws InterruptedException {
    try (var upstream = serving(ROOT.new Renewable(Says.dns(NAME)))) {
      assertThat(fetch(NAME, upstream)).isEqualTo("200");

      assertThat(fetch("other.example", upstream)).isEqualTo("TLS_CERTIFICATE");
    }
  }

  @Test
  void a_session_is_resumed_by_the_fetcher_only_whose_trust_made_it() throws InterruptedException {
    var certificate = ROOT.new Renewable(Says.dns(NAME));
    try (var upstream = serving(certificate);
        var another = trusting(List.of(ROOT), UNHURRIED)) {
      assertThat(fetch(NAME, upstream)).isEqualTo("200");
      certificate.renew(Says.dns("other.example"));

      var url = "https://" + NAME + ":" + upstream.port() + "/feed";
      assertThat(end(another.fetch(once(url)))).isEqualTo("TLS_CERTIFICATE");
    }
  }

  @Test
  void an_expired_certificate_is_refused_although_its_session_could_be_resumed()
      throws InterruptedException {
    var certificate = ROOT.new Renewable(untilSoon(NAME));
    try (var upstream = serving(certificate)) {
      assertThat(fetch(NAME, upstream)).isEqualTo("200");
      awaitTheEndOf(certificate);

      assertThat(fetch(NAME, upstream)).isEqualTo("TLS_CERTIFICATE_DATE");
      assertThat(upstream.connections()).isEqualTo(3); // resumed and dropped, then in full
      assertThat(upstream.seen("/feed")).hasSize(1);
    }
  }

  @Test
  void a_server_that_renewed_its_certificate_is_asked_as_ever() throws InterruptedException {
    var certificate = ROOT.new Renewable(untilSoon(NAME));
    try (var upstream = serving(certificate)) {
      assertThat(fetch(NAME, upstream)).isEqualTo("200");
      awaitTheEndOf(certificate);
      certificate.renew(Says.dns(NAME));

      assertThat(fetch(NAME, upstream)).isEqualTo("200");
      assertThat(upstream.connections()).isEqualTo(3);
      assertThat(upstream.seen("/feed")).hasSize(2);
    }
  }
}
