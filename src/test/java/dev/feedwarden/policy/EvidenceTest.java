package dev.feedwarden.policy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.Domain;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.policy.Evidence.Outage;
import dev.feedwarden.policy.Evidence.Settled;
import dev.feedwarden.policy.Evidence.Sighting;
import dev.feedwarden.policy.Evidence.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class EvidenceTest {
  private static final Sign GOOD = new Sign.Good();
  private static final Sign DEAF = new Sign.Suspect(Cause.DNS);
  private static final Sign NOT_FOUND = new Sign.Silent();
  private static final Sign LOGIN = new Sign.Page("please log in");

  private final Evidence<String> evidence = new Evidence<>();

  private static SourceId id(String name) {
    return new SourceId(UUID.nameUUIDFromBytes(name.getBytes(UTF_8)).toString());
  }

  /** A poll that took a second. */
  private static Sighting poll(String domain, int ended, Sign sign) {
    return poll(domain, ended - 1, ended, sign);
  }

  private static Sighting poll(String domain, int began, int ended, Sign sign) {
    return new Sighting(
        id("feed of " + domain),
        new Domain(domain),
        Duration.ofSeconds(began),
        Duration.ofSeconds(ended),
        true,
        sign);
  }

  /** Takes a poll into account; what is pending waits. */
  private Blame seen(Sighting poll) {
    evidence.see(poll);
    var blame = evidence.blame(poll);
    if (blame == Blame.PENDING) {
      evidence.hold(waiting(poll));
    }
    return blame;
  }

  private static Waiting<String> waiting(Sighting poll) {
    return new Waiting<>(poll, "poll of " + poll.source());
  }

  private static Settled<String> counted(Sighting... polls) {
    return new Settled<>(List.of(polls).stream().map(EvidenceTest::waiting).toList(), List.of());
  }

  private static Settled<String> forgiven(Sighting... polls) {
    return new Settled<>(List.of(), List.of(polls).stream().map(EvidenceTest::waiting).toList());
  }

  private static final Settled<String> NOTHING = new Settled<>(List.of(), List.of());

  /** Many domains, all well; the last of them at a second. */
  private void allIsWell(int domains, int at) {
    for (int i = 0; i < domains; i++) {
      seen(poll("well" + i, at, GOOD));
    }
  }

  private void fail(int domains, int at) {
    for (int i = 0; i < domains; i++) {
      seen(poll("deaf" + i, at + i, DEAF));
    }
  }

  private boolean isOut() {
    return evidence.outage().isPresent();
  }

  @Test
  void what_cannot_be_ours_is_the_feeds_at_once() {
    assertThat(seen(poll("a", 10, NOT_FOUND))).isEqualTo(Blame.FEED);
  }

  @Test
  void what_may_be_ours_is_pending_until_another_domain_answers() {
    var failed = poll("a", 10, DEAF);

    assertThat(seen(failed)).isEqualTo(Blame.PENDING);
    assertThat(evidence.settle()).isEqualTo(NOTHING);
    seen(poll("b", 11, GOOD));

    assertThat(evidence.settle()).isEqualTo(counted(failed));
    assertThat(evidence.settle()).isEqualTo(NOTHING);
  }

  @ParameterizedTest(name = "{0} at {1}: settled {2}")
  @CsvSource(
      textBlock =
          """
          b, 11, true
          a, 11, false
          b, 10, false
          b,  9, false
          """)
  void only_a_success_of_another_domain_that_ended_later_is_evidence(
      String domain, int at, boolean settled) {
    var failed = poll("a", 10, DEAF);
    seen(failed);

    seen(poll(domain, at, GOOD));

    assertThat(evidence.settle()).isEqualTo(settled ? counted(failed) : NOTHING);
  }

  @Test
  void a_success_elsewhere_is_not_forgotten_for_a_later_one_of_the_same_domain() {
    var failed = poll("a", 10, DEAF);
    seen(failed);
    seen(poll("b", 11, GOOD));

    seen(otherFeed(poll("a", 12, GOOD)));

    assertThat(evidence.settle()).isEqualTo(counted(failed));
  }

  @Test
  void a_success_that_is_heard_of_late_is_evidence_all_the_same() {
    seen(poll("b", 11, GOOD));

    assertThat(seen(poll("a", 10, DEAF))).isEqualTo(Blame.FEED);
  }

  @Test
  void of_the_failures_of_one_feed_only_the_latest_counts() {
    seen(poll("a", 10, DEAF));
    var later = poll("a", 20, DEAF);
    seen(later);
    evidence.hold(waiting(poll("a", 10, DEAF))); // given back because somebody was at its host

    seen(poll("b", 21, GOOD));

    assertThat(evidence.settle()).isEqualTo(counted(later));
  }

  @Test
  void a_feed_that_answers_again_has_nothing_to_wait_for() {
    seen(poll("a", 10, DEAF));
    seen(poll("a", 20, GOOD));
    seen(poll("b", 21, GOOD));

    assertThat(evidence.settle()).isEqualTo(NOTHING);
  }

  @Test
  void of_too_many_that_wait_the_oldest_is_given_up() {
    for (int i = 0; i <= Evidence.MOST_WAITING; i++) {
      evidence.hold(waiting(poll("a" + i, i, DEAF)));
    }
    seen(poll("b", 1_000_000, GOOD));

    assertThat(evidence.settle().counted())
        .hasSize(Evidence.MOST_WAITING)
        .doesNotContain(waiting(poll("a0", 0, DEAF)));
  }

  @ParameterizedTest(name = "{0} of {0} domains: {1}")
  @CsvSource({"2, false", "3, true", "4, true"})
  void r_22_three_domains_at_least_must_fail(int domains, boolean out) {
    fail(domains, 10);

    assertThat(isOut()).isEqualTo(out);
  }

  @ParameterizedTest(name = "{1} of {0}: {2}")
  @CsvSource(
      textBlock =
          """
           15,  2, false
           15,  3, true
           16,  3, false
           16,  4, true
          100, 19, false
          100, 20, true
          101, 20, false
          101, 21, true
          """)
  void a_fifth_of_the_domains_at_least_must_fail(int domains, int failing, boolean out) {
    allIsWell(domains - failing, 9);

    fail(failing, 10);

    assertThat(isOut()).isEqualTo(out);
  }

  @Test
  void feeds_of_one_domain_are_one_witness() {
    for (int i = 0; i < 9; i++) {
      var poll = poll("a", 10 + i, DEAF);
      seen(
          new Sighting(
              id("feed " + i), poll.domain(), poll.began(), poll.ended(), true, poll.sign()));
    }

    assertThat(isOut()).isFalse();
  }

  @Test
  void a_success_in_between_acquits_our_line() {
    fail(2, 10);
    seen(poll("b", 12, GOOD));

    seen(poll("c", 13, DEAF));

    assertThat(isOut()).isFalse();
  }

  @Test
  void a_success_that_ended_before_the_failures_acquits_nobody_however_late_it_is_heard_of() {
    fail(2, 10);
    seen(poll("b", 9, GOOD));

    seen(poll("c", 13, DEAF));

    assertThat(isOut()).isTrue();
  }

  @Test
  void feeds_that_were_broken_before_say_nothing_about_our_line() {
    for (int i = 0; i < 9; i++) {
      var poll = poll("dead" + i, 10 + i, DEAF);
      seen(
          new Sighting(
              poll.source(), poll.domain(), poll.began(), poll.ended(), false, poll.sign()));
    }

    assertThat(isOut()).isFalse();
  }

  @ParameterizedTest(name = "{0} with the same page: {1}")
  @CsvSource({"2, false", "3, true"})
  void r_20_the_same_page_instead_of_feeds_is_an_outage_when_it_comes_from_three_domains(
      int domains, boolean out) {
    for (int i = 0; i < domains; i++) {
      assertThat(seen(poll("a" + i, 10 + i, LOGIN))).isEqualTo(i == 2 ? Blame.US : Blame.PENDING);
    }

    assertThat(isOut()).isEqualTo(out);
  }

  @Test
  void different_pages_are_mistakes_of_their_sites() {
    for (int i = 0; i < 9; i++) {
      seen(poll("a" + i, 10 + i, new Sign.Page("page " + i)));
    }

    assertThat(isOut()).isFalse();
  }

  @Test
  void two_equal_pages_do_not_help_two_other_suspects() {
    fail(2, 10);
    seen(poll("a", 12, LOGIN));
    seen(poll("b", 13, LOGIN));

    assertThat(isOut()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"DNS", "CONNECT", "TIMEOUT_TOTAL", "TLS_CERTIFICATE_DATE"})
  void r_20_a_dead_resolver_a_dead_line_and_a_wrong_clock_look_alike(Cause cause) {
    for (int i = 0; i < 3; i++) {
      seen(poll("a" + i, 10 + i, new Sign.Suspect(cause)));
    }

    assertThat(evidence.outage())
        .isEqualTo(
            Optional.of(
                new Outage(
                    Duration.ofSeconds(12),
                    "3 of 3 domains failed and none answered since: " + cause.wire() + " 3")));
  }

  @Test
  void r_20_what_failed_before_an_outage_was_seen_was_ours_too() {
    var first = poll("deaf0", 10, DEAF);
    var second = poll("deaf1", 11, DEAF);

    fail(3, 10);

    assertThat(evidence.settle()).isEqualTo(forgiven(first, second));
  }

  @Test
  void in_an_outage_every_failure_is_ours() {
    fail(3, 10);

    assertThat(seen(poll("a", 13, DEAF))).isEqualTo(Blame.US);
    assertThat(seen(poll("b", 13, NOT_FOUND))).isEqualTo(Blame.US);
  }

  @Test
  void the_first_success_ends_an_outage() {
    fail(3, 10);

    seen(poll("a", 20, GOOD));

    assertThat(isOut()).isFalse();
    assertThat(seen(poll("b", 20, 21, NOT_FOUND))).isEqualTo(Blame.FEED);
    assertThat(seen(poll("c", 20, 21, DEAF))).isEqualTo(Blame.PENDING);
  }

  @Test
  void a_success_from_before_an_outage_does_not_end_it() {
    fail(3, 10);

    seen(poll("a", 12, GOOD));

    assertThat(isOut()).isTrue();
  }

  @ParameterizedTest(name = "began at {0}: {1}")
  @CsvSource({"19, US", "20, FEED"})
  void a_poll_that_began_before_an_outage_ended_is_ours_however_late_it_fails(
      int began, Blame blame) {
    fail(3, 10);
    seen(poll("a", 20, GOOD));

    assertThat(seen(poll("b", began, 60, NOT_FOUND))).isEqualTo(blame);
  }

  @Test
  void a_poll_in_flight_when_the_line_dies_is_not_counted_by_one_that_just_made_it() {
    seen(poll("made it", 5, 10, GOOD));

    assertThat(seen(poll("a", 5, 11, DEAF))).isEqualTo(Blame.PENDING);
  }

  @Test
  void a_failure_that_was_put_back_in_an_outage_is_forgiven_after_it() {
    fail(3, 10);
    evidence.settle();
    seen(poll("a", 20, GOOD));

    var late = poll("b", 19, 19, DEAF);
    evidence.hold(waiting(late));

    assertThat(evidence.settle()).isEqualTo(forgiven(late));
  }

  @ParameterizedTest(name = "two failures {0} s ago, {1} other domains, {2} fail now: outage {3}")
  @CsvSource(
      textBlock =
          """
           120, 30, 6, true
           121, 30, 6, false
           121, 16, 2, true
           121, 17, 2, false
          3600, 10, 1, true
          3601, 10, 1, false
          """)
  void failures_count_for_two_minutes_or_for_twenty_domains_but_for_an_hour_at_most(
      int age, int others, int failing, boolean out) {
    var now = 10_000;
    seen(poll("old0", now - age, DEAF));
    seen(poll("old1", now - age, DEAF));
    for (int i = 0; i < others; i++) {
      seen(poll("other" + i, now - 1, NOT_FOUND));
    }
    for (int i = 0; i < failing; i++) {
      seen(poll("deaf" + i, now, DEAF));
    }

    assertThat(isOut()).isEqualTo(out);
  }

  @ParameterizedTest(name = "waiting for {0} s: {1}")
  @CsvSource({"59, false", "60, true"})
  void a_failure_that_waits_for_a_minute_wants_a_canary(int waited, boolean wanted) {
    seen(poll("a", 10, DEAF));

    assertThat(evidence.wantsCanary(Duration.ofSeconds(10 + waited))).isEqualTo(wanted);
  }

  @Test
  void nobody_is_asked_out_of_turn_without_need() {
    seen(poll("a", 10, GOOD));

    assertThat(evidence.wantsCanary(Duration.ofDays(1))).isFalse();
  }

  @Test
  void an_outage_wants_canaries_at_once() {
    fail(3, 10);

    assertThat(evidence.wantsCanary(Duration.ofSeconds(12))).isTrue();
  }

  @Test
  void canaries_take_turns_the_latest_success_first_and_one_of_a_domain() {
    seen(poll("a", 10, GOOD));
    seen(otherFeed(poll("b", 11, GOOD)));
    seen(poll("b", 12, GOOD));

    assertThat(List.of(canary(), canary(), canary()))
        .containsExactly(id("feed of b"), id("feed of a"), id("feed of b"));
  }

  @Test
  void who_is_in_doubt_himself_is_no_canary_unless_all_are() {
    seen(poll("a", 10, GOOD));
    seen(otherFeed(poll("a", 11, DEAF)));
    assertThat(evidence.canary()).isEmpty();

    fail(3, 12);

    assertThat(canary()).isEqualTo(id("feed of a"));
  }

  @Test
  void who_went_well_is_a_canary_though_another_is_in_doubt() {
    seen(poll("a", 10, GOOD));
    fail(1, 12);

    assertThat(canary()).isEqualTo(id("feed of a"));
  }

  @Test
  void domains_that_were_polled_long_ago_no_longer_raise_the_number_that_is_needed() {
    allIsWell(40, 10);

    fail(3, 210);
    assertThat(isOut()).isFalse();
    seen(poll("one more", 214, DEAF));
    assertThat(isOut()).isTrue();
  }

  @Test
  void there_are_fifty_canaries_at_most() {
    for (int i = 0; i <= Canaries.MOST; i++) {
      seen(poll("a" + i, 10 + i, GOOD));
    }
    for (int i = 0; i < Canaries.MOST; i++) {
      assertThat(canary()).isNotEqualTo(id("feed of a0"));
    }

    assertThat(canary()).isEqualTo(id("feed of a50"));
  }

  @Test
  void a_success_that_is_told_late_is_evidence_all_the_same_but_not_for_its_own_domain() {
    seen(poll("c", 20, GOOD));
    seen(poll("c", 15, GOOD));
    assertThat(seen(poll("c", 14, DEAF))).isEqualTo(Blame.PENDING);

    seen(poll("b", 15, GOOD));
    assertThat(seen(poll("c", 14, DEAF))).isEqualTo(Blame.FEED);
  }

  @Test
  void a_run_that_ends_counts_by_any_success_of_another_domain() {
    var late = poll("b", 12, 20, DEAF);
    seen(poll("c", 10, GOOD));
    seen(late);

    assertThat(evidence.finish()).isEqualTo(new Settled<>(List.of(waiting(late)), List.of()));
    assertThat(evidence.finish()).isEqualTo(NOTHING);
  }

  @Test
  void a_run_that_ends_forgives_who_failed_alone_or_beside_himself() {
    var failure = poll("a", 12, 20, DEAF);
    seen(otherFeed(poll("a", 10, GOOD)));
    seen(failure);

    assertThat(evidence.finish()).isEqualTo(new Settled<>(List.of(), List.of(waiting(failure))));
  }

  @Test
  void a_run_that_ends_in_an_outage_forgives_it_all() {
    seen(poll("a", 10, GOOD));
    fail(3, 12);

    assertThat(evidence.finish().counted()).isEmpty();
  }

  @Test
  void one_worker_with_a_dead_resolver_says_nothing_about_another() {
    var other = new Evidence<String>();
    fail(9, 10);

    for (int i = 0; i < 9; i++) {
      other.see(poll("deaf" + i, 10 + i, GOOD));
    }

    assertThat(isOut()).isTrue();
    assertThat(other.outage()).isEmpty();
  }

  private static Sighting otherFeed(Sighting poll) {
    return new Sighting(
        id("another feed of " + poll.domain()),
        poll.domain(),
        poll.began(),
        poll.ended(),
        true,
        poll.sign());
  }

  private SourceId canary() {
    return evidence.canary().orElseThrow();
  }
}
