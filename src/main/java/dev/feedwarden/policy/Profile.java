package dev.feedwarden.policy;

import static dev.feedwarden.model.ErrorType.FORBIDDEN;
import static dev.feedwarden.model.ErrorType.GONE;
import static dev.feedwarden.model.ErrorType.NETWORK;
import static dev.feedwarden.model.ErrorType.NOT_FOUND;
import static dev.feedwarden.model.ErrorType.PARSE_ERROR;
import static dev.feedwarden.model.ErrorType.RATE_LIMITED;
import static dev.feedwarden.model.ErrorType.UNEXPECTED;
import static dev.feedwarden.model.ErrorType.UPSTREAM_FAILURE;
import static dev.feedwarden.policy.ErrorTable.NEVER;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;

import dev.feedwarden.model.ErrorType;
import dev.feedwarden.policy.ErrorTable.Action;
import dev.feedwarden.policy.ErrorTable.Counting;
import dev.feedwarden.policy.ErrorTable.Level;
import dev.feedwarden.policy.ErrorTable.Rule;
import dev.feedwarden.policy.ErrorTable.Waiting;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The error tables that have a name. */
public enum Profile {
  /** Disables after so many errors of a type in a row, and probes after a cooldown. */
  STANDARD(
      new ErrorTable(
          new EnumMap<>(
              Map.of(
                  RATE_LIMITED, new Rule.Uncounted(Level.WARN, fiveMinutesToEightHours()),
                  FORBIDDEN, disabling(5, ofHours(24)),
                  NOT_FOUND, disabling(3, ofHours(48)),
                  GONE, disabling(1, ofHours(72)),
                  UPSTREAM_FAILURE, disabling(10, ofHours(6)),
                  NETWORK, disabling(10, ofHours(12)),
                  PARSE_ERROR, disabling(5, ofHours(24)),
                  UNEXPECTED, new Rule.Uncounted(Level.ERROR, intervalToADay()))),
          Profile.BACKSTOP,
          Counting.SAME_TYPE)),

  /** Tells a person at the thresholds, and never disables. */
  WATCH_ONLY(
      each(
          STANDARD.table,
          Profile.BACKSTOP,
          rule ->
              new Rule.Counted(
                  rule.level(), rule.after(), Action.NOTIFY, rule.cooldown(), rule.waiting()))),

  /** No thresholds: failures are recorded, nothing is disabled. */
  BATCH(each(STANDARD.table, NEVER, rule -> rule.after(NEVER))),

  /** No thresholds: a failing feed is asked less and less often, in the end about once a day. */
  ADAPTIVE(
      each(
          STANDARD.table,
          NEVER,
          rule ->
              new Rule.Counted(
                  rule.level(), NEVER, rule.action(), rule.cooldown(), halfTheOutage())));

  static final int BACKSTOP = 20;

  @SuppressWarnings("ImmutableEnumChecker") // a record over a copied map
  private final ErrorTable table;

  Profile(ErrorTable table) {
    this.table = table;
  }

  public ErrorTable table() {
    return table;
  }

  /** The name in settings and commands. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static Optional<Profile> ofWire(String wire) {
    return Arrays.stream(values()).filter(profile -> profile.wire().equals(wire)).findFirst();
  }

  private static Rule disabling(int after, Duration cooldown) {
    return new Rule.Counted(Level.WARN, after, Action.DISABLE, cooldown, new Waiting.Interval());
  }

  private static Waiting fiveMinutesToEightHours() {
    return new Waiting.Doubling(ofMinutes(5), ofHours(8));
  }

  private static Waiting intervalToADay() {
    return new Waiting.DoublingInterval(ofHours(24));
  }

  private static Waiting halfTheOutage() {
    return new Waiting.HalfTheOutage(ofMinutes(15), ofHours(24));
  }

  private static ErrorTable each(
      ErrorTable table, int backstop, UnaryOperator<Rule.Counted> change) {
    var changed = new EnumMap<ErrorType, Rule>(table.rules());
    changed.replaceAll(
        (_, rule) ->
            switch (rule) {
              case Rule.Counted counted -> change.apply(counted);
              case Rule.Uncounted uncounted -> uncounted;
            });
    return new ErrorTable(changed, backstop, table.counting());
  }
}
