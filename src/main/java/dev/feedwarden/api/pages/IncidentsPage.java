package dev.feedwarden.api.pages;

import static dev.feedwarden.api.Shapes.whole;

import dev.feedwarden.api.Answer;
import dev.feedwarden.api.Parts;
import dev.feedwarden.api.Request;
import dev.feedwarden.api.Route;
import dev.feedwarden.api.Route.Output;
import dev.feedwarden.api.Route.Query;
import dev.feedwarden.api.Rule;
import dev.feedwarden.api.pages.jte.JteincidentsGenerated;
import dev.feedwarden.store.Incidents;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What several feeds suffered from together. */
public final class IncidentsPage {
  private static final int ROWS = 50;

  private final Framing framing;
  private final Incidents incidents;

  IncidentsPage(Parts parts, Framing framing) {
    this.framing = framing;
    this.incidents = new Incidents(parts.database());
  }

  /** All that the page shows. */
  public record View(List<IncidentLine> lines, @Nullable String next) {}

  List<Route> routes() {
    return List.of(
        Route.get("/incidents", Rule.READ, "The incidents.", this::show)
            .queries(
                new Query("before", whole(1, Long.MAX_VALUE), "the last id of the page before"))
            .answers(new Output(200, "text/html", null)));
  }

  private Answer show(Request request) {
    var now = framing.now();
    var found = incidents.list(false, request.number("before", Long.MAX_VALUE), ROWS + 1);
    var shown = found.subList(0, Math.min(ROWS, found.size()));
    var view =
        new View(
            shown.stream().map(one -> IncidentLine.of(one, now)).toList(),
            found.size() > ROWS ? "/incidents?before=" + shown.getLast().id() : null);
    var frame = framing.of(request, "incidents", "Incidents");
    return Html.page(out -> JteincidentsGenerated.render(out, null, frame, view));
  }
}
