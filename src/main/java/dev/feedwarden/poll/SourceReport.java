package dev.feedwarden.poll;

import dev.feedwarden.model.Claim;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Source;
import dev.feedwarden.poll.Poller.Polled;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a run has to say about one source. */
public record SourceReport(
    Source source, Verdict verdict, String remark, int inserted, int skipped, Duration took) {
  /** How it went. */
  public enum Verdict {
    SUCCEEDED,
    FAILED,
    /** Another worker or a person was faster; nothing was written. */
    SUPERSEDED,
    /** Our own fault. */
    FAULT
  }

  static SourceReport of(Polled polled) {
    var poll = polled.poll();
    var source = poll.claim().source();
    var took = poll.visit().took();
    return switch (polled.receipt()) {
      case Poll.Receipt.Superseded _ ->
          new SourceReport(source, Verdict.SUPERSEDED, "superseded", 0, 0, took);
      case Poll.Receipt.Stored stored -> of(poll, stored);
      case Poll.Receipt.Held(var stored, _) -> of(poll, stored);
    };
  }

  private static SourceReport of(Poll poll, Poll.Receipt.Stored stored) {
    var source = poll.claim().source();
    var took = poll.visit().took();
    return switch (poll.outcome()) {
      case Outcome.Failed(var error, _) ->
          new SourceReport(source, Verdict.FAILED, error.reason(), 0, 0, took);
      case Outcome.NotModified _ ->
          new SourceReport(source, Verdict.SUCCEEDED, "not modified", 0, stored.skipped(), took);
      case Outcome.Fresh _, Outcome.Deferred _ ->
          new SourceReport(
              source,
              Verdict.SUCCEEDED,
              "ok",
              stored.inserted(),
              stored.skipped() + stored.updated(),
              took);
    };
  }

  static SourceReport ofFault(Claim claim, Duration took) {
    return new SourceReport(claim.source(), Verdict.FAULT, "our own fault", 0, 0, took);
  }

  /** The report as it is logged and printed. */
  public Map<String, Object> fields() {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("source_id", source.id().value());
    fields.put("feed_url", source.feed().masked());
    fields.put("inserted", inserted);
    fields.put("skipped", skipped);
    fields.put("errors", verdict == Verdict.FAILED || verdict == Verdict.FAULT ? 1 : 0);
    fields.put("duration_ms", took.toMillis());
    return fields;
  }
}
