package dev.feedwarden.api.pages;

import dev.feedwarden.api.Answer;
import dev.feedwarden.api.Refusal;
import dev.feedwarden.api.Request;
import dev.feedwarden.api.Route;
import dev.feedwarden.api.Route.Output;
import dev.feedwarden.api.Rule;
import dev.feedwarden.api.pages.jte.JtedocGenerated;
import dev.feedwarden.model.ErrorType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The manual, for everybody: it says nothing about this installation. */
final class DocsPage {
  private static final String RUNBOOK = "runbook";
  private static final List<String> PARTS = List.of("howto", "reference", RUNBOOK, "adr");

  private DocsPage() {}

  static List<Route> routes() {
    var routes = new ArrayList<Route>();
    routes.add(page(Manual.ROOT, "The manual.", _ -> show("")));
    routes.add(page(Manual.ROOT + "/{id}", "A page of it.", request -> one(id(request))));
    for (var part : PARTS) {
      routes.add(
          page(
              Manual.ROOT + "/" + part + "/{id}",
              "A page of a part of it.",
              request -> show(part + "/" + id(request))));
    }
    routes.add(
        page(
            "/help/errors/{id}",
            "Where the page about a type of error was.",
            request -> moved(id(request))));
    return routes;
  }

  private static Route page(String path, String summary, Route.Handler handler) {
    return Route.get(path, Rule.OPEN, summary, handler).answers(new Output(200, "text/html", null));
  }

  private static String id(Request request) {
    return request.path().getOrDefault("id", "");
  }

  private static Answer one(String id) {
    return Manual.file(id)
        .map(text -> Answer.text(id.endsWith(".svg") ? "image/svg+xml" : "application/json", text))
        .orElseGet(() -> show(id));
  }

  private static Answer show(String name) {
    var page = Manual.page(name).orElseThrow(Refusal::notFound);
    var frame = Frame.ofNobody("docs", page.title());
    var type = isAboutType(name) ? name.substring(RUNBOOK.length() + 1) : "";
    return Html.page(
        out -> JtedocGenerated.render(out, null, frame, page.html(), name.isEmpty(), type));
  }

  private static boolean isAboutType(String name) {
    return name.startsWith(RUNBOOK + "/")
        && ErrorType.named(name.substring(RUNBOOK.length() + 1)).isPresent();
  }

  private static Answer moved(String id) {
    if (!isAboutType(RUNBOOK + "/" + id)) {
      throw Refusal.notFound();
    }
    return new Answer(
        308,
        Map.of("Location", Manual.ROOT + "/" + RUNBOOK + "/" + id),
        new Answer.Content.Nothing());
  }
}
