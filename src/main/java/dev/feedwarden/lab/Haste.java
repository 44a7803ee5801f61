package dev.feedwarden.lab;

import dev.feedwarden.model.ErrorType;
import dev.feedwarden.policy.Common;
import dev.feedwarden.policy.ErrorTable;
import dev.feedwarden.policy.ErrorTable.Rule;
import dev.feedwarden.policy.ErrorTable.Waiting;
import dev.feedwarden.policy.HostHealth;
import dev.feedwarden.policy.Policy;
import dev.feedwarden.policy.Profile;
import dev.feedwarden.policy.Schedule;
import java.time.Duration;
import java.util.EnumMap;

/** The standard policy for people who have no time: the same rules, shorter waits. */
public final class Haste {
  /** Between two polls of a feed that is well, instead of an hour. */
  public static final Duration INTERVAL = Duration.ofSeconds(3);

  private static final int WAITS = 1_200; // an hour is three seconds
  private static final int COOLDOWNS = 14_400; // two days are twelve
  private static final int PROBES = 300; // a quarter of an hour is three

  private Haste() {}

  /** The policy. */
  public static Policy policy() {
    var hosts = HostHealth.STANDARD;
    return new Policy(
        table(Profile.STANDARD.table()),
        Common.NOTHING,
        new Schedule(INTERVAL),
        INTERVAL,
        new HostHealth(
            hosts.firstProbe().dividedBy(PROBES),
            hosts.lastProbe().dividedBy(PROBES),
            hosts.excuse()));
  }

  private static ErrorTable table(ErrorTable standard) {
    var rules = new EnumMap<ErrorType, Rule>(ErrorType.class);
    standard.rules().forEach((type, rule) -> rules.put(type, rule(rule)));
    return new ErrorTable(rules, standard.backstop(), standard.counting());
  }

  private static Rule rule(Rule rule) {
    return switch (rule) {
      case Rule.Counted(var level, var after, var action, var cooldown, var waiting) ->
          new Rule.Counted(level, after, action, cooldown.dividedBy(COOLDOWNS), waiting(waiting));
      case Rule.Uncounted(var level, var waiting) -> new Rule.Uncounted(level, waiting(waiting));
    };
  }

  private static Waiting waiting(Waiting waiting) {
    return switch (waiting) {
      case Waiting.Interval interval -> interval;
      case Waiting.Doubling(var base, var cap) ->
          new Waiting.Doubling(base.dividedBy(WAITS), cap.dividedBy(WAITS));
      case Waiting.DoublingInterval(var cap) -> new Waiting.DoublingInterval(cap.dividedBy(WAITS));
      case Waiting.HalfTheOutage(var least, var most) ->
          new Waiting.HalfTheOutage(least.dividedBy(WAITS), most.dividedBy(WAITS));
    };
  }
}
