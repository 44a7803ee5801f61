package dev.feedwarden.policy;

import static dev.feedwarden.model.ErrorType.FORBIDDEN;
import static dev.feedwarden.model.ErrorType.GONE;
import static dev.feedwarden.model.ErrorType.NOT_FOUND;
import static dev.feedwarden.model.ErrorType.UNEXPECTED;
import static dev.feedwarden.model.Transition.Alarm.CLEARED;
import static dev.feedwarden.model.Transition.Alarm.NONE;
import static dev.feedwarden.model.Transition.Alarm.RAISED;
import static dev.feedwarden.policy.Feed.FINE;
import static dev.feedwarden.policy.Feed.FRESH;
import static dev.feedwarden.policy.Feed.NOT_MODIFIED;
import static dev.feedwarden.policy.Feed.failed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Transition.Alarm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a person hears of a feed that stays in the schedule. */
final class AlarmsTest {
  private static final Policy WATCHING = policy(Profile.WATCH_ONLY);
  private static final Policy STANDARD = policy(Profile.STANDARD);

  private static Policy policy(Profile profile) {
    return new Policy(profile.table(), new Schedule(Duration.ofHours(1)), Duration.ofHours(1));
  }

  private static List<Alarm> alarms(Policy policy, Outcome... outcomes) {
    var alarms = new ArrayList<Alarm>();
    var feed = FINE;
    for (var outcome : outcomes) {
      feed = feed.after(policy, outcome);
      alarms.add(feed.state().alarm());
    }
    return alarms;
  }

  @Test
  void it_is_raised_at_the_threshold_and_cleared_by_a_success() {
    var lost = failed(NOT_FOUND);

    assertThat(alarms(WATCHING, lost, lost, lost, lost, NOT_MODIFIED, FRESH))
        .containsExactly(NONE, NONE, RAISED, NONE, CLEARED, NONE);
    assertThat(alarms(WATCHING, failed(GONE), FRESH)).containsExactly(RAISED, CLEARED);
    assertThat(alarms(WATCHING, lost, lost, FRESH, lost)).containsOnly(NONE);
  }

  @Test
  void another_type_begins_anew() {
    var lost = failed(NOT_FOUND);
    var forbidden = failed(FORBIDDEN);

    assertThat(alarms(WATCHING, lost, lost, forbidden, lost, lost, lost))
        .containsExactly(NONE, NONE, NONE, NONE, NONE, RAISED);
  }

  @Test
  void what_only_a_person_can_put_right_is_raised_at_once_and_not_again_the_same_day() {
    var strange = failed(UNEXPECTED);

    assertThat(alarms(STANDARD, strange, strange, FRESH)).containsExactly(RAISED, NONE, CLEARED);
  }

  @Test
  void a_disable_speaks_for_itself() {
    var lost = failed(NOT_FOUND);

    assertThat(alarms(STANDARD, lost, lost, lost, FRESH)).containsOnly(NONE);
  }

  @Test
  void what_is_not_the_feeds_fault_is_no_alarm() {
    var lost = (Outcome.Failed) failed(GONE);
    var excused = new Outcome.Failed(lost.error(), null, Blame.HOST);

    assertThat(alarms(WATCHING, excused, excused)).containsOnly(NONE);
  }
}
