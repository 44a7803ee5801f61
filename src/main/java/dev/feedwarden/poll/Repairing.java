package dev.feedwarden.poll;

import dev.feedwarden.model.Incident;
import dev.feedwarden.model.Repair;
import dev.feedwarden.policy.Moves;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Incidents;
import dev.feedwarden.store.RepairSearches;
import dev.feedwarden.store.RepairSearches.Said;
import dev.feedwarden.store.Repairs;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks for feeds that are gone, one at a time, and proposes where they may be. */
public final class Repairing {
  private static final Logger LOG = LoggerFactory.getLogger(Repairing.class);
  private static final int SOME = 100;
  private static final Said SAID = new Said(Moves.SIGHTINGS, Moves.WHILE);

  private final Database database;
  private final Outside outside;
  private final Supplier<Wishes> wishes;

  /**
   * What the operator wants.
   *
   * @param search whether lost feeds are looked for at all
   * @param auto the confidence in percent from which nobody need be asked; 0 for never
   */
  public record Wishes(boolean search, int auto) {}

  /** What a search reaches out to. */
  public record Outside(Reach.Fetching fetching, Reach.Memory memory, Reach.Crossings crossings) {}

  public Repairing(Database database, Outside outside, Supplier<Wishes> wishes) {
    this.database = database;
    this.outside = outside;
    this.wishes = wishes;
  }

  /** Looks for one feed; false if none is due. */
  public boolean turn() throws InterruptedException {
    if (!wishes.get().search() || isCutOff()) {
      return false;
    }
    var searches = new RepairSearches(database);
    var lost = searches.next(SAID, database.now()).orElse(null);
    if (lost == null) {
      return false;
    }
    var id = lost.source().id();
    var stored = outside.memory().recent(id, Sightings.RECENT);
    var likeness = new Likeness(lost, stored, outside.memory());
    var leave = new Leave(outside.fetching(), outside.crossings().of(id));
    var result = RepairSearch.of(lost, stored, likeness, leave);
    searches.ended(id, result.requests(), database.now());
    result
        .best()
        .flatMap(
            lead ->
                new Repairs(database)
                    .propose(lost.source(), lead.to(), lead.proof(), database.now()))
        .ifPresent(this::proposed);
    return true;
  }

  // Who reaches nobody finds nothing, and would not look again for a week.
  private boolean isCutOff() {
    return new Incidents(database)
        .list(true, Long.MAX_VALUE, SOME).stream()
            .anyMatch(incident -> incident.kind() == Incident.Kind.LOCAL_OUTAGE);
  }

  private void proposed(Repair repair) {
    LOG.atInfo()
        .addKeyValue("source_id", repair.source().value())
        .addKeyValue("moved_to", repair.to().masked())
        .addKeyValue("confidence", repair.proof().confidence())
        .addKeyValue("evidence", repair.proof().text())
        .log("repair proposed");
    var auto = wishes.get().auto();
    if (auto > 0 && repair.proof().confidence() >= auto) {
      new Relocation(database, "policy").accept(repair.id());
    }
  }
}
