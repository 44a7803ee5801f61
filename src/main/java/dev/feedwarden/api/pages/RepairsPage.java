package dev.feedwarden.api.pages;

import static dev.feedwarden.api.Shapes.whole;

import dev.feedwarden.api.Answer;
import dev.feedwarden.api.Parts;
import dev.feedwarden.api.Refusal;
import dev.feedwarden.api.Request;
import dev.feedwarden.api.Route;
import dev.feedwarden.api.Route.Output;
import dev.feedwarden.api.Route.Query;
import dev.feedwarden.api.Rule;
import dev.feedwarden.api.pages.jte.JterepairsGenerated;
import dev.feedwarden.model.Repair;
import dev.feedwarden.poll.Relocation;
import dev.feedwarden.poll.Relocation.Decided;
import dev.feedwarden.store.Registry;
import dev.feedwarden.store.Repairs;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Feeds that are gone, and where they may be. */
public final class RepairsPage {
  private static final int ROWS = 50;

  private final Parts parts;
  private final Framing framing;
  private final Repairs repairs;
  private final Registry registry;

  RepairsPage(Parts parts, Framing framing) {
    this.parts = parts;
    this.framing = framing;
    this.repairs = new Repairs(parts.database());
    this.registry = new Registry(parts.database());
  }

  /** All that the page shows. */
  public record View(List<Line> lines, @Nullable String next) {}

  /** One proposal. */
  public record Line(
      long id,
      String source,
      String name,
      String state,
      boolean isOpen,
      String from,
      String to,
      String why,
      List<String> titles,
      When at) {}

  List<Route> routes() {
    return List.of(
        Route.get("/repairs", Rule.READ, "The repairs.", this::show)
            .queries(
                Told.QUERY,
                new Query("before", whole(1, Long.MAX_VALUE), "the last id of the page before"))
            .answers(new Output(200, "text/html", null)),
        Forms.post("/repairs/{id}/accept", Rule.WRITE, "Accept it.", this::accept),
        Forms.post("/repairs/{id}/reject", Rule.WRITE, "Reject it.", this::reject));
  }

  private Answer show(Request request) {
    var now = framing.now();
    var found = repairs.list(null, null, request.number("before", Long.MAX_VALUE), ROWS + 1);
    var shown = found.subList(0, Math.min(ROWS, found.size()));
    var view =
        new View(
            shown.stream().map(one -> line(one, now)).toList(),
            found.size() > ROWS ? "/repairs?before=" + shown.getLast().id() : null);
    var frame = framing.of(request, "repairs", "Repairs");
    return Html.page(out -> JterepairsGenerated.render(out, null, frame, view));
  }

  private Line line(Repair repair, Instant now) {
    var found = registry.find(repair.source());
    var url = found.map(one -> one.source().settings().feedUrl()).orElse(null);
    var proof = repair.proof();
    return new Line(
        repair.id(),
        repair.source().value(),
        found.map(one -> Remote.line(one.source().settings().name(), 120)).orElse(""),
        repair.state().wire(),
        repair.state() == Repair.State.PROPOSED,
        url == null ? "" : Remote.line(url.masked(), 300),
        Remote.line(repair.to().masked(), 300),
        Remote.line(
            proof.confidence() + " % sure, found by " + proof.how() + ": " + proof.text(), 400),
        proof.titles().stream().map(title -> Remote.line(title, 120)).toList(),
        When.of(repair.proposedAt(), now));
  }

  private Answer accept(Request request) {
    return told(relocation(request).accept(request.row("a repair's")), Told.MOVED);
  }

  private Answer reject(Request request) {
    return told(relocation(request).reject(request.row("a repair's")), Told.REPAIR_REJECTED);
  }

  private Relocation relocation(Request request) {
    return new Relocation(parts.database(), request.who());
  }

  private static Answer told(Decided decided, Told done) {
    return switch (decided) {
      case Decided.Done _ -> back(done);
      case Decided.Before _ -> back(Told.UNCHANGED);
      case Decided.Refused _ -> back(Told.NOT_POLLED);
      case Decided.Unknown _ -> throw Refusal.notFound();
    };
  }

  private static Answer back(Told told) {
    return Html.seeOther("/repairs?told=" + told.wire());
  }
}
