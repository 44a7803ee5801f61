package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.COUNT;
import static dev.feedwarden.api.Shapes.TIME;
import static dev.feedwarden.api.Shapes.YES_NO;
import static dev.feedwarden.api.Shapes.list;
import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.thing;
import static dev.feedwarden.api.Shapes.whole;
import static dev.feedwarden.api.Shapes.word;

import dev.feedwarden.api.Route.Query;
import dev.feedwarden.model.Incident;
import dev.feedwarden.model.Incident.Kind;
import dev.feedwarden.store.Incidents;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is or was wrong with more than one feed, the newest first. */
final class IncidentRoutes {
  private static final String INCIDENTS = "/api/v1/incidents";
  private static final int STANDARD = 100;
  private static final int MOST = 500;

  static final Shape.Thing INCIDENT =
      thing(
          "Incident",
          "id",
          COUNT,
          "kind",
          word(Arrays.stream(Kind.values()).map(Kind::wire).toList()),
          "scope",
          text(1_000),
          "evidence",
          text(20_000),
          "open",
          YES_NO,
          "began_at",
          TIME,
          "ended_at?",
          TIME);
  static final Shape.Thing PAGE =
      thing("IncidentPage", "incidents", list(INCIDENT, MOST), "next_before?", COUNT);

  private final Incidents incidents;

  IncidentRoutes(Parts parts) {
    this.incidents = new Incidents(parts.database());
  }

  List<Route> routes() {
    return List.of(
        Route.get(INCIDENTS, Rule.READ, "List incidents, the newest first.", this::page)
            .queries(
                new Query("limit", whole(1, MOST), "how many; " + STANDARD + " by default"),
                new Query("before", whole(1, Long.MAX_VALUE), "the last id of the page before"),
                new Query("open", YES_NO, "true: only those that last"))
            .answers(200, PAGE),
        Route.get(INCIDENTS + "/{id}", Rule.READ, "Show an incident.", this::show)
            .answers(200, INCIDENT));
  }

  private Answer page(Request request) {
    var limit = (int) request.number("limit", STANDARD);
    var before = request.number("before", Long.MAX_VALUE);
    // One more than asked for says whether there is a next page.
    var found = incidents.list(request.isTrue("open"), before, limit + 1);
    var shown = found.subList(0, Math.min(limit, found.size()));
    var fields = new LinkedHashMap<String, Object>();
    fields.put("incidents", shown.stream().map(IncidentRoutes::fields).toList());
    if (found.size() <= limit) {
      return Answer.json(200, fields);
    }
    var next = shown.getLast().id();
    fields.put("next_before", next);
    return Links.next(Answer.json(200, fields), INCIDENTS, request, "before", String.valueOf(next));
  }

  private Answer show(Request request) {
    return Answer.json(
        200, fields(incidents.find(request.row("an incident's")).orElseThrow(Refusal::notFound)));
  }

  private static Map<String, Object> fields(Incident one) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("id", one.id());
    fields.put("kind", one.kind().wire());
    fields.put("scope", one.scope());
    fields.put("evidence", one.evidence());
    fields.put("open", one.endedAt() == null);
    fields.put("began_at", one.beganAt().toString());
    if (one.endedAt() != null) {
      fields.put("ended_at", one.endedAt().toString());
    }
    return fields;
  }
}
