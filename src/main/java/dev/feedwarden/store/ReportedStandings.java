package dev.feedwarden.store;

import dev.feedwarden.model.Happening;
import dev.feedwarden.model.Happening.Subject;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.StandingReport;
import dev.feedwarden.store.Interventions.Done;
import java.time.Instant;
import org.jdbi.v3.core.Handle;

/**
 * What the policy of a crawler elsewhere decided of our sources. A report is fenced by the revision
 * that the crawler knew; one that is sent again, as its answer was lost, changes nothing.
 */
public final class ReportedStandings {
  /** Who decides when no person does. */
  public static final String POLICY = "policy";

  private final Database database;
  private final Interventions interventions;

  public ReportedStandings(Database database) {
    this.database = database;
    this.interventions = new Interventions(database);
  }

  /** What came of a report, and the source's revision after it. */
  public record Answer(Done done, long revision) {}

  /** Follows a report, unless somebody has changed the source since. */
  public Answer follow(StandingReport report, String who, Instant now) {
    FollowedRegistry.demandNone(database);
    var revision = new long[1];
    var done =
        interventions.locked(
            report.source(),
            null,
            (h, found) -> {
              var source = found.source();
              revision[0] = source.revision();
              if (holds(source, report.standing())) {
                return new Done.Unchanged();
              }
              if (source.revision() != report.revision()) {
                return new Done.Stale();
              }
              write(h, source, report, who, now);
              revision[0] = source.revision() + 1;
              return new Done.Changed();
            });
    return new Answer(done, revision[0]);
  }

  private static boolean holds(Source source, Standing reported) {
    return source.standing().equals(reported) && source.settings().enabled();
  }

  private static void write(
      Handle h, Source source, StandingReport report, String who, Instant now) {
    var before = source.standing();
    var isNews =
        (before instanceof Standing.Active) != (report.standing() instanceof Standing.Active);
    Interventions.stand(h, source, report.standing(), now);
    switch (report.standing()) {
      case Standing.Active _ -> {
        Interventions.anew(h, source.id(), source.settings().feedUrl(), now);
        History.intervened(h, source.id(), now, "enabled", null, who, report.evidence());
        if (isNews) {
          Outbox.add(h, now, new Happening.FeedEnabled(Subject.of(source), POLICY));
        }
      }
      case Standing.Cooling(var reason, _, var until, _) -> {
        Interventions.schedule(h, source.id(), new NextPoll(until, NextPoll.Reason.COOLDOWN), now);
        History.intervened(
            h,
            source.id(),
            now,
            isNews ? "disabled" : "renewed",
            reason.wire(),
            who,
            report.evidence());
        if (isNews) {
          Telling.disabled(h, source, report.standing(), report.evidence(), now);
        }
      }
      case Standing.Stopped _ ->
          throw new IllegalArgumentException("no policy stops a feed for good");
    }
  }
}
