package dev.feedwarden.api.pages;

import dev.feedwarden.api.RemarkWords;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Remark;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Watch;
import dev.feedwarden.policy.ErrorTable;
import dev.feedwarden.policy.ErrorTable.Rule;
import dev.feedwarden.store.Registered;
import java.time.Duration;
import java.time.Instant;

/**
 * How a source stands, in a word, a colour and a sentence.
 *
 * @param sentence what happened and what follows
 */
public record State(String word, String mood, String sentence) {
  static State of(Registered registered, ErrorTable table, Instant now) {
    var source = registered.source();
    var health = registered.state().health();
    var next = registered.state().next();
    return switch (source.standing()) {
      case Standing.Stopped(var since, var by, var note) ->
          new State(
              "Stopped",
              "off",
              "Stopped "
                  + When.of(since, now).text()
                  + " by "
                  + Remote.line(by, 60)
                  + (note.isEmpty() ? "" : ": " + Remote.line(note, 200))
                  + ". Nothing is asked until somebody enables it.");
      case Standing.Cooling(var reason, var since, var until, var by) ->
          new State(
              "Cooling down",
              "cool",
              "Disabled "
                  + When.of(since, now).text()
                  + (by.equals("policy") ? "" : " by " + Remote.line(by, 60))
                  + ": "
                  + reason.wire()
                  + counted(health, table)
                  + ". "
                  + probe(until, next, now));
      case Standing.Active _ when !source.settings().enabled() ->
          new State("Switched off", "off", "Switched off. Nothing is asked until it is enabled.");
      case Standing.Active _ when source.settings().feedUrl() == null ->
          new State("No feed", "off", "It has no feed yet; give it one to have it polled.");
      case Standing.Active _ -> active(registered, table, now);
    };
  }

  private static String probe(Instant until, NextPoll next, Instant now) {
    if (next.reason() == NextPoll.Reason.ASKED || !until.isAfter(now)) {
      return "A probe is due now.";
    }
    return "Tries again " + When.of(until, now).text() + ".";
  }

  private static State active(Registered registered, ErrorTable table, Instant now) {
    var state = registered.state();
    var last = state.health().lastError();
    var due = due(state.next(), now);
    if (state.next().reason() == NextPoll.Reason.HELD) {
      return new State(
          "Held",
          "warn",
          "It failed often enough to be disabled, and so did too many others at once: somebody"
              + " should look. "
              + due);
    }
    if (last != null) {
      return new State(
          "Failing",
          "warn",
          "Failing for "
              + length(last.outage().since(), now)
              + ": "
              + last.type().wire()
              + counted(state.health(), table)
              + ". "
              + whose(last)
              + due);
    }
    var doubt = state.snapshot().watch().doubt();
    if (doubt != null) {
      return new State("Suspect", "warn", suspect(doubt, now) + due);
    }
    var silence = state.snapshot().watch().silence();
    if (silence.staleSince() != null && silence.usualUntil() != null) {
      return new State(
          "Stale",
          "warn",
          "It answers, but is silent for longer than by its own rhythm: something new was to be"
              + " expected before "
              + When.of(silence.usualUntil(), now).text()
              + ". "
              + due);
    }
    var polled = state.visits().lastPolledAt();
    return polled == null
        ? new State("New", "good", "Never polled yet. " + due)
        : new State(
            "Active",
            "good",
            "All is well: polled "
                + When.of(polled, now).text()
                + " with "
                + Words.count(state.snapshot().itemCount(), "item")
                + ". "
                + due);
  }

  private static String suspect(Watch.Doubt doubt, Instant now) {
    var what = Remark.of(doubt.kind());
    return "Since "
        + When.of(doubt.since(), now).text()
        + " it answers with "
        + RemarkWords.of(what)
        + (doubt.site() == null || what != Remark.FOREIGN
            ? ""
            : " (" + Remote.line(doubt.site(), 100) + ")")
        + ", "
        + Words.count(doubt.sightings(), "time")
        + " in a row. What is new is stored; from the third time on it is believed. ";
  }

  private static String length(Instant since, Instant now) {
    var length = Duration.between(since, now);
    return length.toSeconds() < 1 ? "a moment" : When.length(length);
  }

  private static String due(NextPoll next, Instant now) {
    var at = next.at();
    if (at == null) {
      return "No poll is planned.";
    }
    return at.isAfter(now) ? "Next poll " + When.of(at, now).text() + "." : "A poll is due now.";
  }

  private static String whose(Health.LastError last) {
    return switch (last.blame()) {
      case FEED -> "";
      case HOST -> "Its host fails as a whole, so that is not counted. ";
      case US -> "That was our own line and is not counted. ";
      case PENDING -> "That may be our own line; it waits for evidence. ";
    };
  }

  /** The errors of the present kind, and how many of them disable. */
  static String counted(Health health, ErrorTable table) {
    var streak = health.streak();
    return streak.type() == null || !(table.rule(streak.type()) instanceof Rule.Counted rule)
        ? health.consecutiveErrors() > 0 ? ", " + health.consecutiveErrors() + " in a row" : ""
        : ", "
            + streak.sameType()
            + (rule.after() == ErrorTable.NEVER ? " in a row" : " of " + rule.after());
  }
}
