package dev.feedwarden.poll;

import dev.feedwarden.model.Claim;
import dev.feedwarden.store.Turns;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Our own line to the world, as a loop sees it: told of once when it goes down and once when it is
 * up again, and tried by asking somebody out of turn.
 */
final class Line {
  private static final Logger LOG = LoggerFactory.getLogger(Line.class);
  private static final Duration BETWEEN_CANARIES = Duration.ofSeconds(15); // four a minute
  private static final int ANYBODY = 4;

  private final Turns queue;
  private final Workshop workshop;
  private final Witness witness;
  private boolean told;
  private long lastCanary;
  private int canaries;

  Line(Turns queue, Workshop workshop, Witness witness) {
    this.queue = queue;
    this.workshop = workshop;
    this.witness = witness;
    this.lastCanary = workshop.nanos() - BETWEEN_CANARIES.toNanos();
  }

  /** Whether it is up, and all know that it is. */
  boolean isOpen() {
    return !told && !isDown();
  }

  boolean isNews() {
    return isDown() != told;
  }

  private boolean isDown() {
    return witness.outage().isPresent();
  }

  /** Tells of a change; true when the line has just come up again. */
  boolean tell(Instant now) {
    var outage = witness.outage();
    if (outage.isPresent() && !told) {
      queue.outage(outage.get().words(), now);
      told = true;
      LOG.atError()
          .addKeyValue("evidence", outage.get().words())
          .log(
              "local outage began: nobody answers, so our own network is the problem; nothing is"
                  + " counted until somebody does");
    } else if (outage.isEmpty() && told) {
      queue.outageOver(now);
      told = false;
      LOG.atWarn().log("local outage ended: polling goes on");
      return true;
    }
    return false;
  }

  /** Whether it is time to ask somebody out of turn. */
  boolean wantsCanary() {
    return workshop.nanos() - lastCanary >= BETWEEN_CANARIES.toNanos()
        && witness.wantsCanary(workshop.nanos());
  }

  /**
   * Somebody to ask out of turn, from among those who went well lately. Every fourth time in an
   * outage, and when there is none of those, it is nobody: then whoever is due will do, so that no
   * outage outlasts the end of our last good feeds.
   */
  Optional<Claim> canary(Instant now) {
    lastCanary = workshop.nanos();
    var outage = witness.outage();
    outage.ifPresent(down -> queue.outage(down.words(), now)); // it still lasts
    return ++canaries % ANYBODY == 0 && outage.isPresent()
        ? Optional.empty()
        : witness.canary().flatMap(source -> queue.canary(source, now));
  }
}
