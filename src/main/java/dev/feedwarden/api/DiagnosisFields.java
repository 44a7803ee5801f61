package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.ANYTHING;
import static dev.feedwarden.api.Shapes.COUNT;
import static dev.feedwarden.api.Shapes.TIME;
import static dev.feedwarden.api.Shapes.YES_NO;
import static dev.feedwarden.api.Shapes.list;
import static dev.feedwarden.api.Shapes.map;
import static dev.feedwarden.api.Shapes.text;
import static java.time.temporal.ChronoUnit.MILLIS;

import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.FetchResult.FetchTrace;
import dev.feedwarden.model.FetchResult.Tls;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Classification;
import dev.feedwarden.poll.Diagnosis;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A look at a feed, as commands and the API show it; what is not known is left out. */
public final class DiagnosisFields {
  private static final int LONG = 20_000;

  static final Shape.Thing SHAPE =
      Shapes.thing(
          "Diagnosis",
          "url",
          text(LONG),
          "final_url",
          text(LONG),
          "outcome",
          Shapes.word(List.of("fresh", "failed")),
          "error_type?",
          text(40),
          "cause?",
          text(40),
          "error?",
          text(LONG),
          "retryable?",
          YES_NO,
          "attempts",
          COUNT,
          "retry_count",
          COUNT,
          "redirects",
          list(ANYTHING, 100),
          "address?",
          text(100),
          "timings_ms",
          map(COUNT, 10),
          "tls?",
          map(text(LONG), 10),
          "status_code?",
          COUNT,
          "bytes?",
          COUNT,
          "content_type?",
          text(LONG),
          "etag?",
          text(LONG),
          "last_modified?",
          text(LONG),
          "items?",
          COUNT,
          "recovered?",
          YES_NO,
          "next_poll_at?",
          TIME,
          "next_poll_reason",
          text(40),
          "disabled",
          YES_NO);

  private final Map<String, Object> fields = new LinkedHashMap<>();

  private DiagnosisFields() {}

  public static Map<String, Object> of(Diagnosis diagnosis, WebUrl url) {
    var trace = diagnosis.result().trace();
    var next = diagnosis.next();
    return new DiagnosisFields()
        .with("url", url.masked())
        .with("final_url", trace.finalUrl().masked())
        .withError(diagnosis)
        .with("attempts", trace.attempts())
        .with("retry_count", trace.retryCount())
        .with("redirects", redirects(trace))
        .with("address", trace.address())
        .with("timings_ms", timings(trace))
        .with("tls", session(trace.last().session()))
        .withAnswer(diagnosis)
        .with(
            "next_poll_at",
            next.next().at() == null ? null : next.next().at().truncatedTo(MILLIS).toString())
        .with("next_poll_reason", next.next().reason().wire())
        .with("disabled", next.standing() instanceof Standing.Cooling)
        .fields;
  }

  private DiagnosisFields with(String name, @Nullable Object value) {
    if (value != null) {
      fields.put(name, value);
    }
    return this;
  }

  private DiagnosisFields withError(Diagnosis diagnosis) {
    return diagnosis.outcome() instanceof Outcome.Failed(var error, _, _)
        ? with("outcome", "failed")
            .with("error_type", error.type().wire())
            .with("cause", error.cause().wire())
            .with("error", error.message())
            .with("retryable", Classification.retryable(diagnosis.result()))
        : with("outcome", "fresh");
  }

  private DiagnosisFields withAnswer(Diagnosis diagnosis) {
    if (diagnosis.result() instanceof Answered answer) {
      with("status_code", answer.status())
          .with("bytes", answer.body().length)
          .with("content_type", answer.headers().contentType())
          .with("etag", answer.headers().validators().etag())
          .with("last_modified", answer.headers().validators().lastModified());
    }
    return diagnosis.outcome() instanceof Outcome.Fresh(_, var snapshot)
        ? with("items", snapshot.itemCount()).with("recovered", snapshot.bodyHash() == null)
        : this;
  }

  private static List<Map<String, Object>> redirects(FetchTrace trace) {
    return trace.redirects().stream()
        .map(hop -> Map.<String, Object>of("status", hop.status(), "to", hop.to().masked()))
        .toList();
  }

  private static Map<String, Long> timings(FetchTrace trace) {
    var timings = new LinkedHashMap<String, Long>();
    timings.put("dns", trace.last().dns().toMillis());
    timings.put("connect", trace.last().connect().toMillis());
    timings.put("tls", trace.last().tls().toMillis());
    timings.put("first_byte", trace.last().firstByte().toMillis());
    timings.put("total", trace.took().toMillis());
    return timings;
  }

  private static @Nullable Map<String, String> session(@Nullable Tls tls) {
    return tls == null
        ? null
        : Map.of(
            "protocol", tls.protocol(),
            "cipher", tls.cipher(),
            "subject", tls.subject(),
            "valid_until", tls.validUntil().toString());
  }
}
