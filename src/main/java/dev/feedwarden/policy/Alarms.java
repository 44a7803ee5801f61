package dev.feedwarden.policy;

import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Claim;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.Health.LastError;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Transition;
import dev.feedwarden.model.Transition.Alarm;
import dev.feedwarden.policy.ErrorTable.Action;
import dev.feedwarden.policy.ErrorTable.Rule;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** When a person hears of a feed that goes on being asked; a disable speaks for itself. */
final class Alarms {
  private Alarms() {}

  static Alarm of(Claim claim, Transition next, Supplier<ErrorTable> table, Instant now) {
    var before = claim.state().health();
    var last = next.health().lastError();
    if (!(claim.source().standing() instanceof Standing.Active)
        || !(next.standing() instanceof Standing.Active)
        || (last == null && before.lastError() == null)) {
      return Alarm.NONE;
    }
    if (last == null) {
      return wasRaised(before, table.get()) ? Alarm.CLEARED : Alarm.NONE;
    }
    return last.blame() == Blame.FEED && isDue(before, next.health(), last, table.get(), now)
        ? Alarm.RAISED
        : Alarm.NONE;
  }

  private static boolean isDue(
      Health before, Health after, LastError last, ErrorTable table, Instant now) {
    return (table.rule(last.type()) instanceof Rule.Counted rule && rule.action() == Action.NOTIFY)
        ? table.isJustReached(rule, before, after)
        : !wasTold(before.lastError()) && now.equals(last.outage().toldAt());
  }

  private static boolean wasRaised(Health before, ErrorTable table) {
    var type = before.streak().type();
    return wasTold(before.lastError())
        || (type != null
            && table.rule(type) instanceof Rule.Counted rule
            && rule.action() == Action.NOTIFY
            && table.isReached(rule, before));
  }

  private static boolean wasTold(@Nullable LastError error) {
    return error != null && error.outage().toldAt() != null;
  }
}
