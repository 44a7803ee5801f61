package dev.feedwarden.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jetty.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/** The route table as an OpenAPI 3.1 document. */
final class OpenApi {
  private static final Shape.Thing PROBLEM =
      Shapes.thing(
          "Problem",
          "type",
          Shapes.text(200),
          "title",
          Shapes.text(200),
          "status",
          Shapes.COUNT,
          "detail",
          Shapes.text(2_000),
          "request_id",
          Shapes.text(40),
          "errors",
          Shapes.list(
              Shapes.thing("Fault", "field", Shapes.text(200), "message", Shapes.text(1_000)),
              100));

  private final Map<String, Object> schemas = new TreeMap<>();

  private OpenApi() {}

  static Map<String, Object> of(List<Route> routes) {
    return new OpenApi().document(routes);
  }

  private Map<String, Object> document(List<Route> routes) {
    var paths = new LinkedHashMap<String, Map<String, Object>>();
    collect(PROBLEM);
    for (var route : routes) {
      paths
          .computeIfAbsent(route.path(), _ -> new LinkedHashMap<>())
          .put(route.verb().name().toLowerCase(Locale.ROOT), operation(route));
    }
    var document = new LinkedHashMap<String, Object>();
    document.put("openapi", "3.1.0");
    document.put("info", Map.of("title", "Feedwarden", "version", "1"));
    document.put("paths", paths);
    document.put(
        "components",
        Map.of(
            "schemas",
            schemas,
            "securitySchemes",
            Map.of("bearer", Map.of("type", "http", "scheme", "bearer", "bearerFormat", "JWT"))));
    return document;
  }

  private Map<String, Object> operation(Route route) {
    var scope = route.rule().scope();
    var operation = new LinkedHashMap<String, Object>();
    operation.put("operationId", operationId(route));
    operation.put("summary", route.summary());
    if (scope != null) {
      operation.put("description", "Needs the scope '" + scope.wire() + "'.");
      operation.put("security", List.of(Map.of("bearer", List.of())));
    }
    operation.put("parameters", parameters(route));
    var body = route.traffic().body();
    if (body != null) {
      operation.put(
          "requestBody",
          Map.of("required", !body.optional(), "content", content(body.types(), body.shape())));
    }
    operation.put("responses", responses(route));
    return operation;
  }

  private static String operationId(Route route) {
    return route.verb().name().toLowerCase(Locale.ROOT)
        + route.path().replaceAll("[^a-z0-9]+", "_").replaceAll("_$", "");
  }

  private static List<Object> parameters(Route route) {
    var parameters = new ArrayList<Object>();
    for (var name : route.variables()) {
      parameters.add(
          Map.of("name", name, "in", "path", "required", true, "schema", Shapes.ID.schema()));
    }
    for (var query : route.traffic().queries()) {
      parameters.add(
          Map.of(
              "name", query.name(),
              "in", "query",
              "description", query.meaning(),
              "schema", query.shape().schema()));
    }
    if (route.traffic().onceAKey()) {
      parameters.add(
          Map.of(
              "name",
              Repeats.HEADER,
              "in",
              "header",
              "description",
              "sent again with the same key and body, the request is not done again",
              "schema",
              Shapes.text(Repeats.LONGEST_KEY).schema()));
    }
    return parameters;
  }

  private Map<String, Object> responses(Route route) {
    var output = route.traffic().output();
    var responses = new TreeMap<String, Object>();
    responses.put(
        String.valueOf(output.status()),
        output.types().isEmpty()
            ? Map.of("description", HttpStatus.getMessage(output.status()))
            : Map.of(
                "description",
                HttpStatus.getMessage(output.status()),
                "content",
                content(output.types(), output.shape())));
    responses.put(
        "default",
        Map.of(
            "description", "What went wrong", "content", content(List.of(Problems.TYPE), PROBLEM)));
    return responses;
  }

  private Map<String, Object> content(List<String> types, @Nullable Shape shape) {
    var content = new LinkedHashMap<String, Object>();
    if (shape != null) {
      collect(shape);
    }
    types.forEach(
        type -> content.put(type, shape == null ? Map.of() : Map.of("schema", shape.schema())));
    return content;
  }

  private void collect(Shape shape) {
    switch (shape) {
      case Shape.Thing thing -> {
        schemas.put(thing.name(), thing.definition());
        thing.fields().values().forEach(this::collect);
      }
      case Shape.Many(var of, _) -> collect(of);
      case Shape.Named(var of, _) -> collect(of);
      case Shape.OrNull(var of) -> collect(of);
      case Shape.Text _, Shape.Whole _, Shape.YesNo _, Shape.Anything _ -> {}
    }
  }
}
