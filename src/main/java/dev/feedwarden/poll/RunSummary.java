package dev.feedwarden.poll;

import dev.feedwarden.poll.SourceReport.Verdict;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run came to; sources that another worker was faster at or whose hosts wait are not
 * counted.
 *
 * @param outage why we think that our own line was down at its end, if we do
 */
public record RunSummary(List<SourceReport> reports, Duration took, @Nullable String outage) {
  public RunSummary {
    reports = List.copyOf(reports);
  }

  public long succeeded() {
    return count(Verdict.SUCCEEDED);
  }

  /** Failing feeds and our own faults together. */
  public long failed() {
    return count(Verdict.FAILED) + faults();
  }

  public long faults() {
    return count(Verdict.FAULT);
  }

  public int inserted() {
    return reports.stream().mapToInt(report -> report.tally().inserted()).sum();
  }

  public int skipped() {
    return reports.stream().mapToInt(report -> report.tally().skipped()).sum();
  }

  private long count(Verdict verdict) {
    return reports.stream().filter(report -> report.verdict() == verdict).count();
  }

  /** The summary as it is logged and printed. */
  public Map<String, Object> fields() {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("sources_total", succeeded() + failed());
    fields.put("sources_succeeded", succeeded());
    fields.put("sources_failed", failed());
    fields.put("articles_inserted", inserted());
    fields.put("articles_skipped", skipped());
    fields.put("duration_ms", took.toMillis());
    if (outage != null) {
      fields.put("outage", outage);
    }
    return fields;
  }
}
