package dev.feedwarden.store;

import static dev.feedwarden.model.ErrorType.UNEXPECTED;

import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.store.Interventions.Done;
import java.time.Duration;
import java.time.Instant;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of a feed that took the process with it. Whoever is at a host and never comes back
 * leaves a suspect, the feed whose turn it was; a second time makes it guilty, and it is left alone
 * for a day. A success after that lifts it, as it does any cooldown.
 */
final class Quarantine {
  private static final Logger LOG = LoggerFactory.getLogger(Quarantine.class);
  private static final String EVIDENCE = "the process ended twice while this feed was polled";

  static final Duration LENGTH = Duration.ofHours(24);

  private final Database database;

  Quarantine(Database database) {
    this.database = database;
  }

  private record Loss(int count, @Nullable String source) {}

  private static final String SUSPECT =
      "UPDATE host_queue SET lost = :lost, lost_source = :source WHERE key = :key";

  /**
   * Notes whose turn it is at a host that was taken over; who has been in that place before is
   * guilty.
   */
  static @Nullable SourceId guilty(Handle h, HostKey host, @Nullable SourceId next) {
    if (next == null) {
      return null;
    }
    var loss =
        h.createQuery("SELECT lost, lost_source FROM host_queue WHERE key = :key")
            .bind("key", host.value())
            .map((row, _) -> new Loss(row.getInt("lost"), row.getString("lost_source")))
            .one();
    var again = next.value().equals(loss.source());
    h.createUpdate(SUSPECT)
        .bind("lost", again ? loss.count() : 1)
        .bind("source", next.value())
        .bind("key", host.value())
        .execute();
    return again && loss.count() > 1 ? next : null;
  }

  /** Leaves a feed alone, and tells of it. */
  void begin(SourceId source, Instant now) {
    var until = now.plus(LENGTH);
    new Interventions(database)
        .locked(
            source,
            null,
            (h, found) -> {
              Interventions.schedule(h, source, new NextPoll(until, NextPoll.Reason.COOLDOWN), now);
              if (database.registry() == null) { // else the registry says how it stands
                var standing = new Standing.Cooling(UNEXPECTED, now, until, "policy");
                Interventions.stand(h, found.source(), standing, now);
                History.intervened(
                    h, source, now, "disabled", UNEXPECTED.wire(), "policy", EVIDENCE);
                Telling.disabled(h, found.source(), standing, EVIDENCE, now);
              }
              return new Done.Changed();
            });
    LOG.atError()
        .addKeyValue("source_id", source.value())
        .addKeyValue("until", until)
        .log("feed quarantined: " + EVIDENCE);
  }
}
