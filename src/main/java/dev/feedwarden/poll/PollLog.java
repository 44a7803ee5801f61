package dev.feedwarden.poll;

import dev.feedwarden.model.Claim;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.Standing;
import dev.feedwarden.policy.ErrorTable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** The lines that a poll leaves in the log; ERROR only where a person must act. */
final class PollLog {
  private static final Logger LOG = LoggerFactory.getLogger(Poller.class);

  private PollLog() {}

  static void polled(Poll poll, Poll.Receipt receipt, ErrorTable table) {
    var id = poll.claim().source().id().value();
    if (receipt instanceof Poll.Receipt.Superseded) {
      LOG.atInfo().addKeyValue("source_id", id).log("poll superseded");
      return;
    }
    switch (poll.outcome()) {
      case Outcome.Fresh _, Outcome.Deferred _ -> {}
      case Outcome.NotModified _ ->
          LOG.atInfo()
              .addKeyValue("source_id", id)
              .addKeyValue("feed_url", poll.claim().source().feed().masked())
              .log("feed not modified");
      case Outcome.Failed(var error, var retryAfter) -> {
        failed(id, error, table);
        if (error.type() == ErrorType.RATE_LIMITED) {
          LOG.atWarn()
              .addKeyValue("url", error.maskedUrl())
              .addKeyValue("retry_after_seconds", retryAfter == null ? 0 : retryAfter.toSeconds())
              .log("Rate limited by server");
        }
      }
    }
    standing(poll, id);
  }

  private static void failed(String id, PollError error, ErrorTable table) {
    var level =
        switch (table.rule(error.type()).level()) {
          case WARN -> Level.WARN;
          case ERROR -> Level.ERROR;
        };
    LOG.atLevel(level)
        .addKeyValue("source_id", id)
        .addKeyValue("error_type", error.type().wire())
        .addKeyValue("status_code", error.statusCode())
        .addKeyValue("error", error.message())
        .log("feed poll failed");
  }

  private static void standing(Poll poll, String id) {
    var before = poll.claim().source().standing();
    var after = poll.transition().standing();
    if (after instanceof Standing.Cooling(var reason, _, _, _)
        && before instanceof Standing.Active) {
      LOG.atWarn()
          .addKeyValue("source_id", id)
          .addKeyValue("reason", reason.wire())
          .addKeyValue("consecutive_errors", poll.transition().health().consecutiveErrors())
          .log("feed disabled");
    }
    if (after instanceof Standing.Active && !(before instanceof Standing.Active)) {
      LOG.atInfo().addKeyValue("source_id", id).log("feed enabled");
    }
  }

  /** A fault of our own: loud, with its stack, and not the feed's. */
  static void ourFault(Claim claim, Throwable fault) {
    LOG.atError()
        .setCause(fault)
        .addKeyValue("source_id", claim.source().id().value())
        .addKeyValue("feed_url", claim.source().feed().masked())
        .log("poll ended by a fault of our own");
  }
}
