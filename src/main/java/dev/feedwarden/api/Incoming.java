package dev.feedwarden.api;

import dev.feedwarden.api.Request.Payload;
import dev.feedwarden.api.Route.Body;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** What a request brings along, held to its route. */
final class Incoming {
  private static final Pattern DIGITS = Pattern.compile("-?(?:0|[1-9]\\d{0,17})");
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Incoming() {}

  static Map<String, String> queries(Route route, Context ctx) {
    var values = new LinkedHashMap<String, String>();
    var faults = new ArrayList<Refusal.Fault>();
    ctx.queryParamMap()
        .forEach(
            (name, given) -> {
              var query = route.traffic().query(name).orElse(null);
              if (query == null) {
                faults.add(
                    new Refusal.Fault(Json.shown(name), "is not a parameter of this address"));
              } else if (given.size() != 1) {
                faults.add(new Refusal.Fault(name, "is given twice"));
              } else {
                values.put(name, given.getFirst());
                query
                    .shape()
                    .check(
                        node(query.shape(), given.getFirst()),
                        name,
                        (field, message) -> faults.add(new Refusal.Fault(field, message)));
              }
            });
    if (!faults.isEmpty()) {
      throw Refusal.fields(faults.subList(0, Math.min(faults.size(), 20)));
    }
    return values;
  }

  // A parameter is always text; it is read as what its shape expects, in one spelling.
  private static JsonNode node(Shape shape, String text) {
    return switch (shape) {
      case Shape.Whole _ when DIGITS.matcher(text).matches() ->
          NODES.numberNode(Long.parseLong(text));
      case Shape.YesNo _ when text.equals("true") || text.equals("false") ->
          NODES.booleanNode(text.equals("true"));
      case Shape.Whole _,
          Shape.YesNo _,
          Shape.Text _,
          Shape.Anything _,
          Shape.OrNull _,
          Shape.Many _,
          Shape.Named _,
          Shape.Thing _ ->
          NODES.stringNode(text);
    };
  }

  static Payload payload(Route route, Context ctx) {
    var body = route.traffic().body();
    if (body == null) {
      return Payload.NONE;
    }
    if (ctx.header("Content-Encoding") != null) {
      throw Refusal.of(415, "A body must not be compressed.");
    }
    var bytes = bytes(ctx, body.largest());
    if (bytes.length == 0 && body.optional()) {
      return Payload.NONE;
    }
    var type = type(ctx.header("Content-Type"), body);
    return new Payload(bytes, type, body.shape() == null ? null : Json.read(bytes, body.shape()));
  }

  private static byte[] bytes(Context ctx, int largest) {
    var tooLarge = Refusal.of(413, "The body is larger than " + largest + " bytes.");
    if (ctx.req().getContentLengthLong() > largest) {
      throw tooLarge.with("Connection", "close");
    }
    try {
      var bytes = ctx.req().getInputStream().readNBytes(largest + 1);
      if (bytes.length > largest) {
        throw tooLarge.with("Connection", "close");
      }
      return bytes;
    } catch (IOException cutOrBroken) {
      throw Refusal.of(400, "The body did not arrive whole.").with("Connection", "close");
    }
  }

  // UTF-8 may be named; nothing else may be asked for.
  private static String type(@Nullable String header, Body body) {
    var text = header == null ? "" : header.toLowerCase(Locale.ROOT).replace(" ", "");
    var type = text.replaceFirst(";charset=\"?utf-8\"?$", "");
    if (!body.types().contains(type)) {
      throw Refusal.of(415, "The body must be " + String.join(" or ", body.types()) + ".");
    }
    return type;
  }
}
