package dev.feedwarden.policy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.Domain;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.policy.Evidence.Sighting;
import dev.feedwarden.policy.Evidence.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds whatever a worker sees. */
final class EvidenceLawsTest {
  private static final int POLLS = 400;

  static LongStream seeds() {
    return LongStream.rangeClosed(1, 100);
  }

  /** What became of a run of polls. */
  private record Course(
      List<Sighting> counted, List<Sighting> forgiven, List<Duration[]> outages, boolean out) {}

  // Feeds of a few domains, some dead for good, polled by a worker whose line dies now and then.
  private static List<Sighting> polls(long seed) {
    var dice = new Random(seed);
    var domains = 2 + dice.nextInt(30);
    var dead = dice.nextInt(domains);
    var polls = new ArrayList<Sighting>();
    var down = false;
    var now = 0;
    for (int i = 0; i < POLLS; i++) {
      now += dice.nextInt(20);
      down = dice.nextInt(30) == 0 ? !down : down;
      var domain = dice.nextInt(domains);
      var fails = down || domain < dead;
      polls.add(sighting(domain, i, now, now + 1 + dice.nextInt(40), fails));
    }
    polls.sort(Comparator.comparing(Sighting::ended));
    return polls;
  }

  private static Sighting sighting(int domain, int poll, int began, int ended, boolean fails) {
    var id = UUID.nameUUIDFromBytes((domain + " " + poll).getBytes(UTF_8)).toString();
    return new Sighting(
        new SourceId(id),
        new Domain("domain" + domain),
        Duration.ofSeconds(began),
        Duration.ofSeconds(ended),
        true,
        fails ? new Sign.Suspect(Cause.DNS) : new Sign.Good());
  }

  private static Course course(List<Sighting> polls) {
    var evidence = new Evidence<String>();
    var counted = new ArrayList<Sighting>();
    var forgiven = new ArrayList<Sighting>();
    var outages = new ArrayList<Duration[]>();
    for (var poll : polls) {
      var before = evidence.outage();
      evidence.see(poll);
      if (before.isPresent() && evidence.outage().isEmpty()) {
        outages.add(new Duration[] {before.get().since(), poll.ended()});
      }
      if (!(poll.sign() instanceof Sign.Good)) {
        switch (evidence.blame(poll)) {
          case FEED -> counted.add(poll);
          case US -> forgiven.add(poll);
          case PENDING, HOST -> evidence.hold(new Waiting<>(poll, ""));
        }
      }
      var settled = evidence.settle();
      settled.counted().forEach(one -> counted.add(one.sighting()));
      settled.forgiven().forEach(one -> forgiven.add(one.sighting()));
    }
    return new Course(counted, forgiven, outages, evidence.outage().isPresent());
  }

  @Test
  void the_sequences_meet_every_case_that_the_laws_speak_of() {
    var all = seeds().mapToObj(seed -> course(polls(seed))).toList();

    assertThat(all).anyMatch(course -> course.outages().size() > 1);
    assertThat(all).anyMatch(course -> course.outages().isEmpty());
    assertThat(all).anyMatch(course -> course.counted().size() > 50);
    assertThat(all).anyMatch(course -> course.forgiven().size() > 50);
    assertThat(all).anyMatch(Course::out);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void nothing_is_counted_without_a_later_success_of_another_domain(long seed) {
    var polls = polls(seed);

    assertThat(course(polls).counted())
        .allSatisfy(
            failed ->
                assertThat(polls)
                    .anyMatch(
                        other ->
                            other.sign() instanceof Sign.Good
                                && !other.domain().equals(failed.domain())
                                && other.ended().compareTo(failed.ended()) > 0));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void nothing_is_counted_that_touches_an_outage(long seed) {
    var course = course(polls(seed));

    for (var outage : course.outages()) {
      assertThat(course.counted())
          .noneMatch(
              failed ->
                  failed.ended().compareTo(outage[0]) > 0
                      && failed.began().compareTo(outage[1]) < 0);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void no_failure_is_both_counted_and_forgiven_or_counted_twice(long seed) {
    var course = course(polls(seed));
    var all = new ArrayList<>(course.counted());
    all.addAll(course.forgiven());

    assertThat(all).doesNotHaveDuplicates();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void r_22_a_domain_alone_is_never_counted(long seed) {
    var polls = polls(seed).stream().filter(p -> p.domain().value().equals("domain1")).toList();

    assertThat(course(polls).counted()).isEmpty();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void it_does_not_matter_in_which_order_polls_are_heard_of(long seed) {
    // Two domains fail, so that there is no outage to begin earlier or later.
    var polls =
        polls(seed).stream()
            .filter(
                p ->
                    p.sign() instanceof Sign.Good
                        || Set.of("domain0", "domain1").contains(p.domain().value()))
            .toList();
    var shuffled = new ArrayList<>(polls);
    Collections.shuffle(shuffled, new Random(seed));

    assertThat(new HashSet<>(course(shuffled).counted()))
        .isEqualTo(new HashSet<>(course(polls).counted()));
  }
}
