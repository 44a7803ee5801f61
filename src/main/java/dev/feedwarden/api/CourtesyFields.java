package dev.feedwarden.api;

import dev.feedwarden.model.Courtesy;
import dev.feedwarden.poll.CourtesyReport;
import dev.feedwarden.store.CourtesyBook.Page;
import java.util.LinkedHashMap;
import java.util.Map;

/** How we treat a host, as commands and the API show it. */
public final class CourtesyFields {
  private CourtesyFields() {}

  public static Map<String, Object> of(CourtesyReport report) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("host", report.host().value());
    fields.put("total", figures(report.total()));
    fields.put(
        "rules",
        report.grades().stream()
            .map(
                grade -> {
                  var one = new LinkedHashMap<String, Object>();
                  one.put("rule", grade.rule());
                  one.put("verdict", grade.verdict().wire());
                  one.put("figure", grade.figure());
                  return one;
                })
            .toList());
    fields.put("days", report.days().stream().map(CourtesyFields::day).toList());
    return fields;
  }

  private static Map<String, Object> day(Page page) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("day", page.key().day().toString().substring(0, 10));
    fields.putAll(figures(page.courtesy()));
    return fields;
  }

  private static Map<String, Object> figures(Courtesy seen) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("requests", seen.requests().count());
    fields.put("named", seen.requests().named());
    fields.put("conditional", seen.requests().conditional());
    fields.put("not_modified", seen.answers().notModified());
    fields.put("bytes", seen.answers().bytes());
    fields.put("refused", seen.answers().refused());
    fields.put("errors", seen.answers().errors());
    fields.put("unanswered", seen.answers().none());
    fields.put("told_to_wait", seen.waits().told());
    fields.put("waited", seen.waits().kept());
    fields.put("came_early", seen.waits().broken());
    fields.put("most_at_once", seen.requests().atOnce());
    var gap = seen.requests().shortestGap();
    if (gap != null) {
      fields.put("shortest_gap_ms", gap.toMillis());
    }
    return fields;
  }
}
