package dev.feedwarden.lab;

import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Claim;
import dev.feedwarden.model.DisableBudget;
import dev.feedwarden.model.FeedState;
import dev.feedwarden.model.FeedState.Reliability;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.FeedState.Visits;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.HostMemory;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.Lease;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.NextPoll.Reason;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Transition;
import dev.feedwarden.model.Validators;
import dev.feedwarden.policy.Policy;
import dev.feedwarden.policy.Policy.Moment;
import dev.feedwarden.store.RecordedPolls;
import dev.feedwarden.store.RecordedPolls.Event;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A recorded history, decided again by another policy. */
public final class Replay {
  private final Policy policy;
  private final Map<SourceId, Course> courses = new HashMap<>();
  private final List<Difference> differences = new ArrayList<>();
  private DisableBudget budget = DisableBudget.UNUSED;
  private Tally tally = Tally.NONE;

  private Replay(Policy policy) {
    this.policy = policy;
  }

  /**
   * What came of it.
   *
   * @param differences in the order of the polls
   * @param names of the sources in them
   */
  public record Report(Tally tally, List<Difference> differences, Map<SourceId, String> names) {
    public Report {
      differences = List.copyOf(differences);
      names = Map.copyOf(names);
    }
  }

  /** A poll after which something else follows. */
  public record Difference(
      SourceId source, Instant at, String outcome, NextPoll recorded, NextPoll replayed) {}

  /**
   * Counts of polls.
   *
   * @param decided again
   * @param spared that would not have been made, as the policy would still have waited
   * @param undecided of which too little was recorded
   */
  public record Tally(long decided, long spared, long undecided, Disables disables) {
    static final Tally NONE = new Tally(0, 0, 0, new Disables(0, 0));
  }

  /** How often a feed was disabled by policy, and how often it would have been. */
  public record Disables(long recorded, long replayed) {}

  /** What the policy has made of one source so far. */
  private static final class Course {
    private final RecordedPolls.Judged judged;
    private Health health = Health.FINE;
    private Standing standing = Standing.ACTIVE;
    private boolean known = true;
    private boolean everGood;
    private boolean coolingOnRecord;
    private @Nullable NextPoll recorded;
    private @Nullable NextPoll replayed;

    Course(RecordedPolls.Judged judged) {
      this.judged = judged;
    }

    void anew() {
      health = Health.FINE;
      standing = Standing.ACTIVE;
      known = true;
      coolingOnRecord = false;
      recorded = null;
      replayed = null;
    }

    // What others decide alike may have been cut short by a person; what this policy alone decides
    // would have been waited out.
    boolean waits(Instant at) {
      return replayed != null
          && !replayed.equals(recorded)
          && replayed.at() != null
          && at.isBefore(replayed.at());
    }
  }

  /** Decides all polls of a database again. */
  public static Report run(RecordedPolls history, Policy policy) {
    var replay = new Replay(policy);
    history.sources(one -> replay.courses.put(one.source(), new Course(one)));
    history.events(replay::see);
    var names = new HashMap<SourceId, String>();
    replay.differences.forEach(
        one -> names.put(one.source(), replay.course(one.source()).judged.name()));
    return new Report(replay.tally, replay.differences, names);
  }

  private Course course(SourceId source) {
    return Objects.requireNonNull(courses.get(source));
  }

  private void see(Event event) {
    var course = course(event.source());
    switch (event) {
      case Event.Renewed _ -> course.anew();
      case Event.Disabled(_, var at, var reason, var by) -> {
        course.standing =
            reason == null
                ? new Standing.Stopped(at, by, "")
                : new Standing.Cooling(reason, at, at, by);
        course.coolingOnRecord = true;
      }
      case Event.Polled poll -> polled(course, poll);
    }
  }

  private void polled(Course course, Event.Polled poll) {
    var failure = poll.failure();
    count(course, poll);
    if (failure == null) {
      succeeded(course, poll);
    } else if (!course.known || failure.basis() == null) {
      course.known = false; // until its next success, when it begins anew
      tally = new Tally(tally.decided, tally.spared, tally.undecided + 1, tally.disables);
    } else if (course.waits(poll.at())) {
      tally = new Tally(tally.decided, tally.spared + 1, tally.undecided, tally.disables);
    } else {
      failed(course, poll, failure, failure.basis());
    }
    course.recorded = poll.next();
  }

  private void count(Course course, Event.Polled poll) {
    var cooling = poll.next().reason() == Reason.COOLDOWN;
    if (cooling && !course.coolingOnRecord) {
      disabled(1, 0);
    }
    course.coolingOnRecord = poll.failure() != null && (cooling || course.coolingOnRecord);
  }

  private void disabled(long recorded, long replayed) {
    var before = tally.disables;
    tally =
        new Tally(
            tally.decided,
            tally.spared,
            tally.undecided,
            new Disables(before.recorded + recorded, before.replayed + replayed));
  }

  // What follows from a success is the schedule's business, which is not what is compared here.
  private void succeeded(Course course, Event.Polled poll) {
    if (course.waits(poll.at())) {
      tally = new Tally(tally.decided, tally.spared + 1, tally.undecided, tally.disables);
      return;
    }
    course.health = Health.FINE;
    course.standing =
        course.standing instanceof Standing.Stopped ? course.standing : Standing.ACTIVE;
    course.known = true;
    course.everGood = true;
    course.replayed = poll.next();
    tally = new Tally(tally.decided + 1, tally.spared, tally.undecided, tally.disables);
  }

  private void failed(
      Course course, Event.Polled poll, RecordedPolls.Failure failure, RecordedPolls.Basis basis) {
    var claim = claim(course, poll, basis);
    var outcome = new Outcome.Failed(failure.error(), basis.retryAfter(), failure.blame());
    var decided = policy.next(claim, outcome, Moment.of(poll.source(), poll.at()));
    var transition = isHeld(course, poll, decided) ? decided.held() : decided;
    if (course.standing instanceof Standing.Active
        && transition.standing() instanceof Standing.Cooling) {
      disabled(0, 1);
    }
    // What was not counted while the feed was in the schedule follows from the schedule alone.
    var asRecorded = failure.blame() != Blame.FEED && course.standing instanceof Standing.Active;
    course.health = transition.health();
    course.standing = transition.standing();
    course.replayed = asRecorded ? poll.next() : rounded(transition.next());
    if (!course.replayed.equals(poll.next())) {
      differences.add(
          new Difference(
              poll.source(),
              poll.at(),
              failure.error().type().wire(),
              poll.next(),
              course.replayed));
    }
    tally = new Tally(tally.decided + 1, tally.spared, tally.undecided, tally.disables);
  }

  // Where the same was decided the record says whether it was one too many.
  private boolean isHeld(Course course, Event.Polled poll, Transition decided) {
    var rationed =
        course.everGood
            && course.standing instanceof Standing.Active
            && decided.standing() instanceof Standing.Cooling;
    if (!rationed) {
      return false;
    }
    return switch (poll.next().reason()) {
      case HELD -> true;
      case COOLDOWN -> false;
      default -> {
        var answer = budget.ask(courses.size(), poll.at());
        budget = answer.after();
        yield answer instanceof DisableBudget.Answer.Refused;
      }
    };
  }

  private static NextPoll rounded(NextPoll next) {
    return next.at() == null
        ? next
        : new NextPoll(next.at().truncatedTo(ChronoUnit.MILLIS), next.reason());
  }

  private static Claim claim(Course course, Event.Polled poll, RecordedPolls.Basis basis) {
    var at = poll.at();
    var judged = course.judged;
    return new Claim(
        new Lease(new HostKey("replay"), 0, at, at, HostMemory.NONE),
        new Source(
            poll.source(),
            new Settings(
                new Label(judged.name()),
                null,
                true,
                Intake.every(basis.interval()),
                null,
                judged.policy()),
            course.standing,
            0,
            new Source.Stamps(at, at)),
        new FeedState(
            new Snapshot(Validators.NONE, null, 0, Reliability.UNKNOWN, basis.rhythm()),
            course.health,
            Visits.NONE,
            new NextPoll(at, Reason.INTERVAL)));
  }
}
