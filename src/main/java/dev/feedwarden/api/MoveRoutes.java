package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.COUNT;
import static dev.feedwarden.api.Shapes.ID;
import static dev.feedwarden.api.Shapes.TIME;
import static dev.feedwarden.api.Shapes.list;
import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.thing;

import dev.feedwarden.model.SourceId;
import dev.feedwarden.poll.Relocation;
import dev.feedwarden.store.MoveLog;
import dev.feedwarden.store.Moving.Moved;
import dev.feedwarden.store.Moving.Undone;
import dev.feedwarden.store.Registry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where a source's feed went, and what a person says about that. */
final class MoveRoutes {
  private static final String MOVES = SourceRoutes.SOURCES + "/{id}/moves";
  private static final int MOST = 100;
  private static final int LONG = 20_000;

  private static final Shape.Thing MOVE =
      thing(
          "Move",
          "id",
          COUNT,
          "at",
          TIME,
          "state",
          text(20),
          "how",
          text(40),
          "from_url",
          text(LONG),
          "to_url",
          text(LONG),
          "merged_into?",
          ID,
          "evidence",
          text(LONG),
          "by",
          text(200));

  private final Parts parts;
  private final Registry registry;
  private final MoveLog log;

  MoveRoutes(Parts parts) {
    this.parts = parts;
    this.registry = new Registry(parts.database());
    this.log = new MoveLog(parts.database());
  }

  List<Route> routes() {
    return List.of(
        Route.get(MOVES, Rule.READ, "List a source's moves, the latest first.", this::all)
            .answers(200, thing("Moves", "moves", list(MOVE, MOST))),
        Route.post(
                MOVES + "/follow",
                Rule.WRITE,
                "Take the address that a feed is said to have moved to.",
                this::follow)
            .answers(200, SourceFields.SHAPE),
        Route.post(MOVES + "/undo", Rule.WRITE, "Take a feed's last move back.", this::undo)
            .answers(200, SourceFields.SHAPE));
  }

  private Answer all(Request request) {
    shown(request.source());
    var fields = new LinkedHashMap<String, Object>();
    fields.put("moves", log.latest(request.source(), MOST).stream().map(this::fields).toList());
    return Answer.json(200, fields);
  }

  private Map<String, Object> fields(MoveLog.Entry move) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("id", move.id());
    fields.put("at", move.at().toString());
    fields.put("state", move.state());
    fields.put("how", move.ground().how());
    fields.put("from_url", move.from().masked());
    fields.put("to_url", move.to().masked());
    if (move.mergedInto() != null) {
      fields.put("merged_into", move.mergedInto().value());
    }
    fields.put("evidence", move.ground().evidence());
    fields.put("by", move.ground().by());
    return fields;
  }

  private Answer follow(Request request) {
    var id = request.source();
    shown(id);
    var moved =
        new Relocation(parts.database(), request.who())
            .follow(id)
            .orElseThrow(() -> Refusal.of(409, "Nothing says that the feed has moved."));
    return demandMoved(moved, id);
  }

  private Answer demandMoved(Moved moved, SourceId id) {
    return switch (moved) {
      case Moved.To _, Moved.Merged _, Moved.Unchanged _ -> shown(id);
      case Moved.Distrusted _ ->
          throw Refusal.of(409, "The source that has this feed is not polled.");
      case Moved.Stale _ -> throw Revision.stale();
    };
  }

  private Answer undo(Request request) {
    var id = request.source();
    return switch (new Relocation(parts.database(), request.who()).undo(id)) {
      case Undone.Back _ -> shown(id);
      case Undone.Nothing _ -> throw Refusal.of(409, "The feed has not moved.");
      case Undone.Unknown _ -> throw Refusal.notFound();
      case Undone.Taken(var by) -> throw SourceRoutes.known(by);
    };
  }

  private Answer shown(SourceId id) {
    var found = registry.find(id).orElseThrow(Refusal::notFound);
    return Answer.json(200, SourceFields.of(found))
        .with("ETag", Revision.tag(found.source().revision()));
  }
}
