package dev.feedwarden.api.pages;

import dev.feedwarden.model.Tag;
import dev.feedwarden.policy.ErrorTable;
import dev.feedwarden.policy.ErrorTable.Rule;
import dev.feedwarden.store.PollHistory.Past;
import dev.feedwarden.store.Registered;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A source as lists show it.
 *
 * @param errors how many in a row, of how many that disable
 * @param perDay new items a day, by the dates of its items
 */
public record SourceRow(
    String id,
    String name,
    String host,
    State state,
    Strip strip,
    Times times,
    String errors,
    String lastError,
    String perDay,
    List<String> tags) {

  /** When it went well and when it is asked again; what is not known is absent. */
  public record Times(@Nullable When success, @Nullable When next) {}

  static SourceRow of(Registered registered, List<Past> polls, ErrorTable table, Instant now) {
    var source = registered.source();
    var state = registered.state();
    var url = source.settings().feedUrl();
    var last = state.health().lastError();
    var learned = state.snapshot().rhythm().learned();
    return new SourceRow(
        source.id().value(),
        Remote.line(source.settings().name(), 80),
        url == null ? "no feed" : url.hostKey().value(),
        State.of(registered, table, now),
        Strip.of(polls, now),
        new Times(
            When.maybe(state.visits().lastSuccessAt(), now), When.planned(state.next().at(), now)),
        errors(registered, table),
        last == null ? "" : last.type().wire(),
        learned == null ? "" : perDay(learned.gap()),
        source.settings().label().tags().stream().map(Tag::value).toList());
  }

  private static String errors(Registered registered, ErrorTable table) {
    var health = registered.state().health();
    if (health.consecutiveErrors() == 0) {
      return "";
    }
    var type = health.streak().type();
    return type != null
            && table.rule(type) instanceof Rule.Counted rule
            && health.streak().sameType() <= rule.after()
            && rule.after() != ErrorTable.NEVER
        ? health.streak().sameType() + " of " + rule.after()
        : String.valueOf(health.consecutiveErrors());
  }

  private static String perDay(Duration gap) {
    if (!gap.isPositive()) {
      return "";
    }
    var perDay = (double) Duration.ofDays(1).toMillis() / gap.toMillis();
    return perDay >= 10
        ? String.valueOf(Math.round(perDay))
        : String.format(Locale.ROOT, perDay >= 0.1 ? "%.1f" : "%.2f", perDay);
  }
}
