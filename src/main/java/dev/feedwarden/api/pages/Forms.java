package dev.feedwarden.api.pages;

import dev.feedwarden.api.Answer;
import dev.feedwarden.api.Refusal;
import dev.feedwarden.api.Route;
import dev.feedwarden.api.Route.Body;
import dev.feedwarden.api.Route.Handler;
import dev.feedwarden.api.Route.Output;
import dev.feedwarden.api.Rule;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.store.Interventions.Done;
import java.util.List;

/** Routes that a page's form leads to, and the way back from them. */
final class Forms {
  private static final int LARGEST = 256 << 10;
  private static final String TYPE = "application/x-www-form-urlencoded";

  private Forms() {}

  static Route post(String path, Rule rule, String summary, Handler handler) {
    return post(path, rule, summary, LARGEST, handler);
  }

  static Route post(String path, Rule rule, String summary, int largest, Handler handler) {
    return Route.post(path, rule, summary, handler)
        .takes(new Body(List.of(TYPE), largest, null, true))
        .answers(new Output(303, "text/html", null));
  }

  static String address(SourceId id) {
    return "/sources/" + id;
  }

  static Answer backTo(SourceId id, Told told) {
    return Html.seeOther(address(id) + "?told=" + told.wire());
  }

  /** Back to a source with what came of a change. */
  static Answer backTo(SourceId id, Done done, Told changed) {
    return switch (done) {
      case Done.Changed _, Done.CredentialsDropped _ -> backTo(id, changed);
      case Done.Unchanged _ -> backTo(id, Told.UNCHANGED);
      case Done.Stale _ -> backTo(id, Told.STALE);
      case Done.Stopped _ -> backTo(id, Told.STOPPED);
      case Done.Taken(var by) -> backTo(by, Told.KNOWN);
      case Done.Unknown _ -> throw Refusal.notFound();
    };
  }
}
