package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.COUNT;
import static dev.feedwarden.api.Shapes.ID;
import static dev.feedwarden.api.Shapes.TIME;
import static dev.feedwarden.api.Shapes.list;
import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.thing;
import static dev.feedwarden.api.Shapes.whole;
import static dev.feedwarden.api.Shapes.word;

import dev.feedwarden.api.Route.Query;
import dev.feedwarden.model.Repair;
import dev.feedwarden.model.Repair.State;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.poll.Relocation;
import dev.feedwarden.poll.Relocation.Decided;
import dev.feedwarden.store.Moving.Undone;
import dev.feedwarden.store.Repairs;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where feeds that are gone may be, and what a person says about that. */
final class RepairRoutes {
  private static final String REPAIRS = "/api/v1/repairs";
  private static final String ONE = REPAIRS + "/{id}";
  private static final int STANDARD = 100;
  private static final int MOST = 500;
  private static final int LONG = 20_000;

  static final Shape.Thing REPAIR =
      thing(
          "Repair",
          "id",
          COUNT,
          "source_id",
          ID,
          "state",
          word(Arrays.stream(State.values()).map(State::wire).toList()),
          "to_url",
          text(LONG),
          "how",
          text(40),
          "confidence",
          COUNT,
          "common",
          COUNT,
          "of",
          COUNT,
          "titles",
          list(text(LONG), 100),
          "reasons",
          list(text(LONG), 100),
          "proposed_at",
          TIME,
          "decided_at?",
          TIME,
          "decided_by?",
          text(200));

  private final Parts parts;
  private final Repairs repairs;

  RepairRoutes(Parts parts) {
    this.parts = parts;
    this.repairs = new Repairs(parts.database());
  }

  List<Route> routes() {
    return List.of(
        Route.get(REPAIRS, Rule.READ, "List repairs, the newest first.", this::page)
            .queries(
                new Query("limit", whole(1, MOST), "how many; " + STANDARD + " by default"),
                new Query("before", whole(1, Long.MAX_VALUE), "the last id of the page before"),
                new Query(
                    "state",
                    word(Arrays.stream(State.values()).map(State::wire).toList()),
                    "only those in one state"),
                new Query("source_id", ID, "only those of one source"))
            .answers(
                200, thing("RepairPage", "repairs", list(REPAIR, MOST), "next_before?", COUNT)),
        Route.get(ONE, Rule.READ, "Show a repair.", this::show).answers(200, REPAIR),
        Route.post(ONE + "/accept", Rule.WRITE, "Give a feed this address.", this::accept)
            .answers(200, REPAIR),
        Route.post(ONE + "/reject", Rule.WRITE, "Do not propose it again.", this::reject)
            .answers(200, REPAIR),
        Route.post(ONE + "/undo", Rule.WRITE, "Give a feed its old address back.", this::undo)
            .answers(200, REPAIR));
  }

  private Answer page(Request request) {
    var limit = (int) request.number("limit", STANDARD);
    var state = request.query("state").map(State::ofWire).orElse(null);
    var source =
        request
            .query("source_id")
            .map(
                id ->
                    SourceId.parse(id)
                        .orElseThrow(() -> Refusal.field("source_id", "must be a source's id")))
            .orElse(null);
    var found = repairs.list(state, source, request.number("before", Long.MAX_VALUE), limit + 1);
    var shown = found.subList(0, Math.min(limit, found.size()));
    var fields = new LinkedHashMap<String, Object>();
    fields.put("repairs", shown.stream().map(RepairRoutes::fields).toList());
    if (found.size() <= limit) {
      return Answer.json(200, fields);
    }
    var next = shown.getLast().id();
    fields.put("next_before", next);
    return Links.next(Answer.json(200, fields), REPAIRS, request, "before", String.valueOf(next));
  }

  private Repair found(Request request) {
    return repairs.find(request.row("a repair's")).orElseThrow(Refusal::notFound);
  }

  private Answer show(Request request) {
    return Answer.json(200, fields(found(request)));
  }

  private Relocation relocation(Request request) {
    return new Relocation(parts.database(), request.who());
  }

  private Answer accept(Request request) {
    return told(relocation(request).accept(found(request).id()), request);
  }

  private Answer reject(Request request) {
    return told(relocation(request).reject(found(request).id()), request);
  }

  private Answer told(Decided decided, Request request) {
    return switch (decided) {
      case Decided.Done _ -> show(request);
      case Decided.Unknown _ -> throw Refusal.notFound();
      case Decided.Before(var state) ->
          throw Refusal.of(409, "It was decided before: " + state.wire() + ".");
      case Decided.Refused(var why) -> throw Refusal.of(409, why);
    };
  }

  private Answer undo(Request request) {
    var repair = found(request);
    if (repair.state() != State.ACCEPTED) {
      throw Refusal.of(409, "It was not accepted, and there is nothing to undo.");
    }
    return switch (relocation(request).undo(repair.source())) {
      case Undone.Back _ -> show(request);
      case Undone.Nothing _ -> throw Refusal.of(409, "The feed has not moved.");
      case Undone.Unknown _ -> throw Refusal.notFound();
      case Undone.Taken(var by) -> throw SourceRoutes.known(by);
    };
  }

  private static Map<String, Object> fields(Repair repair) {
    return RepairFields.of(repair);
  }
}
