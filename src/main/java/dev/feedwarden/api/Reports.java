package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.COUNT;
import static dev.feedwarden.api.Shapes.TIME;
import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.thing;
import static dev.feedwarden.api.Shapes.word;

import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.StandingReport;
import dev.feedwarden.policy.ErrorTable.Rule.Counted;
import dev.feedwarden.policy.Profile;
import dev.feedwarden.store.Interventions.Done;
import dev.feedwarden.store.ReportedStandings;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Disables and enables that a crawler's policy decided, and not a person. */
final class Reports {
  private static final Logger LOG = LoggerFactory.getLogger(Reports.class);
  private static final Duration LONGEST = Duration.ofDays(31);
  private static final Shape BY = word(List.of(ReportedStandings.POLICY));

  static final Shape.Thing DISABLE =
      thing(
          "Disable",
          "reason",
          text(1_000),
          "revision?",
          COUNT,
          "by?",
          BY,
          "since?",
          TIME,
          "until?",
          TIME,
          "evidence?",
          text(2_000));
  static final Route.Body ENABLE =
      new Route.Body(
          List.of(Route.JSON),
          64 << 10,
          thing("Enable", "revision?", COUNT, "by?", BY, "evidence?", text(2_000)),
          true);

  private final Parts parts;
  private final ReportedStandings standings;

  Reports(Parts parts) {
    this.parts = parts;
    this.standings = new ReportedStandings(parts.database());
  }

  static boolean isByPolicy(JsonNode body) {
    return body.has("by");
  }

  static Refusal stale() {
    return Refusal.of(409, "The source was changed meanwhile; read it again.");
  }

  /** The source's revision after it. */
  long disabled(Request request) {
    var body = request.json();
    var since = time(body, "since");
    var until = time(body, "until");
    if (until.isBefore(since) || until.isAfter(since.plus(LONGEST))) {
      throw Refusal.field("until", "must be within 31 days after since");
    }
    var standing =
        new Standing.Cooling(
            type(body.path("reason").asString()), since, until, ReportedStandings.POLICY);
    return followed(request, standing, "feed disabled");
  }

  /** The source's revision after it. */
  long enabled(Request request) {
    return followed(request, Standing.ACTIVE, "feed enabled");
  }

  private long followed(Request request, Standing standing, String logged) {
    var body = request.json();
    if (!body.has("revision")) {
      throw Refusal.field("revision", "must say what was judged");
    }
    var report =
        new StandingReport(
            request.source(),
            body.path("revision").asLong(),
            standing,
            body.path("evidence").asString("a crawler's poll"));
    var answer = standings.follow(report, request.who(), parts.database().now());
    return switch (answer.done()) {
      case Done.Changed _ -> {
        LOG.atInfo()
            .addKeyValue("source_id", report.source().value())
            .addKeyValue("by", request.who())
            .log(logged);
        yield answer.revision();
      }
      case Done.Unchanged _ -> answer.revision();
      case Done.Stale _ -> throw stale();
      case Done.Unknown _ -> throw Refusal.notFound();
      case Done.CredentialsDropped _, Done.Stopped _, Done.Taken _ ->
          throw new IllegalStateException("no answer to a report: " + answer);
    };
  }

  private static ErrorType type(String reason) {
    return Arrays.stream(ErrorType.values())
        .filter(type -> type.wire().equals(reason))
        .filter(type -> Profile.STANDARD.table().rule(type) instanceof Counted)
        .findFirst()
        .orElseThrow(() -> Refusal.field("reason", "must be a type that disables"));
  }

  private static Instant time(JsonNode body, String field) {
    try {
      return Instant.ofEpochMilli(Instant.parse(body.path(field).asString("")).toEpochMilli());
    } catch (DateTimeParseException | ArithmeticException notOne) {
      throw Refusal.field(field, "must be a time, such as 2026-01-31T12:00:00Z");
    }
  }
}
