package dev.feedwarden.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Change;
import dev.feedwarden.model.Changes;
import dev.feedwarden.model.Condition;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.Entry.Content;
import dev.feedwarden.model.Entry.EntryKey;
import dev.feedwarden.model.FeedState.Reliability;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.FeedState.Unmodified;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.FetchResult.FetchTrace;
import dev.feedwarden.model.FetchResult.Headers;
import dev.feedwarden.model.Hints;
import dev.feedwarden.model.Lie;
import dev.feedwarden.model.Remark;
import dev.feedwarden.model.Rhythm;
import dev.feedwarden.model.Rhythm.Learned;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.Watch;
import dev.feedwarden.model.Watch.Baseline;
import dev.feedwarden.model.Watch.Silence;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Conditional.Lesson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConditionalTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Validators BOTH = new Validators("\"v1\"", "Sun, 01 Mar 2026 00:00:00 GMT");

  private static final WebUrl URL = WebUrl.of("https://example.org/feed");

  private static Answered with(Validators validators) {
    return new Answered(
        200,
        new Headers(validators, null, null, null),
        new byte[] {1},
        new FetchTrace(1, URL, List.of(), null, Duration.ZERO));
  }

  private static Snapshot known(Validators validators, Reliability reliability) {
    return new Snapshot(validators, "hash", 10, reliability, Rhythm.NONE);
  }

  private static Reliability wholeAt(Instant at) {
    return new Reliability(at, URL, 0, null, Unmodified.NEVER);
  }

  private static Reliability lied(Instant wholeAt, Lie.Kind kind, Instant at) {
    return new Reliability(wholeAt, URL, 0, new Lie(kind, at), Unmodified.NEVER);
  }

  private static Change added(@Nullable Instant published, boolean guessed) {
    return new Change.Added(
        new Entry(
            new EntryKey("key " + published, null),
            null,
            new Content("title", null, null, "", List.of(), null),
            Entry.Body.NONE,
            new Entry.Dates(published, null, guessed),
            new Entry.Marks("1:x", null)));
  }

  private static final Changes NEWS = new Changes(List.of(added(null, false)), 0);

  private static Lesson learn(Snapshot before, Validators validators, String hash, Changes news) {
    return Conditional.learn(before, with(validators), Validators.NONE, hash, news, NOW);
  }

  @Test
  void both_validators_are_sent_back() {
    assertThat(Conditional.toSend(known(BOTH, wholeAt(NOW.minusSeconds(60))), NOW))
        .isEqualTo(new Condition(BOTH, URL));
  }

  @Test
  void a_feed_that_was_never_read_is_asked_for_whole() {
    assertThat(Conditional.toSend(Snapshot.NONE, NOW)).isEqualTo(Condition.NONE);
  }

  @Test
  void A_08_a_whole_document_is_asked_for_now_and_then() {
    var week = Conditional.WHOLE_EVERY;

    assertThat(Conditional.toSend(known(BOTH, wholeAt(NOW.minus(week).plusMillis(1))), NOW))
        .isEqualTo(new Condition(BOTH, URL));
    assertThat(Conditional.toSend(known(BOTH, wholeAt(NOW.minus(week))), NOW))
        .isEqualTo(Condition.NONE);
  }

  @ParameterizedTest(name = "{0} times 304 in {1} h of a feed with an entry every {2} h: whole {3}")
  @CsvSource({
    "23, 100, 1, false",
    "24, 23, 1, false", // it has not had the time for as many entries
    "24, 24, 1, true",
    "24, 24, 2, false",
    "24, 48, 2, true",
    "99, 90, 24, false",
  })
  void A_08_many_304_in_a_row_are_looked_into(int count, int hours, int gap, boolean whole) {
    var reliability =
        new Reliability(
            NOW.minus(Duration.ofHours(hours)), URL, 0, null, new Unmodified(count, NOW));
    var rhythm =
        new Rhythm(new Learned(Duration.ofHours(gap), NOW.minusSeconds(1)), Hints.NONE, null);
    var snapshot = new Snapshot(BOTH, "hash", 10, reliability, rhythm);

    assertThat(Conditional.toSend(snapshot, NOW))
        .isEqualTo(whole ? Condition.NONE : new Condition(BOTH, URL));
  }

  @Test
  void a_silence_that_is_not_usual_is_looked_into_once() {
    var usual = NOW.minusSeconds(60);

    for (var whole : List.of(usual.minusSeconds(1), usual)) {
      var snapshot =
          new Snapshot(
              BOTH,
              "hash",
              10,
              wholeAt(whole),
              Rhythm.NONE,
              new Watch(Baseline.NONE, null, new Silence(usual, null)));
      assertThat(Conditional.toSend(snapshot, NOW))
          .isEqualTo(whole.equals(usual) ? new Condition(BOTH, URL) : Condition.NONE);
    }
  }

  @ParameterizedTest(name = "{0}, {1} after {2}, {3} with other entries: {4}")
  @CsvSource(
      nullValues = "-",
      textBlock =
          """
          "1", 1, "1", 1, BOTH
          "1", 2, "1", 1, ETAG
          "1", -, "1", 1, BOTH
          "1", -, "1", -, BOTH
          W/"1", 2, W/"1", 1, ETAG
          "2", 1, "1", 1, -
          "2", 2, "1", 1, -
          -, 1, -, 1, DATE
          -, 2, -, 1, -
          -, -, -, -, -
          -, 1, "1", 1, -
          """)
  void A_08_a_validator_that_stays_while_entries_change_is_a_lie(
      @Nullable String etag,
      @Nullable String date,
      @Nullable String oldEtag,
      @Nullable String oldDate,
      Lie.@Nullable Kind lie) {
    var before = known(new Validators(oldEtag, oldDate), wholeAt(NOW.minusSeconds(60)));

    var lesson = learn(before, new Validators(etag, date), "another hash", NEWS);

    assertThat(lesson)
        .isEqualTo(
            new Lesson(
                lie == null ? wholeAt(NOW) : lied(NOW, lie, NOW),
                lie == null ? List.of() : List.of(lie.remark())));
  }

  @Test
  void the_same_validators_for_other_bytes_with_the_same_entries_are_no_lie() {
    assertThat(learn(known(BOTH, wholeAt(NOW)), BOTH, "another hash", Changes.NONE))
        .isEqualTo(new Lesson(wholeAt(NOW), List.of()));
  }

  @ParameterizedTest(name = "after a lie of {0} it is asked by {1}, {2}")
  @CsvSource(
      nullValues = "-",
      value = {"ETAG, -, 1", "BOTH, -, -", "DATE, -, -", "ANSWER, -, -"})
  void a_server_that_lied_is_asked_with_what_works_for_a_month(
      Lie.Kind kind, @Nullable String etag, @Nullable String date) {
    var validators = new Validators("\"1\"", "1");
    var left = new Validators(etag, date);
    var month = NOW.plus(Conditional.DISTRUST);

    assertThat(Conditional.toSend(known(validators, lied(NOW, kind, NOW)), NOW))
        .isEqualTo(left.any() ? new Condition(left, URL) : Condition.NONE);
    assertThat(Conditional.toSend(known(validators, lied(month, kind, NOW)), month))
        .isEqualTo(new Condition(validators, URL));
  }

  @Test
  void a_lie_is_news_once_and_remembered_while_it_goes_on() {
    var before = known(BOTH, lied(NOW.minusSeconds(60), Lie.Kind.BOTH, NOW.minusSeconds(60)));

    assertThat(learn(before, BOTH, "another hash", NEWS))
        .isEqualTo(new Lesson(lied(NOW, Lie.Kind.BOTH, NOW), List.of()));
  }

  @ParameterizedTest(name = "entries {0} h after the last document, the last 304 after {1} h: {2}")
  @CsvSource({
    "10, 35, true",
    "10, 34, false",
    "10 20 30, 32, true",
    "10 20 31, 32, false",
    "-1 -2 -3 -4, 90, false", // they were in it, or are put in behind
  })
  void A_08_a_304_while_there_was_news_is_a_lie(String hours, int last, boolean lies) {
    var whole = NOW.minus(Duration.ofDays(5));
    var entries =
        Arrays.stream(hours.split(" ", -1))
            .map(hour -> whole.plus(Duration.ofHours(Long.parseLong(hour))))
            .map(at -> added(at, false))
            .toList();
    var before =
        known(
            BOTH,
            new Reliability(
                whole, URL, 0, null, new Unmodified(9, whole.plus(Duration.ofHours(last)))));
    var fresh = new Validators("\"v2\"", "another");

    var lesson = learn(before, fresh, "another hash", new Changes(entries, 0));

    assertThat(lesson.remarks()).isEqualTo(lies ? List.of(Remark.UNMODIFIED_LIES) : List.of());
  }

  @Test
  void who_was_asked_for_changes_and_had_some_did_not_hide_them() {
    var whole = NOW.minus(Duration.ofDays(5));
    var before = known(BOTH, new Reliability(whole, URL, 0, null, new Unmodified(9, NOW)));
    var late = new Changes(List.of(added(whole.plusSeconds(9), false)), 0);
    var fresh = with(new Validators("\"v2\"", null));

    assertThat(Conditional.learn(before, fresh, BOTH, "another hash", late, NOW).remarks())
        .isEmpty();
    assertThat(
            Conditional.learn(before, fresh, Validators.NONE, "another hash", late, NOW).remarks())
        .containsExactly(Remark.UNMODIFIED_LIES);
  }

  @Test
  void a_date_that_was_guessed_accuses_nobody() {
    var whole = NOW.minus(Duration.ofDays(5));
    var before = known(BOTH, new Reliability(whole, URL, 0, null, new Unmodified(9, NOW)));
    var guessed = new Changes(List.of(added(whole.plusSeconds(9), true)), 0);

    assertThat(learn(before, new Validators("\"v2\"", null), "another hash", guessed).remarks())
        .isEmpty();
  }

  @Test
  void an_etag_that_changes_for_the_same_document_three_times_is_no_longer_sent() {
    var state = known(BOTH, wholeAt(NOW));
    var remarks = new ArrayList<Remark>();
    for (int i = 2; i <= 5; i++) {
      var fresh = new Validators("\"v" + i + "\"", BOTH.lastModified());
      assertThat(Conditional.toSend(state, NOW).validators().etag() != null).isEqualTo(i < 5);
      var lesson = learn(state, fresh, "hash", Changes.NONE);
      remarks.addAll(lesson.remarks());
      state = known(fresh, lesson.reliability());
    }

    assertThat(Conditional.toSend(state, NOW))
        .isEqualTo(new Condition(new Validators(null, BOTH.lastModified()), URL));
    assertThat(remarks).containsExactly(Remark.ETAG_CHURNS);
  }

  @Test
  void an_etag_that_stays_with_its_document_is_believed_again() {
    var churning = known(BOTH, new Reliability(NOW, URL, 3, null, Unmodified.NEVER));

    assertThat(learn(churning, BOTH, "hash", Changes.NONE).reliability().churn()).isZero();
  }

  @Test
  void validators_are_for_the_url_that_they_came_from() {
    var condition = new Condition(BOTH, URL);

    assertThat(condition.at(URL)).isEqualTo(BOTH);
    assertThat(condition.at(WebUrl.of("https://example.org/moved"))).isEqualTo(Validators.NONE);
  }
}
