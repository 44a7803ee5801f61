package dev.feedwarden.policy;

import static dev.feedwarden.model.ErrorType.FORBIDDEN;
import static dev.feedwarden.model.ErrorType.GONE;
import static dev.feedwarden.model.ErrorType.NETWORK;
import static dev.feedwarden.model.ErrorType.NOT_FOUND;
import static dev.feedwarden.model.ErrorType.PARSE_ERROR;
import static dev.feedwarden.model.ErrorType.RATE_LIMITED;
import static dev.feedwarden.model.ErrorType.UNEXPECTED;
import static dev.feedwarden.model.ErrorType.UPSTREAM_FAILURE;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;

import dev.feedwarden.model.ErrorType;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;

/** What follows from each type of failure: policy as data. */
public record ErrorTable(Map<ErrorType, Rule> rules, int backstop) {
  private static final int NEVER = Integer.MAX_VALUE;
  private static final int OF_ANY_MIX = 20;

  public ErrorTable {
    rules = Map.copyOf(rules);
    if (!rules.keySet().equals(EnumSet.allOf(ErrorType.class))) {
      throw new IllegalArgumentException("a type has no rule");
    }
  }

  /** How loud a failure is. */
  public enum Level {
    WARN,
    ERROR
  }

  /** One row: how loud, when the feed is disabled, and when it is asked again before that. */
  public sealed interface Rule {
    Level level();

    /** Counts towards disabling; asked again after its interval. */
    record Disabling(int after, Duration cooldown) implements Rule {
      public Disabling {
        if (after < 1) {
          throw new IllegalArgumentException("a feed cannot be disabled before its first error");
        }
      }

      @Override
      public Level level() {
        return Level.WARN;
      }
    }

    /** Never disables; waits {@code base · 2^n}, at least what the server named. */
    record BackingOff(Duration base, Duration cap) implements Rule {
      @Override
      public Level level() {
        return Level.WARN;
      }
    }

    /** Never disables; waits {@code interval · 2^n}: a person must look. */
    record Puzzling(Duration cap) implements Rule {
      @Override
      public Level level() {
        return Level.ERROR;
      }
    }
  }

  public static final ErrorTable STANDARD =
      new ErrorTable(
          new EnumMap<>(
              Map.of(
                  RATE_LIMITED, new Rule.BackingOff(ofMinutes(5), ofHours(8)),
                  FORBIDDEN, new Rule.Disabling(5, ofHours(24)),
                  NOT_FOUND, new Rule.Disabling(3, ofHours(48)),
                  GONE, new Rule.Disabling(1, ofHours(72)),
                  UPSTREAM_FAILURE, new Rule.Disabling(10, ofHours(6)),
                  NETWORK, new Rule.Disabling(10, ofHours(12)),
                  PARSE_ERROR, new Rule.Disabling(5, ofHours(24)),
                  UNEXPECTED, new Rule.Puzzling(ofHours(24)))),
          OF_ANY_MIX);

  /** No thresholds: failures are recorded, nothing is disabled. */
  public static final ErrorTable BATCH = STANDARD.disablingAfter(NEVER);

  /** The same table with one threshold for all types that disable. */
  public ErrorTable disablingAfter(int errors) {
    var changed = new EnumMap<ErrorType, Rule>(ErrorType.class);
    rules.forEach((type, rule) -> changed.put(type, withThreshold(rule, errors)));
    return new ErrorTable(changed, Math.max(errors, OF_ANY_MIX));
  }

  /** The row of a type. */
  public Rule rule(ErrorType type) {
    return Optional.ofNullable(rules.get(type)).orElseThrow();
  }

  private static Rule withThreshold(Rule rule, int errors) {
    return switch (rule) {
      case Rule.Disabling(_, var cooldown) -> new Rule.Disabling(errors, cooldown);
      case Rule.BackingOff _, Rule.Puzzling _ -> rule;
    };
  }
}
