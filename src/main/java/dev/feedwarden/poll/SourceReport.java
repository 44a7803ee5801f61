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
    Source source, Verdict verdict, String remark, Tally tally, Duration took) {
  /**
   * What became of the entries.
   *
   * @param skipped those that were known already
   * @param absent those of the document before that are no longer in it
   */
  public record Tally(int inserted, int skipped, int absent) {
    static final Tally NONE = new Tally(0, 0, 0);
  }

  /** How it went. */
  public enum Verdict {
    SUCCEEDED,
    FAILED,
    /** Another worker or a person was faster; nothing was written. */
    SUPERSEDED,
    /** Its host is not to be asked now; nobody's error. */
    DEFERRED,
    /** Our own fault. */
    FAULT
  }

  static SourceReport of(Polled polled) {
    var poll = polled.poll();
    var source = poll.claim().source();
    var took = poll.visit().took();
    return switch (polled.receipt()) {
      case Poll.Receipt.Superseded _ ->
          new SourceReport(source, Verdict.SUPERSEDED, "superseded", Tally.NONE, took);
      case Poll.Receipt.Stored stored -> of(poll, stored);
      case Poll.Receipt.Held(var stored, _) -> of(poll, stored);
    };
  }

  private static SourceReport of(Poll poll, Poll.Receipt.Stored stored) {
    var source = poll.claim().source();
    var took = poll.visit().took();
    var skipped = stored.skipped() + stored.updated();
    return switch (poll.outcome()) {
      case Outcome.Failed(var error, _, _) ->
          new SourceReport(source, Verdict.FAILED, error.reason(), Tally.NONE, took);
      case Outcome.NotModified _ ->
          succeeded(source, "not modified", new Tally(0, skipped, 0), took);
      case Outcome.Fresh(var changes, _) ->
          succeeded(source, "ok", new Tally(stored.inserted(), skipped, changes.absent()), took);
      case Outcome.Deferred _ ->
          new SourceReport(source, Verdict.DEFERRED, "deferred", Tally.NONE, took);
    };
  }

  private static SourceReport succeeded(Source source, String remark, Tally tally, Duration took) {
    return new SourceReport(source, Verdict.SUCCEEDED, remark, tally, took);
  }

  static SourceReport ofFault(Claim claim, Duration took) {
    return new SourceReport(claim.source(), Verdict.FAULT, "our own fault", Tally.NONE, took);
  }

  /** The report as it is logged and printed. */
  public Map<String, Object> fields() {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("source_id", source.id().value());
    fields.put("feed_url", source.feed().masked());
    fields.put("inserted", tally.inserted());
    fields.put("skipped", tally.skipped());
    fields.put("errors", verdict == Verdict.FAILED || verdict == Verdict.FAULT ? 1 : 0);
    fields.put("duration_ms", took.toMillis());
    fields.put("absent", tally.absent());
    return fields;
  }
}
