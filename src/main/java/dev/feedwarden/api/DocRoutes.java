package dev.feedwarden.api;

import dev.feedwarden.api.Route.Output;
import java.util.List;

/** The routes that tell of the others. */
final class DocRoutes {
  private DocRoutes() {}

  static List<Route> of(List<Route> others) {
    // Few ask for them, and every start would wait for them.
    var document = new Once<>(() -> Json.write(OpenApi.of(others)));
    var page = new Once<>(() -> DocPage.of(others));
    return List.of(
        Route.get(
                "/api/v1/openapi.json",
                Rule.OPEN,
                "The OpenAPI document of all this.",
                _ -> Answer.text(Route.JSON, document.get()))
            .answers(new Output(200, Route.JSON, null)),
        Route.get(
                "/api/v1/docs",
                Rule.OPEN,
                "The same for people.",
                _ -> Answer.text("text/html;charset=utf-8", page.get()))
            .answers(new Output(200, "text/html", null)));
  }
}
