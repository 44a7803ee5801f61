package dev.feedwarden.policy;

import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Durations;
import dev.feedwarden.model.FeedState;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.Health.LastError;
import dev.feedwarden.model.HostState;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.Standing;
import dev.feedwarden.policy.ErrorTable.Action;
import dev.feedwarden.policy.ErrorTable.Rule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why a source is or is not polled now, rule by rule. */
public record Explanation(List<Finding> findings) {
  public Explanation {
    findings = List.copyOf(findings);
  }

  /**
   * What one rule says.
   *
   * @param holds whether it lets the poll happen
   * @param until when it will, if time alone changes it
   * @param change what a person can do about it
   */
  public record Finding(
      String rule, boolean holds, String why, @Nullable Instant until, @Nullable String change) {
    static Finding good(String rule, String why) {
      return new Finding(rule, true, why, null, null);
    }
  }

  /** Whether nothing stands in the way. */
  public boolean isPolledNow() {
    return findings.stream().allMatch(Finding::holds);
  }

  /** Asks every rule. */
  public static Explanation of(
      Source source, FeedState state, @Nullable HostState host, ErrorTable table, Instant now) {
    var findings = new ArrayList<Finding>();
    findings.add(address(source));
    findings.add(enabled(source));
    findings.add(standing(source.standing(), state.next(), now));
    findings.add(due(state.next(), now));
    if (host != null) {
      findings.add(pause(host, now));
      findings.add(lease(host, now));
    }
    findings.add(health(state, table));
    if (state.visits().lastSuccessAt() != null) {
      findings.add(Finding.good("conditional requests", Conditional.words(state.snapshot(), now)));
    }
    return new Explanation(findings);
  }

  private static Finding address(Source source) {
    var url = source.settings().feedUrl();
    return url == null
        ? new Finding("feed", false, "it has no feed", null, "sources set ID --url URL")
        : Finding.good("feed", url.masked());
  }

  private static Finding enabled(Source source) {
    return source.settings().enabled()
        ? Finding.good("enabled", "it is switched on")
        : new Finding("enabled", false, "it is switched off", null, "sources enable ID");
  }

  private static Finding standing(Standing standing, NextPoll next, Instant now) {
    return switch (standing) {
      case Standing.Active _ -> Finding.good("standing", "it is not disabled");
      case Standing.Stopped(var since, var by, var note) ->
          new Finding(
              "standing",
              false,
              "stopped by " + by + " at " + since + (note.isEmpty() ? "" : ": " + note),
              null,
              "sources enable ID");
      case Standing.Cooling(var reason, var since, var until, var by) ->
          until.isAfter(now) && next.reason() != NextPoll.Reason.ASKED
              ? new Finding(
                  "standing",
                  false,
                  "disabled by " + by + " for " + reason.wire() + " since " + since,
                  until,
                  "sources poll ID probes it now, sources enable ID begins anew")
              : Finding.good(
                  "standing",
                  "its cooldown for "
                      + reason.wire()
                      + (until.isAfter(now) ? " is cut short" : " is over")
                      + ": a probe");
    };
  }

  private static Finding due(NextPoll next, Instant now) {
    var at = next.at();
    if (at != null && !at.isAfter(now)) {
      return Finding.good("due", "since " + at + " by " + next.reason().wire());
    }
    return new Finding(
        "due",
        false,
        at == null ? "never, until a person acts" : why(next.reason()),
        at,
        at == null ? "sources enable ID" : "sources poll ID");
  }

  private static String why(NextPoll.Reason reason) {
    return switch (reason) {
      case FIRST -> "its first poll is to come";
      case ASKED -> "a person asked for it";
      case INTERVAL -> "its interval is not over";
      case LEARNED -> "by the dates of its items nothing new is to be expected";
      case HINT -> "the feed or its server asked not to come sooner";
      case RETRY_AFTER -> "its server named the time by Retry-After";
      case BACKOFF -> "it failed and is left alone for a while";
      case COOLDOWN -> "its cooldown is not over";
      case HELD -> "it failed too often, and too many others were disabled in that hour";
      case STOPPED -> "a person stopped it";
    };
  }

  private static Finding pause(HostState host, Instant now) {
    var trouble = host.memory().trouble();
    var gap = host.memory().pace().gap();
    if (!host.readyAt().isAfter(now)) {
      return Finding.good("host pace", host.host() + " may be asked");
    }
    var why =
        trouble != null
            ? host.host() + " is left alone since " + trouble.since() + ": " + trouble.evidence()
            : host.host()
                + " was asked a moment ago"
                + (gap.isZero() ? "" : ", and has taught us to wait " + Durations.text(gap));
    return new Finding("host pace", false, why, host.readyAt(), null);
  }

  private static Finding lease(HostState host, Instant now) {
    return host.leasedUntil().isAfter(now)
        ? new Finding(
            "host lease", false, "somebody is asking its host now", host.leasedUntil(), null)
        : Finding.good("host lease", "nobody is asking its host");
  }

  // It never stands in the way; it says how far the feed is from being disabled.
  private static Finding health(FeedState state, ErrorTable table) {
    var health = state.health();
    var last = health.lastError();
    if (last == null) {
      return Finding.good("health", "no error since the last success");
    }
    return Finding.good("health", counted(health, last, table) + whose(last.blame()));
  }

  private static String counted(Health health, LastError last, ErrorTable table) {
    var streak = health.streak();
    var errors = health.consecutiveErrors() + " in a row, the last " + last.type().wire();
    if (health.consecutiveErrors() == 0) {
      return "no error counted, the last " + last.type().wire();
    }
    if (streak.type() == null || !(table.rule(streak.type()) instanceof Rule.Counted rule)) {
      return errors + ", which never disables";
    }
    var limit =
        rule.after() == ErrorTable.NEVER
            ? "never"
            : "at "
                + rule.after()
                + (rule.action() == Action.NOTIFY ? " (told, not disabled)" : "");
    return errors
        + "; "
        + streak.sameType()
        + " of "
        + streak.type().wire()
        + ", disabled "
        + limit;
  }

  private static String whose(Blame blame) {
    return switch (blame) {
      case FEED -> "";
      case HOST -> "; that one is its host's, other feeds there fail alike";
      case US -> "; that one was our own, we reached nobody";
      case PENDING -> "; that one may be our own, it waits for another domain to answer";
    };
  }
}
