package dev.feedwarden.policy;

import static dev.feedwarden.model.ErrorType.NETWORK;
import static dev.feedwarden.policy.Feed.FINE;
import static dev.feedwarden.policy.Feed.NOW;
import static dev.feedwarden.policy.Feed.failed;
import static java.time.Duration.ofHours;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.HostMemory;
import dev.feedwarden.model.HostState;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Pace;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Transition;
import dev.feedwarden.model.Trouble;
import dev.feedwarden.policy.Explanation.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ExplanationTest {
  private static final ErrorTable STANDARD = Profile.STANDARD.table();
  private static final Policy POLICY = new Policy(STANDARD, new Schedule(ofHours(1)), ofHours(1));
  private static final HostKey HOST = new HostKey("example.org");
  private static final HostState FREE = new HostState(HOST, NOW, NOW, HostMemory.NONE);

  @Test
  void a_feed_that_is_due_at_a_free_host_is_polled_now() {
    assertThat(explained(FINE, FREE))
        .isEqualTo(
            new Explanation(
                List.of(
                    Finding.good("feed", "https://example.org/feed"),
                    Finding.good("enabled", "it is switched on"),
                    Finding.good("standing", "it is not disabled"),
                    Finding.good("due", "since " + NOW + " by interval"),
                    Finding.good("host pace", "example.org may be asked"),
                    Finding.good("host lease", "nobody is asking its host"),
                    Finding.good("health", "no error since the last success"))));
    assertThat(explained(FINE, FREE).isPolledNow()).isTrue();
  }

  @Test
  void a_busy_host_and_a_host_in_its_pause_are_waited_for() {
    var soon = NOW.plusSeconds(1);

    assertThat(denials(FINE, new HostState(HOST, soon, NOW, HostMemory.NONE)))
        .containsExactly(
            new Finding("host pace", false, "example.org was asked a moment ago", soon, null));
    assertThat(denials(FINE, new HostState(HOST, NOW, soon, HostMemory.NONE)))
        .containsExactly(
            new Finding("host lease", false, "somebody is asking its host now", soon, null));
  }

  @Test
  void a_slow_host_and_one_in_trouble_say_why() {
    var soon = NOW.plusSeconds(1);
    var slow = new Pace(ofHours(1), 0, null, null);
    var trouble = new Trouble(NOW, 0, "2 of 3 feeds fail with gone");

    assertThat(denials(FINE, new HostState(HOST, soon, NOW, new HostMemory(slow, null))))
        .extracting(Finding::why)
        .containsExactly("example.org was asked a moment ago, and has taught us to wait 1h");
    assertThat(denials(FINE, new HostState(HOST, soon, NOW, new HostMemory(slow, trouble))))
        .extracting(Finding::why)
        .containsExactly(
            "example.org is left alone since " + NOW + ": 2 of 3 feeds fail with gone");
  }

  @Test
  void a_cooldown_says_until_when_and_what_ends_it() {
    var cooling = FINE.after(POLICY, failed(ErrorType.GONE));
    var until = NOW.plus(ofHours(63));

    assertThat(denials(cooling, FREE))
        .containsExactly(
            new Finding(
                "standing",
                false,
                "disabled by policy for gone since " + NOW,
                until,
                "sources poll ID probes it now, sources enable ID begins anew"),
            new Finding("due", false, "its cooldown is not over", until, "sources poll ID"));
  }

  @Test
  void a_cooldown_that_is_over_is_a_probe() {
    var over = new Standing.Cooling(ErrorType.GONE, NOW.minusSeconds(9), NOW, "policy");

    assertThat(denials(FINE.standing(over), FREE)).isEmpty();
    assertThat(explained(FINE.standing(over), FREE).findings())
        .contains(Finding.good("standing", "its cooldown for gone is over: a probe"));
  }

  @Test
  void a_cooldown_that_a_person_cut_short_is_a_probe() {
    var cooling = new Standing.Cooling(ErrorType.GONE, NOW, NOW.plusSeconds(9), "policy");
    var asked = new NextPoll(NOW, NextPoll.Reason.ASKED);
    var feed = new Feed(new Transition(Health.FINE, cooling, asked), null, null);

    assertThat(denials(feed, FREE)).isEmpty();
    assertThat(explained(feed, FREE).findings())
        .contains(Finding.good("standing", "its cooldown for gone is cut short: a probe"));
  }

  @Test
  void what_is_not_due_is_not_polled_now() {
    var later = new NextPoll(NOW.plusSeconds(1), NextPoll.Reason.INTERVAL);
    var feed = new Feed(new Transition(Health.FINE, Standing.ACTIVE, later), null, null);

    assertThat(explained(feed, FREE).isPolledNow()).isFalse();
  }

  @Test
  void what_a_person_stopped_waits_for_a_person() {
    var stopped = new Standing.Stopped(NOW, "ann", "noisy");
    var never = new NextPoll(null, NextPoll.Reason.STOPPED);
    var feed = new Feed(new Transition(Health.FINE, stopped, never), null, null);

    assertThat(denials(feed, FREE))
        .containsExactly(
            new Finding(
                "standing",
                false,
                "stopped by ann at " + NOW + ": noisy",
                null,
                "sources enable ID"),
            new Finding("due", false, "never, until a person acts", null, "sources enable ID"));
  }

  @ParameterizedTest
  @EnumSource(NextPoll.Reason.class)
  void every_wait_has_its_words(NextPoll.Reason reason) {
    var later = NOW.plusSeconds(1);
    var feed =
        new Feed(
            new Transition(Health.FINE, Standing.ACTIVE, new NextPoll(later, reason)), null, null);

    assertThat(denials(feed, FREE))
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.until()).isEqualTo(later);
              assertThat(finding.why()).isNotBlank();
            });
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "HOST, no error counted; that one is its host's",
    "US, no error counted; that one was our own",
    "PENDING, no error counted; that one may be our own"
  })
  void health_says_whose_failure_it_was(Blame blame, String words) {
    var failed = new Outcome.Failed(new PollError(NETWORK, Cause.DNS, 0, "url"), null, blame);
    var feed = FINE.after(POLICY, failed);

    assertThat(explained(feed, FREE).findings().getLast().why().replace(", the last network", ""))
        .startsWith(words);
  }

  @Test
  void health_says_how_far_a_feed_is_from_being_disabled() {
    var twice = FINE.after(2, POLICY, failed(ErrorType.NOT_FOUND));
    var limited = FINE.after(POLICY, failed(ErrorType.RATE_LIMITED));

    assertThat(explained(twice, FREE).findings())
        .contains(
            Finding.good(
                "health", "2 in a row, the last not_found; 2 of not_found, disabled at 3"));
    assertThat(explained(limited, FREE).findings())
        .contains(
            Finding.good("health", "1 in a row, the last rate_limited, which never disables"));
  }

  private static Explanation explained(Feed feed, HostState host) {
    var claim = feed.claim();
    return Explanation.of(claim.source(), claim.state(), host, STANDARD, NOW);
  }

  private static List<Finding> denials(Feed feed, HostState host) {
    return explained(feed, host).findings().stream().filter(f -> !f.holds()).toList();
  }
}
