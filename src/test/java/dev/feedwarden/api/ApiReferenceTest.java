package dev.feedwarden.api;

import static dev.feedwarden.docs.Committed.cell;
import static java.util.stream.Collectors.joining;

import dev.feedwarden.docs.Committed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/reference/api.md: the table of routes. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class ApiReferenceTest {
  @TempDir Path folder;

  @Test
  void the_page_has_every_route_of_the_api() throws IOException {
    var page = new StringBuilder();
    page.append(
        """
        # Routes of the API

        Who may ask, how things are sent and what goes wrong is in [the API](../api.md). A running service has the same at `/api/v1/docs`, and
        as OpenAPI 3.1 at `/api/v1/openapi.json`.
        """);
    try (var served = Served.in(folder)) {
      served.api().routes().stream()
          .filter(route -> !route.path().startsWith("/assets/"))
          .filter(route -> !isPage(route))
          .sorted(Comparator.comparing(Route::path).thenComparing(Route::verb))
          .forEach(route -> describe(page, route));
    }

    Committed.is("api.md", page.toString());
  }

  private static boolean isPage(Route route) {
    return !route.path().startsWith("/api/")
        && (route.traffic().output().types().contains("text/html")
            || (route.verb() == Route.Verb.POST && !route.path().startsWith("/log")));
  }

  private static void describe(StringBuilder page, Route route) {
    var traffic = route.traffic();
    var scope = route.rule().scope();
    page.append("\n## `").append(route).append("`\n\n").append(route.summary());
    page.append(scope == null ? " For everybody." : " Scope `" + scope.wire() + "`.");
    page.append(" Answers ").append(traffic.output().status());
    if (!traffic.output().types().isEmpty()) {
      page.append(
          traffic.output().types().stream()
              .map(type -> "`" + type + "`")
              .collect(joining(", ", " with ", "")));
    }
    page.append(traffic.onceAKey() ? ". Takes an `Idempotency-Key`.\n" : ".\n");
    if (!traffic.queries().isEmpty()) {
      page.append("\n| parameter | accepted | meaning |\n|---|---|---|\n");
      traffic
          .queries()
          .forEach(
              query ->
                  page.append(
                      "| `%s` | %s | %s |\n"
                          .formatted(query.name(), words(query.shape()), cell(query.meaning()))));
    }
    var body = traffic.body();
    if (body != null && body.shape() instanceof Shape.Thing thing) {
      page.append("\n| field | accepted | |\n|---|---|---|\n");
      thing
          .fields()
          .forEach(
              (name, shape) ->
                  page.append(
                      "| `%s` | %s | %s |\n"
                          .formatted(
                              name,
                              words(shape),
                              thing.optional().contains(name) ? "" : "must be given")));
    } else if (body != null) {
      page.append("\nTakes ").append(String.join(", ", body.types())).append(".\n");
    }
  }

  private static String words(Shape shape) {
    return switch (shape) {
      case Shape.Text(var longest, var words) ->
          words.isEmpty()
              ? "text of at most " + longest + " characters"
              : words.stream().map(word -> "`" + word + "`").collect(joining(", "));
      case Shape.Whole(var least, var most) ->
          most == Long.MAX_VALUE ? "number from " + least : least + " to " + most;
      case Shape.YesNo() -> "`true`, `false`";
      case Shape.OrNull(var of) -> words(of) + ", or `null`";
      case Shape.Many(var of, var most) -> "at most " + most + " times: " + words(of);
      case Shape.Named(var of, var most) -> "at most " + most + " names, each: " + words(of);
      case Shape.Thing thing ->
          String.join(", ", thing.fields().keySet()) + " (`" + thing.name() + "`)";
      case Shape.Anything() -> "see above";
    };
  }
}
