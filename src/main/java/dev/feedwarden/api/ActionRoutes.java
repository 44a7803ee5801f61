package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.COUNT;
import static dev.feedwarden.api.Shapes.ID;
import static dev.feedwarden.api.Shapes.YES_NO;
import static dev.feedwarden.api.Shapes.list;
import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.thing;
import static dev.feedwarden.api.Shapes.word;

import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.SourceFilter;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.store.SourceLists;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One thing done to many sources, each in a transaction of its own: by ids, or by a filter, a part
 * of the sources that it lets through with every request.
 */
final class ActionRoutes {
  private static final int MOST = 500;

  private static final Shape.Thing FILTER =
      thing(
          "SourceFilter",
          "enabled?",
          YES_NO,
          "feed_active?",
          YES_NO,
          "status?",
          word(SourceFilter.STATUSES.stream().sorted().toList()),
          "error_type?",
          word(Arrays.stream(ErrorType.values()).map(ErrorType::wire).toList()),
          "host?",
          text(300),
          "tag?",
          text(100),
          "search?",
          text(200));
  private static final Shape.Thing ACTION =
      thing(
          "Action",
          "action",
          word(Actions.NAMES),
          "ids?",
          list(ID, MOST),
          "filter?",
          FILTER,
          "after?",
          ID,
          "reason?",
          text(200),
          "tag?",
          text(100));
  private static final Shape.Thing RESULT =
      thing("ActionResult", "source_id", ID, "result", text(20));
  private static final Shape.Thing RESULTS =
      thing(
          "ActionResults",
          "changed",
          COUNT,
          "unchanged",
          COUNT,
          "refused",
          COUNT,
          "results",
          list(RESULT, MOST),
          "next_after?",
          ID);

  private final Parts parts;
  private final SourceLists lists;

  ActionRoutes(Parts parts) {
    this.parts = parts;
    this.lists = new SourceLists(parts.database());
  }

  List<Route> routes() {
    return List.of(
        Route.post(
                SourceRoutes.SOURCES + "/actions",
                Rule.WRITE,
                "Do one thing to many sources, at most " + MOST + " with each request.",
                this::act)
            .takes(ACTION)
            .answers(200, RESULTS)
            .onceAKey());
  }

  private record Chosen(List<SourceId> ids, @Nullable SourceId next) {}

  private Answer act(Request request) {
    var body = request.json();
    var action =
        new Actions(parts, request.who())
            .named(
                body.path("action").asString(),
                body.path("reason").asString("manual"),
                body.path("tag").asString(""));
    var chosen = chosen(body);
    var counts = new TreeMap<>(Map.of("changed", 0, "unchanged", 0, "refused", 0));
    var results = new ArrayList<Map<String, Object>>();
    for (var id : chosen.ids()) {
      var result = Actions.told(action.apply(id));
      counts.merge(counts.containsKey(result) ? result : "refused", 1, Integer::sum);
      var one = new LinkedHashMap<String, Object>();
      one.put("source_id", id.value());
      one.put("result", result);
      results.add(one);
    }
    var fields = new LinkedHashMap<String, Object>(counts);
    fields.put("results", results);
    if (chosen.next() != null) {
      fields.put("next_after", chosen.next().value());
    }
    return Answer.json(200, fields);
  }

  private Chosen chosen(JsonNode body) {
    var ids = body.get("ids");
    var filter = body.get("filter");
    if ((ids == null) == (filter == null)) {
      throw Refusal.field("ids", "must be given, or filter, and not both");
    }
    var after = body.get("after");
    if (filter == null) {
      if (after != null) {
        throw Refusal.field("after", "is for a filter");
      }
      return new Chosen(ids.valueStream().map(node -> id("ids", node)).distinct().toList(), null);
    }
    var found =
        lists.after(
            filter(filter),
            after == null ? null : id("after", after),
            MOST + 1,
            parts.database().now());
    var some = found.stream().limit(MOST).map(registered -> registered.source().id()).toList();
    return new Chosen(some, found.size() > MOST ? some.getLast() : null);
  }

  private static SourceId id(String field, JsonNode node) {
    return SourceId.parse(node.asString())
        .orElseThrow(() -> Refusal.field(field, "must be a source's id, in lower case"));
  }

  private static SourceFilter filter(JsonNode node) {
    var host = node.get("host");
    var type = node.get("error_type");
    var tag = node.get("tag");
    var search = node.get("search");
    return new SourceFilter(
        node.has("enabled") ? (Boolean) node.path("enabled").asBoolean() : null,
        node.path("feed_active").asBoolean(false),
        node.has("status") ? node.path("status").asString() : null,
        type == null ? null : ErrorType.ofWire(type.asString()),
        host == null ? null : host.asString().toLowerCase(Locale.ROOT),
        tag == null ? null : Actions.tag("filter.tag", tag.asString()).value(),
        search == null || search.asString().isBlank() ? null : search.asString());
  }
}
