package dev.feedwarden.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.Credentials;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.FetchResult.FetchTrace;
import dev.feedwarden.model.FetchResult.Hop;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.MoveCandidate;
import dev.feedwarden.model.MoveCandidate.How;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Overlap;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.Rhythm;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Moves.Said;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MovesTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final WebUrl OLD = WebUrl.of("https://old.example/feed");
  private static final WebUrl NEW = WebUrl.of("https://new.example/feed");
  private static final Overlap MOST = new Overlap(9, 10);
  private static final MoveCandidate ONCE = new MoveCandidate(NEW, How.REDIRECT, NOW, MOST);
  private static final Outcome FINE = new Outcome.NotModified(Validators.NONE, Rhythm.NONE);
  private static final Outcome FAILED =
      new Outcome.Failed(new PollError(ErrorType.NETWORK, Cause.DNS, 0, "url"), null);

  private static @Nullable MoveCandidate redirected(
      @Nullable MoveCandidate before, Outcome outcome, Overlap overlap, Instant now) {
    return Moves.after(before, outcome, NEW, Said.AS_BEFORE, overlap, now);
  }

  private static @Nullable MoveCandidate told(@Nullable MoveCandidate before, Said said) {
    return Moves.after(before, FINE, null, said, Overlap.NONE, NOW);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      textBlock =
          """
          '',                                                        -
          301 https://new.example/,                                  https://new.example/
          308 https://new.example/,                                  https://new.example/
          302 https://new.example/,                                  -
          307 https://new.example/ 301 https://b.example/,           -
          301 https://a.example/ 308 https://b.example/,             https://b.example/
          301 https://a.example/ 302 https://cdn.example/,           https://a.example/
          301 https://a.example/ 301 https://old.example/feed,       -
          """)
  void the_target_is_where_permanent_redirects_lead_until_one_is_not(String way, String target) {
    var hops = new ArrayList<Hop>();
    var words = way.isEmpty() ? new String[0] : way.split(" ");
    for (int i = 0; i < words.length; i += 2) {
      hops.add(new Hop(Integer.parseInt(words[i]), WebUrl.of(words[i + 1])));
    }

    var found = Moves.target(OLD, new FetchTrace(1, NEW, hops, null, Duration.ZERO));

    assertThat(found == null ? "-" : found.text()).isEqualTo(target);
  }

  @Test
  void a_permanent_redirect_is_a_candidate_and_counted() {
    assertThat(redirected(null, FINE, MOST, NOW)).isEqualTo(ONCE);
    assertThat(redirected(ONCE, FINE, Overlap.NONE, NOW.plusSeconds(60)))
        .isEqualTo(new MoveCandidate(NEW, How.REDIRECT, 2, NOW, MOST));
  }

  @Test
  void what_was_measured_first_holds_and_what_nobody_could_measure_is_made_up_for() {
    var nothing = new MoveCandidate(NEW, How.REDIRECT, NOW, new Overlap(0, 10));
    var unmeasured = new MoveCandidate(NEW, How.REDIRECT, NOW, Overlap.NONE);

    assertThat(redirected(nothing, FINE, Overlap.whole(10), NOW))
        .isEqualTo(new MoveCandidate(NEW, How.REDIRECT, 2, NOW, new Overlap(0, 10)));
    assertThat(redirected(unmeasured, FINE, MOST, NOW))
        .isEqualTo(new MoveCandidate(NEW, How.REDIRECT, 2, NOW, MOST));
  }

  @Test
  void another_target_begins_anew_and_none_ends_it() {
    var other =
        new MoveCandidate(WebUrl.of("https://b.example/"), How.REDIRECT, 2, Instant.EPOCH, MOST);

    assertThat(redirected(other, FINE, MOST, NOW)).isEqualTo(ONCE);
    assertThat(told(ONCE, Said.AS_BEFORE)).isNull();
  }

  @Test
  void a_failure_or_a_deferral_says_nothing() {
    assertThat(redirected(ONCE, new Outcome.Deferred(NOW), MOST, NOW)).isEqualTo(ONCE);
    assertThat(redirected(ONCE, FAILED, MOST, NOW)).isEqualTo(ONCE);
    assertThat(redirected(null, FAILED, MOST, NOW)).isNull();
  }

  @Test
  void a_documents_own_word_is_a_candidate_until_it_is_taken_back() {
    var first = told(null, new Said(true, NEW));
    var again = told(first, Said.AS_BEFORE);

    assertThat(first).isEqualTo(new MoveCandidate(NEW, How.NEW_FEED_URL, NOW, Overlap.NONE));
    assertThat(again).isEqualTo(new MoveCandidate(NEW, How.NEW_FEED_URL, 2, NOW, Overlap.NONE));
    assertThat(told(again, new Said(true, null))).isNull();
  }

  private static Source source(WebUrl feed, Credentials.@Nullable Encrypted credentials) {
    return new Source(
        new SourceId("01890000-0000-7000-8000-000000000000"),
        new Source.Settings(new Label("a"), feed, true, Intake.USUAL, credentials, null),
        Standing.ACTIVE,
        1,
        new Source.Stamps(NOW, NOW));
  }

  @ParameterizedTest(name = "{0} {1} times in {2} h, {3} of {4} in common: {5}")
  @CsvSource(
      textBlock =
          """
          redirect,     3, 24, 5, 10, true
          redirect,     2, 24, 5, 10, false
          redirect,     9, 23, 5, 10, false
          redirect,     3, 24, 4, 10, false
          redirect,     3, 24, 0,  0, false
          redirect,     3, 24, 1,  1, true
          new_feed_url, 9, 99, 9,  9, false
          """)
  void a_move_is_believed_after_three_sightings_over_a_day_with_half_in_common(
      String how, int sightings, int hours, int common, int of, boolean believed) {
    var move =
        new MoveCandidate(
            NEW, How.ofWire(how), sightings, NOW.minusSeconds(3600L * hours), overlap(common, of));

    assertThat(Moves.isProven(source(OLD, null), move, NOW)).isEqualTo(believed);
  }

  private static Overlap overlap(int common, int of) {
    return new Overlap(common, of);
  }

  @ParameterizedTest(name = "{0} to {1}, with a password {2}: {3}")
  @CsvSource(
      textBlock =
          """
          https://old.example/feed,            https://new.example/feed,            false, true
          https://old.example/feed,            https://new.example/feed,            true,  false
          https://old.example/feed,            https://old.example/other,           true,  true
          http://old.example/feed,             https://old.example/feed,            true,  false
          https://old.example/feed?token=s3cr, https://new.example/feed?token=s3cr, false, false
          https://old.example/feed?token=s3cr, https://old.example/new?token=s3cr,  false, true
          """)
  void a_private_feed_stays_on_its_site(
      String from, String to, boolean password, boolean followed) {
    var credentials = password ? new Credentials.Encrypted("locked") : null;

    assertThat(Moves.mayFollow(source(WebUrl.of(from), credentials), WebUrl.of(to)))
        .isEqualTo(followed);
  }
}
