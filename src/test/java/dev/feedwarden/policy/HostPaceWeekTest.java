package dev.feedwarden.policy;

import static dev.feedwarden.policy.Feed.FINE;
import static dev.feedwarden.policy.Feed.FRESH;
import static dev.feedwarden.policy.Feed.NOW;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Claim;
import dev.feedwarden.model.FeedState;
import dev.feedwarden.model.FeedState.Visits;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.HostMemory;
import dev.feedwarden.model.Lease;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Pace;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Transition;
import dev.feedwarden.policy.HostPace.Reaction;
import dev.feedwarden.policy.Policy.Moment;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Sixty feeds on a host that takes one request a minute, for a week. */
final class HostPaceWeekTest {
  private static final Duration WEEK = Duration.ofDays(7);
  private static final Duration TOOK = ofMillis(200);
  private static final Policy POLICY =
      new Policy(Profile.STANDARD.table(), new Schedule(ofHours(1)), ofHours(1));
  private static final HostPace PACE = new HostPace(ofSeconds(1), ofHours(1));

  /** One of the sixty. */
  private static final class Member {
    private final SourceId id;
    private Transition state = FINE.state();
    private @Nullable Instant polledAt;
    private int refreshed;
    private Duration longest = Duration.ZERO;
    private Instant lastFresh = NOW;

    Member(int number) {
      id = new SourceId("01890000-0000-7000-8000-%012d".formatted(number));
    }

    Claim claim(Instant now) {
      var one = FINE.claim();
      return new Claim(
          new Lease(new HostKey("example.org"), 1, now, now.plusSeconds(180), HostMemory.NONE),
          new Source(id, one.source().settings(), state.standing(), 1, one.source().stamps()),
          new FeedState(
              one.state().snapshot(), state.health(), new Visits(polledAt, null), state.next()));
    }
  }

  /** Takes one request in each minute of its clock. */
  private static Predicate<Instant> byTheClock() {
    var minutes = new ArrayList<Long>(List.of(-1L));
    return now -> {
      var minute = now.getEpochSecond() / 60;
      return minute != minutes.getLast() && minutes.add(minute);
    };
  }

  /** Takes one request a minute after the last that it took. */
  private static Predicate<Instant> sinceTheLast() {
    var taken = new ArrayList<Instant>(List.of(Instant.EPOCH));
    return now -> !now.isBefore(taken.getLast().plus(ofMinutes(1))) && taken.add(now);
  }

  static Stream<Arguments> hosts() {
    return Stream.of(
        Arguments.of("by the clock", byTheClock(), null),
        Arguments.of("by the clock, naming a time", byTheClock(), ofMinutes(1)),
        Arguments.of("since the last", sinceTheLast(), null),
        Arguments.of("since the last, naming a time", sinceTheLast(), ofMinutes(1)),
        Arguments.of("since the last, naming a short time", sinceTheLast(), ofSeconds(6)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("hosts")
  void r_31_few_are_refused_and_all_are_refreshed(
      String how, Predicate<Instant> takes, @Nullable Duration retryAfter) {
    var members = IntStream.range(0, 60).mapToObj(Member::new).toList();
    var dice = new Random(6);
    var pace = Pace.UNKNOWN;
    var refusals = 0;
    for (var now = NOW; now.isBefore(NOW.plus(WEEK)); ) {
      var due = due(members, now);
      if (due == null) {
        now = now.plusSeconds(1);
        continue;
      }
      var taken = takes.test(now);
      var heard = taken ? FRESH : HostPaceTest.status(429, retryAfter);
      refusals += taken ? 0 : 1;
      now = now.plus(TOOK);
      var lesson = PACE.after(pace, due.id, Reaction.of(heard), now);
      pace = lesson.pace();
      settle(
          due,
          lesson.isHosts() ? new Outcome.Deferred(now.plus(lesson.rest())) : heard,
          now,
          dice.nextDouble());
      now = now.plus(lesson.rest());
    }

    assertThat(refusals).as(how).isLessThan(100);
    assertThat(members).allSatisfy(one -> assertThat(one.refreshed).isGreaterThan(100));
    assertThat(members).allSatisfy(one -> assertThat(one.longest).isLessThan(ofHours(4)));
  }

  private static @Nullable Member due(List<Member> members, Instant now) {
    return members.stream()
        .filter(one -> !requireNonNull(one.state.next().at()).isAfter(now))
        .min(
            Comparator.comparing((Member one) -> one.polledAt == null ? Instant.MIN : one.polledAt)
                .thenComparing(one -> one.id.value()))
        .orElse(null);
  }

  private static void settle(Member member, Outcome outcome, Instant now, double dice) {
    member.state = POLICY.next(member.claim(now), outcome, new Moment(now, dice));
    member.polledAt = now;
    if (outcome instanceof Outcome.Fresh) {
      var gap = Duration.between(member.lastFresh, now);
      member.longest = gap.compareTo(member.longest) > 0 ? gap : member.longest;
      member.lastFresh = now;
      member.refreshed++;
    }
  }
}
