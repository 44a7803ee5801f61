package dev.feedwarden.policy;

import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Health;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What follows from each type of failure: policy as data.
 *
 * @param backstop how many counted errors of any mix have the same effect as a type's threshold
 */
public record ErrorTable(Map<ErrorType, Rule> rules, int backstop, Counting counting) {
  /** A threshold that no feed reaches. */
  public static final int NEVER = Integer.MAX_VALUE;

  public ErrorTable {
    rules = Map.copyOf(rules);
    if (!rules.keySet().equals(EnumSet.allOf(ErrorType.class))) {
      throw new IllegalArgumentException("a type has no rule");
    }
  }

  /** How loud a failure is; an ERROR is told when it begins and then once a day. */
  public enum Level {
    WARN,
    ERROR
  }

  /** What a threshold is compared with. */
  public enum Counting {
    /** Errors of one type in a row. */
    SAME_TYPE,
    /** All errors since the last success. */
    ANY
  }

  /** What happens at a threshold. */
  public enum Action {
    DISABLE,
    /** A person is told, and the feed goes on being asked. */
    NOTIFY
  }

  /** One row. */
  public sealed interface Rule {
    Level level();

    /** When the feed is asked again, unless it is disabled. */
    Waiting waiting();

    /** Makes a streak, and has an effect when that is long enough. */
    record Counted(Level level, int after, Action action, Duration cooldown, Waiting waiting)
        implements Rule {
      public Counted {
        if (after < 1) {
          throw new IllegalArgumentException("a feed cannot be disabled before its first error");
        }
      }

      Counted after(int errors) {
        return new Counted(level, errors, action, cooldown, waiting);
      }
    }

    /** Neither makes a streak nor ends one, and never disables. */
    record Uncounted(Level level, Waiting waiting) implements Rule {}
  }

  /** How long a failing feed is left alone. */
  public sealed interface Waiting {
    /** As if it had not failed. */
    record Interval() implements Waiting {}

    /** {@code base · 2^n}. */
    record Doubling(Duration base, Duration cap) implements Waiting {}

    /** {@code interval · 2^n}. */
    record DoublingInterval(Duration cap) implements Waiting {}

    /** Half as long as it has been failing. */
    record HalfTheOutage(Duration least, Duration most) implements Waiting {}
  }

  /** The row of a type. */
  public Rule rule(ErrorType type) {
    return Optional.ofNullable(rules.get(type)).orElseThrow();
  }

  /** The same table with one threshold for all types that have one. */
  public ErrorTable disablingAfter(int errors) {
    var changed = new EnumMap<ErrorType, Rule>(ErrorType.class);
    rules.forEach(
        (type, rule) ->
            changed.put(
                type,
                switch (rule) {
                  case Rule.Counted counted -> counted.after(errors);
                  case Rule.Uncounted uncounted -> uncounted;
                }));
    return new ErrorTable(changed, Math.max(errors, Profile.BACKSTOP), counting);
  }

  ErrorTable with(ErrorType type, Rule rule) {
    var changed = new EnumMap<>(rules);
    changed.put(type, rule);
    return new ErrorTable(changed, backstop, counting);
  }

  /** Whether a streak is long enough for what its last type's row says. */
  public boolean isReached(Rule.Counted rule, Health health) {
    return count(health) >= rule.after() || health.streak().anyType() >= backstop;
  }

  /** Whether it has become long enough just now, and was not at the counted error before. */
  public boolean isJustReached(Rule.Counted rule, Health before, Health now) {
    return isReached(rule, now) && !wasReached(before, now.streak().type());
  }

  // Judged by the row of then: another type may have had a threshold further away.
  private boolean wasReached(Health before, @Nullable ErrorType type) {
    var streak = before.streak();
    if (streak.type() == null || !(rule(streak.type()) instanceof Rule.Counted rule)) {
      return false;
    }
    return streak.anyType() >= backstop
        || switch (counting) {
          case SAME_TYPE -> streak.type() == type && streak.sameType() >= rule.after();
          case ANY -> before.consecutiveErrors() - uncountedSince(before) >= rule.after();
        };
  }

  // A rate limit raises the count without telling anybody that it is reached.
  private int uncountedSince(Health health) {
    var last = health.lastError();
    return last != null && rule(last.type()) instanceof Rule.Uncounted ? health.repeats() + 1 : 0;
  }

  private int count(Health health) {
    return switch (counting) {
      case SAME_TYPE -> health.streak().sameType();
      case ANY -> health.consecutiveErrors();
    };
  }
}
