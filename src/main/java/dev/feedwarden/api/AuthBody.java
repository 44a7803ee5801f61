package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.thing;
import static dev.feedwarden.api.Shapes.word;

import dev.feedwarden.model.Credentials;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** How a client says what opens a private feed; there is no way to ask for it again. */
final class AuthBody {
  private static final Map<String, Set<String>> FIELDS =
      Map.of(
          "basic", Set.of("user", "password"),
          "bearer", Set.of("token"),
          "header", Set.of("name", "value"),
          "query", Set.of("name", "value"));

  static final Shape SHAPE =
      thing(
              "Auth",
              "type",
              word(List.of("basic", "bearer", "header", "query")),
              "user?",
              text(Credentials.LONGEST),
              "password?",
              text(Credentials.LONGEST),
              "token?",
              text(Credentials.LONGEST),
              "name?",
              text(Credentials.LONGEST),
              "value?",
              text(Credentials.LONGEST))
          .orNull();

  private AuthBody() {}

  /** The credentials that were given; nothing if there is a fault, which is told. */
  static @Nullable Credentials read(JsonNode given, BiConsumer<String, String> faults) {
    var type = given.path("type").asString();
    var wanted = FIELDS.getOrDefault(type, Set.of());
    var wrong = new TreeSet<String>();
    given.propertyNames().stream()
        .filter(field -> !field.equals("type") && !wanted.contains(field))
        .forEach(
            field -> {
              wrong.add(field);
              faults.accept("auth." + field, "is not a field of the type " + type);
            });
    for (var field : new TreeSet<>(wanted)) {
      var problem = problem(type, field, given.path(field).asString(""));
      if (problem != null) {
        wrong.add(field);
        faults.accept("auth." + field, problem);
      }
    }
    return wrong.isEmpty() ? credentials(type, given) : null;
  }

  private static @Nullable String problem(String type, String field, String text) {
    if (type.equals("header") && field.equals("name")) {
      return Credentials.isHeaderName(text) ? null : "must be the name of a header that is free";
    }
    if (type.equals("basic") && field.equals("user") && text.indexOf(':') >= 0) {
      return "must not contain a colon"; // RFC 7617
    }
    return Credentials.isPrintable(text)
        ? null
        : "must be 1 to " + Credentials.LONGEST + " printable characters";
  }

  private static Credentials credentials(String type, JsonNode given) {
    return switch (type) {
      case "basic" -> new Credentials.Basic(of(given, "user"), of(given, "password"));
      case "bearer" -> new Credentials.Header("Authorization", "Bearer " + of(given, "token"));
      case "header" -> new Credentials.Header(of(given, "name"), of(given, "value"));
      case "query" -> new Credentials.QueryToken(of(given, "name"), of(given, "value"));
      default -> throw new IllegalArgumentException("the shape lets no other type through");
    };
  }

  private static String of(JsonNode given, String field) {
    return given.path(field).asString();
  }
}
