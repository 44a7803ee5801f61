package dev.feedwarden.api.pages;

import dev.feedwarden.api.Answer;
import dev.feedwarden.api.Parts;
import dev.feedwarden.api.Refusal;
import dev.feedwarden.api.Request;
import dev.feedwarden.api.Route;
import dev.feedwarden.api.Route.Output;
import dev.feedwarden.api.Rule;
import dev.feedwarden.api.pages.jte.JtehelpGenerated;
import dev.feedwarden.model.ErrorType;
import java.util.Arrays;
import java.util.List;

/** What each type of error means, and what to do about it. */
final class HelpPage {
  private final Parts parts;
  private final Framing framing;

  HelpPage(Parts parts, Framing framing) {
    this.parts = parts;
    this.framing = framing;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/help/errors/{id}", Rule.READ, "About a type of error.", this::show)
            .answers(new Output(200, "text/html", null)));
  }

  private Answer show(Request request) {
    var wire = request.path().getOrDefault("id", "");
    var type =
        Arrays.stream(ErrorType.values())
            .filter(one -> one.wire().equals(wire))
            .findFirst()
            .orElseThrow(Refusal::notFound);
    var row =
        PolicyRow.of(parts.policy().get().table()).stream()
            .filter(one -> one.type().equals(wire))
            .findFirst()
            .orElseThrow();
    var frame = framing.of(request, "errors", wire);
    return Html.page(out -> JtehelpGenerated.render(out, null, frame, Runbook.of(type), row));
  }
}
