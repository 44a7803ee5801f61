package dev.feedwarden.api.pages;

import dev.feedwarden.api.Answer;
import dev.feedwarden.api.Parts;
import dev.feedwarden.api.Refusal;
import dev.feedwarden.api.Request;
import dev.feedwarden.api.Route;
import dev.feedwarden.api.Rule;
import dev.feedwarden.poll.Relocation;
import dev.feedwarden.store.Moving.Moved;
import dev.feedwarden.store.Moving.Undone;
import java.util.List;

/** What a person says about a feed's move. */
final class MoveForms {
  private final Parts parts;

  MoveForms(Parts parts) {
    this.parts = parts;
  }

  List<Route> routes() {
    return List.of(
        Forms.post("/sources/{id}/follow", Rule.WRITE, "Follow its move.", this::follow),
        Forms.post("/sources/{id}/undo-move", Rule.WRITE, "Take its move back.", this::undo));
  }

  private Answer follow(Request request) {
    var id = request.source();
    var moved = new Relocation(parts.database(), request.who()).follow(id).orElse(null);
    return switch (moved) {
      case null -> Forms.backTo(id, Told.UNCHANGED);
      case Moved.To _, Moved.Merged _ -> Forms.backTo(id, Told.MOVED);
      case Moved.Unchanged _ -> Forms.backTo(id, Told.UNCHANGED);
      case Moved.Distrusted _ -> Forms.backTo(id, Told.NOT_POLLED);
      case Moved.Stale _ -> Forms.backTo(id, Told.STALE);
    };
  }

  private Answer undo(Request request) {
    var id = request.source();
    return switch (new Relocation(parts.database(), request.who()).undo(id)) {
      case Undone.Back _ -> Forms.backTo(id, Told.MOVED_BACK);
      case Undone.Nothing _ -> Forms.backTo(id, Told.UNCHANGED);
      case Undone.Taken(var by) -> Forms.backTo(by, Told.KNOWN);
      case Undone.Unknown _ -> throw Refusal.notFound();
    };
  }
}
