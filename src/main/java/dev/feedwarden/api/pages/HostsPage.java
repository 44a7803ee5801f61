package dev.feedwarden.api.pages;

import static dev.feedwarden.api.Shapes.text;

import dev.feedwarden.api.Answer;
import dev.feedwarden.api.CourtesyRoutes;
import dev.feedwarden.api.Parts;
import dev.feedwarden.api.Request;
import dev.feedwarden.api.Route;
import dev.feedwarden.api.Route.Output;
import dev.feedwarden.api.Route.Query;
import dev.feedwarden.api.Rule;
import dev.feedwarden.api.pages.jte.JtehostsGenerated;
import dev.feedwarden.store.HostQueue;
import dev.feedwarden.store.HostQueue.Listed;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The hosts with their pace and their troubles. */
public final class HostsPage {
  private static final int ROWS = 100;

  private final Framing framing;
  private final HostQueue hosts;

  HostsPage(Parts parts, Framing framing) {
    this.framing = framing;
    this.hosts = new HostQueue(parts.database());
  }

  /** All that the page shows. */
  public record View(List<Line> lines, @Nullable String next, boolean isFirst) {}

  /**
   * One host.
   *
   * @param courtesy the host as an address names it
   * @param mood how it stands, as a colour
   */
  public record Line(
      String name,
      String courtesy,
      String feeds,
      String gap,
      @Nullable When due,
      String word,
      String mood,
      String trouble) {}

  List<Route> routes() {
    return List.of(
        Route.get("/hosts", Rule.READ, "The hosts.", this::show)
            .queries(new Query("after", text(300), "the last host of the page before"))
            .answers(new Output(200, "text/html", null)));
  }

  private Answer show(Request request) {
    var now = framing.now();
    var after = request.query("after").orElse("");
    var found = hosts.page(after, ROWS + 1);
    var shown = found.subList(0, Math.min(ROWS, found.size()));
    var view =
        new View(
            shown.stream().map(host -> line(host, now)).toList(),
            found.size() <= ROWS
                ? null
                : "/hosts?after="
                    + URLEncoder.encode(
                        shown.getLast().state().host().value(), StandardCharsets.UTF_8),
            after.isEmpty());
    var frame = framing.of(request, "hosts", "Hosts");
    return Html.page(out -> JtehostsGenerated.render(out, null, frame, view));
  }

  private static Line line(Listed host, Instant now) {
    var state = host.state();
    var trouble = state.memory().trouble();
    var gap = state.memory().pace().gap();
    return new Line(
        state.host().value(),
        CourtesyRoutes.inPath(state.host()),
        Bars.number(host.feeds()),
        gap.isZero() ? "standard" : When.length(gap),
        When.planned(host.dueAt(), now),
        trouble != null
            ? "In trouble"
            : state.leasedUntil().isAfter(now)
                ? "Being asked"
                : state.readyAt().isAfter(now) ? "Resting" : "Ready",
        trouble != null ? "bad" : state.readyAt().isAfter(now) ? "cool" : "good",
        trouble == null ? "" : Remote.line(trouble.evidence(), 300));
  }
}
