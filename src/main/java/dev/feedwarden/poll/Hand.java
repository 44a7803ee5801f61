package dev.feedwarden.poll;

import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.policy.ByHand;
import dev.feedwarden.policy.Policy;
import dev.feedwarden.policy.Policy.Moment;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Interventions;
import dev.feedwarden.store.Interventions.Done;
import dev.feedwarden.store.Registry;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A person's disable and enable, with the lines that the log has of them. */
public final class Hand {
  private static final Logger LOG = LoggerFactory.getLogger(Hand.class);

  private final Database database;
  private final Interventions interventions;
  private final Supplier<Policy> policy;
  private final String who;

  public Hand(Database database, Supplier<Policy> policy, String who) {
    this(database, new Interventions(database), policy, who);
  }

  private Hand(
      Database database, Interventions interventions, Supplier<Policy> policy, String who) {
    this.database = database;
    this.interventions = interventions;
    this.policy = policy;
    this.who = who;
  }

  /** The same, but only on what is still as somebody last saw it. */
  public Hand at(long revision) {
    return new Hand(database, interventions.at(revision), policy, who);
  }

  /** What came of a disable. */
  public sealed interface Disabled {
    /**
     * It was decided.
     *
     * @param reason as it is stored
     */
    record Told(Done done, String reason) implements Disabled {}

    /** The note has no room. */
    record TooLong() implements Disabled {}
  }

  /** Takes a feed out of the schedule, for a type's cooldown or until somebody enables it. */
  public Disabled disable(SourceId id, String reason) {
    var found = new Registry(database).find(id).orElse(null);
    if (found == null) {
      return new Disabled.Told(new Done.Unknown(), reason);
    }
    var now = database.now();
    var at = new Moment(now, ThreadLocalRandom.current().nextDouble());
    var standing =
        ByHand.disabled(reason, policy.get().table(found.source()), who, at).orElse(null);
    if (standing == null) {
      return new Disabled.TooLong();
    }
    var done = interventions.disable(id, standing, who, now);
    var told =
        standing instanceof Standing.Cooling(var type, _, _, _) ? type.wire() : ByHand.MANUAL;
    if (done instanceof Done.Changed) {
      LOG.atWarn()
          .addKeyValue("source_id", id.value())
          .addKeyValue("reason", told)
          .addKeyValue("consecutive_errors", found.state().health().consecutiveErrors())
          .log("feed disabled");
    }
    return new Disabled.Told(done, told);
  }

  /** Puts a feed back into the schedule as if it were new. */
  public Done enable(SourceId id) {
    var done = interventions.enable(id, who, database.now());
    if (done instanceof Done.Changed) {
      LOG.atInfo().addKeyValue("source_id", id.value()).log("feed enabled");
    }
    return done;
  }
}
