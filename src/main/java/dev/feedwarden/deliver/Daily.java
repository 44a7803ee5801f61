package dev.feedwarden.deliver;

import static dev.feedwarden.deliver.Wording.count;

import dev.feedwarden.deliver.Notice.Line;
import dev.feedwarden.deliver.Notice.Tone;
import dev.feedwarden.store.Overview.Fleet;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.function.Function;

/**
 * How the fleet is, once a day.
 *
 * @param hour of the day, in UTC
 * @param fleet counted at a time
 */
record Daily(int hour, Function<Instant, Fleet> fleet) {
  /** The next time after this one. */
  Instant next(Instant now) {
    var today = now.atZone(ZoneOffset.UTC).toLocalDate().atTime(LocalTime.of(hour, 0));
    var at = today.toInstant(ZoneOffset.UTC);
    return at.isAfter(now) ? at : today.plusDays(1).toInstant(ZoneOffset.UTC);
  }

  Notice notice(Instant now) {
    var all = fleet.apply(now);
    var failing = all.errors().values().stream().mapToLong(Long::longValue).sum();
    var lines = new ArrayList<Line>();
    lines.add(
        new Line(
            count(all.sources(), "source")
                + " on "
                + count(all.hosts(), "host")
                + ", "
                + count(all.articles(), "article")));
    all.statuses()
        .forEach(
            (status, n) -> {
              if (n > 0) {
                lines.add(new Line("• " + status + ": " + n));
              }
            });
    if (failing > 0) {
      lines.add(new Line("The last poll failed of " + count(failing, "source") + ":"));
      all.errors().forEach((type, n) -> lines.add(new Line("• " + type.wire() + ": " + n)));
    }
    var day = now.atZone(ZoneOffset.UTC).toLocalDate();
    return new Notice(
        "daily-" + day, "daily", Tone.PLAIN, "Feedwarden on " + day + ": daily digest", lines);
  }
}
