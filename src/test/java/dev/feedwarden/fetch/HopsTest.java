package dev.feedwarden.fetch;

import static dev.feedwarden.fetch.Fetching.SHORT;
import static dev.feedwarden.fetch.Fetching.allowing;
import static dev.feedwarden.fetch.Fetching.end;
import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.fetch.Hops.Leave;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.Condition;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.RetryPolicy;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Redirects to other hosts ask for their leave. */
final class HopsTest {
  private final Upstream home = Upstream.start();
  private final Upstream abroad = Upstream.start("127.0.0.2");
  private final Fetcher fetcher =
      Fetching.fetcher(SHORT, allowing("127.0.0.1/32", "127.0.0.2/32"), InetAddress::getAllByName);
  private final List<String> told = new ArrayList<>();

  /** Grants everything and writes down what it hears. */
  private Leave granted(WebUrl to) {
    told.add("enter " + to.hostKey());
    return new Leave.Granted(sign -> told.add("leave " + to.hostKey() + " " + sign));
  }

  @AfterEach
  void close() {
    fetcher.close();
    home.close();
    abroad.close();
  }

  private FetchResult fetch(Hops hops) throws InterruptedException {
    return fetcher.fetch(
        new Fetcher.Request(
            WebUrl.of(home.url("/")), Condition.NONE, null, RetryPolicy.ONCE, Duration.ZERO, hops));
  }

  private String foreign() {
    return "127.0.0.2:" + abroad.port();
  }

  @Test
  void a_foreign_host_is_entered_once_and_left_with_what_it_said() throws InterruptedException {
    home.route("/", Answers.redirect(302, abroad.url("/a")));
    abroad.route("/a", Answers.redirect(302, "/b"));
    abroad.route("/b", Answers.status(429).with("Retry-After", "9"));

    var result = fetch(this::granted);

    assertThat(end(result)).isEqualTo("429");
    assertThat(told)
        .containsExactly(
            "enter " + foreign(), "leave " + foreign() + " Refused[limit=true, retryAfter=PT9S]");
  }

  @Test
  void no_leave_is_needed_at_home() throws InterruptedException {
    home.route("/", Answers.redirect(302, "/b"));
    home.route("/b", Answers.ok("<rss/>", "text/xml"));

    assertThat(end(fetch(this::granted))).isEqualTo("200");
    assertThat(told).isEmpty();
  }

  @Test
  void a_host_is_left_before_the_next_is_entered() throws InterruptedException {
    home.route("/", Answers.redirect(302, abroad.url("/a")));
    abroad.route("/a", Answers.redirect(302, home.url("/b")));
    home.route("/b", Answers.ok("<rss/>", "text/xml"));

    assertThat(end(fetch(this::granted))).isEqualTo("200");
    assertThat(told).containsExactly("enter " + foreign(), "leave " + foreign() + " Clean[]");
  }

  @Test
  void a_host_that_refuses_is_not_asked() throws InterruptedException {
    home.route("/", Answers.redirect(302, abroad.url("/a")));

    var result = fetch(_ -> new Leave.Refused(ofMinutes(7)));

    assertThat(result)
        .isInstanceOfSatisfying(
            FetchResult.Refrained.class, r -> assertThat(r.delay()).isEqualTo(ofMinutes(7)));
    assertThat(abroad.seen()).isEmpty();
  }

  @Test
  void a_forbidden_address_is_refused_before_anybody_is_asked_for_leave()
      throws InterruptedException {
    home.route("/", Answers.redirect(302, "http://127.0.0.3:" + abroad.port() + "/"));

    assertThat(end(fetch(this::granted))).isEqualTo("BLOCKED_ADDRESS");
    assertThat(told).isEmpty();
  }

  @Test
  void waiting_for_leave_costs_the_attempt_no_time() throws InterruptedException {
    home.route("/", Answers.redirect(302, abroad.url("/a")));
    abroad.route("/a", Answers.ok("<rss/>", "text/xml"));

    var result =
        fetch(
            to -> {
              Time.MACHINE.sleep(SHORT.attempt().plusMillis(100));
              return granted(to);
            });

    assertThat(end(result)).isEqualTo("200");
  }
}
