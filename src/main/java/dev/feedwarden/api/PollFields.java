package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.COUNT;
import static dev.feedwarden.api.Shapes.TIME;
import static dev.feedwarden.api.Shapes.list;
import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.thing;

import dev.feedwarden.model.Remark;
import dev.feedwarden.model.Runbook;
import dev.feedwarden.store.PollHistory.Past;
import dev.feedwarden.store.PollHistory.Timings;
import java.util.LinkedHashMap;
import java.util.Map;

/** A poll that is over, as it is shown. */
public final class PollFields {
  static final Shape.Thing SHAPE =
      thing(
          "Poll",
          "id",
          COUNT,
          "ended_at",
          TIME,
          "duration_ms",
          COUNT,
          "outcome",
          text(20),
          "error_type?",
          text(40),
          "cause?",
          text(40),
          "blame?",
          text(40),
          "help?",
          text(80),
          "remarks?",
          list(text(40), 20),
          "status_code",
          COUNT,
          "attempts",
          COUNT,
          "retry_count",
          COUNT,
          "lag_ms?",
          COUNT,
          "dns_ms?",
          COUNT,
          "connect_ms?",
          COUNT,
          "tls_ms?",
          COUNT,
          "first_byte_ms?",
          COUNT,
          "bytes",
          COUNT,
          "inserted",
          COUNT,
          "updated",
          COUNT,
          "skipped",
          COUNT,
          "absent",
          COUNT,
          "next_poll_at?",
          TIME,
          "next_poll_reason",
          text(40));

  private PollFields() {}

  public static Map<String, Object> of(Past poll) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("id", poll.place().id());
    fields.put("ended_at", poll.place().endedAt().toString());
    fields.put("duration_ms", poll.course().took().toMillis());
    fields.put("outcome", poll.course().outcome());
    if (poll.fault() != null) {
      fields.put("error_type", poll.fault().type().wire());
      fields.put("cause", poll.fault().cause());
      fields.put("help", Runbook.of(poll.fault().type(), poll.fault().cause()));
      if (poll.fault().blame() != null) {
        fields.put("blame", poll.fault().blame().wire());
      }
    }
    if (!poll.course().remarks().isEmpty()) {
      fields.put("remarks", poll.course().remarks().stream().map(Remark::wire).toList());
    }
    fields.put("status_code", poll.course().statusCode());
    fields.put("attempts", 1 + poll.course().retryCount());
    fields.put("retry_count", poll.course().retryCount());
    if (poll.timings() != null) {
      timings(fields, poll.timings());
    }
    fields.put("bytes", poll.course().bytes());
    fields.put("inserted", poll.stored().inserted());
    fields.put("updated", poll.stored().updated());
    fields.put("skipped", poll.stored().skipped());
    fields.put("absent", poll.absent());
    if (poll.next().at() != null) {
      fields.put("next_poll_at", poll.next().at().toString());
    }
    fields.put("next_poll_reason", poll.next().reason().wire());
    return fields;
  }

  private static void timings(Map<String, Object> fields, Timings timings) {
    if (timings.lag() != null) {
      fields.put("lag_ms", timings.lag().toMillis());
    }
    fields.put("dns_ms", timings.dns().toMillis());
    fields.put("connect_ms", timings.connect().toMillis());
    fields.put("tls_ms", timings.tls().toMillis());
    fields.put("first_byte_ms", timings.firstByte().toMillis());
  }
}
