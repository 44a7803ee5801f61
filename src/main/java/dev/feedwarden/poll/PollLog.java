package dev.feedwarden.poll;

import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Changes;
import dev.feedwarden.model.Claim;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.HostMemory;
import dev.feedwarden.model.Lease;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.Remark;
import dev.feedwarden.model.Runbook;
import dev.feedwarden.model.Standing;
import dev.feedwarden.policy.ErrorTable;
import dev.feedwarden.policy.ErrorTable.Action;
import dev.feedwarden.policy.ErrorTable.Rule;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/** The lines that a poll leaves in the log; ERROR only where a person must act. */
final class PollLog {
  private static final Logger LOG = LoggerFactory.getLogger(Poller.class);

  private static final String NOT_ENABLED = "failed to re-enable feed";

  private PollLog() {}

  static void polled(Poll poll, Poll.Receipt receipt, ErrorTable table) {
    var id = poll.claim().source().id().value();
    if (receipt instanceof Poll.Receipt.Superseded) {
      LOG.atInfo().addKeyValue("source_id", id).log("poll superseded");
      return;
    }
    switch (poll.outcome()) {
      case Outcome.Deferred(var until) ->
          LOG.atInfo()
              .addKeyValue("source_id", id)
              .addKeyValue("host", poll.claim().lease().host().value())
              .addKeyValue("until", until)
              .log("poll deferred");
      case Outcome.Fresh(var changes, _) -> fresh(poll, changes);
      case Outcome.NotModified _ ->
          LOG.atInfo()
              .addKeyValue("source_id", id)
              .addKeyValue("feed_url", poll.claim().source().feed().masked())
              .log("feed not modified");
      case Outcome.Failed(var error, var retryAfter, var blame) -> {
        failed(poll, error, blame);
        keepsFailing(poll, error, table);
        if (error.type() == ErrorType.RATE_LIMITED) {
          LOG.atWarn()
              .addKeyValue("url", error.maskedUrl())
              .addKeyValue("retry_after_seconds", retryAfter == null ? 0 : retryAfter.toSeconds())
              .log("Rate limited by server");
        }
      }
    }
    odd(poll);
    written(poll, receipt);
  }

  // A failure has its line already.
  private static void odd(Poll poll) {
    if (poll.outcome() instanceof Outcome.Fresh && !poll.remarks().isEmpty()) {
      LOG.atWarn()
          .addKeyValue("source_id", poll.claim().source().id().value())
          .addKeyValue("feed_url", poll.claim().source().feed().masked())
          .addKeyValue("remarks", poll.remarks().stream().map(Remark::wire).toList())
          .log("feed looks odd");
    }
  }

  private static void written(Poll poll, Poll.Receipt receipt) {
    switch (receipt) {
      case Poll.Receipt.Held(_, var first) -> held(poll, first);
      case Poll.Receipt.Stored _ -> standing(poll, poll.claim().source().id().value());
      case Poll.Receipt.Superseded _ -> {}
    }
  }

  /** A failure that waited for evidence is the feed's own, unless something came in between. */
  static void settled(Poll poll, Poll.Receipt receipt, ErrorTable table) {
    if (!(poll.outcome() instanceof Outcome.Failed(var error, _, var blame))
        || receipt instanceof Poll.Receipt.Superseded) {
      return;
    }
    LOG.atInfo()
        .addKeyValue("source_id", poll.claim().source().id().value())
        .addKeyValue("error_type", error.type().wire())
        .addKeyValue("blame", blame.wire())
        .addKeyValue("consecutive_errors", poll.transition().health().consecutiveErrors())
        .log("failure counted");
    keepsFailing(poll, error, table);
    written(poll, receipt);
  }

  private static void fresh(Poll poll, Changes changes) {
    LOG.atInfo()
        .addKeyValue("source_id", poll.claim().source().id().value())
        .addKeyValue("feed_url", poll.claim().source().feed().masked())
        .addKeyValue("items", changes.all().size())
        .addKeyValue("changed", changes.entries().size())
        .log("feed polled");
  }

  // A person is told when it begins and then once a day: the policy keeps count.
  private static void failed(Poll poll, PollError error, Blame blame) {
    var last = poll.transition().health().lastError();
    var told = last != null && poll.visit().endedAt().equals(last.outage().toldAt());
    LOG.atLevel(told ? Level.ERROR : Level.WARN)
        .addKeyValue("source_id", poll.claim().source().id().value())
        .addKeyValue("error_type", error.type().wire())
        .addKeyValue("status_code", poll.visit().statusCode())
        .addKeyValue("error", error.message())
        .addKeyValue("blame", blame.wire())
        .addKeyValue("help", error.help())
        .log("feed poll failed");
  }

  private static void keepsFailing(Poll poll, PollError error, ErrorTable table) {
    if (table.rule(error.type()) instanceof Rule.Counted rule
        && rule.action() == Action.NOTIFY
        && table.isJustReached(rule, poll.claim().state().health(), poll.transition().health())) {
      standingLine(poll, error.type()).log("feed keeps failing");
    }
  }

  private static LoggingEventBuilder standingLine(Poll poll, ErrorType reason) {
    return LOG.atWarn()
        .addKeyValue("source_id", poll.claim().source().id().value())
        .addKeyValue("reason", reason.wire())
        .addKeyValue("consecutive_errors", poll.transition().health().consecutiveErrors())
        .addKeyValue("help", Runbook.of(reason));
  }

  private static void held(Poll poll, boolean first) {
    var error = poll.transition().health().lastError();
    if (error != null) {
      standingLine(poll, error.type()).log("feed held");
    }
    if (first) {
      LOG.atError()
          .addKeyValue("source_id", poll.claim().source().id().value())
          .log("too many feeds to disable within an hour: look for a common cause");
    }
  }

  private static void standing(Poll poll, String id) {
    var before = poll.claim().source().standing();
    var after = poll.transition().standing();
    if (after instanceof Standing.Cooling(var reason, _, _, _)
        && before instanceof Standing.Active) {
      standingLine(poll, reason).log("feed disabled");
    }
    if (after instanceof Standing.Active && !(before instanceof Standing.Active)) {
      LOG.atInfo().addKeyValue("source_id", id).log("feed enabled");
    }
  }

  /** What is wrong with a host is told when it begins and when it ends. */
  static void host(Lease lease, HostMemory after) {
    var before = lease.memory().trouble();
    var now = after.trouble();
    if (before == null && now != null) {
      LOG.atWarn()
          .addKeyValue("host", lease.host().value())
          .addKeyValue("evidence", now.evidence())
          .log("host incident began");
    }
    if (before != null && now == null) {
      LOG.atInfo()
          .addKeyValue("host", lease.host().value())
          .addKeyValue("since", before.since())
          .log("host incident ended");
    }
  }

  /** A fault of our own: loud, with its stack, and not the feed's. */
  static void ourFault(Claim claim, Throwable fault) {
    var message =
        fault instanceof NotRecorded lost ? lost(lost.poll()) : "poll ended by a fault of our own";
    LOG.atLevel(message.equals(NOT_ENABLED) ? Level.WARN : Level.ERROR)
        .setCause(fault)
        .addKeyValue("source_id", claim.source().id().value())
        .addKeyValue("feed_url", claim.source().feed().masked())
        .addKeyValue("error", String.valueOf(fault))
        .log(message);
  }

  private static String lost(Poll poll) {
    var before = poll.claim().source().standing();
    var after = poll.transition().standing();
    if (before instanceof Standing.Active && after instanceof Standing.Cooling) {
      return "failed to disable feed";
    }
    if (before instanceof Standing.Cooling && after instanceof Standing.Active) {
      return NOT_ENABLED;
    }
    return poll.outcome() instanceof Outcome.Failed
        ? "failed to record feed error"
        : "failed to record poll";
  }
}
