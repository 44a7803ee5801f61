package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.COUNT;
import static dev.feedwarden.api.Shapes.ID;
import static dev.feedwarden.api.Shapes.YES_NO;
import static dev.feedwarden.api.Shapes.list;
import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.thing;
import static dev.feedwarden.api.Shapes.whole;
import static dev.feedwarden.api.Shapes.word;

import dev.feedwarden.api.Route.Query;
import dev.feedwarden.api.auth.Scope;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.SourceFilter;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Tag;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Registered;
import dev.feedwarden.store.SourceLists;
import dev.feedwarden.store.SourceLists.Sort;
import dev.feedwarden.store.SourceLists.SortBy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** Sources page by page: by number for people, by the last id for machines. */
final class ListRoutes {
  private static final int STANDARD = 100;
  private static final int MOST = 500;
  private static final long FURTHEST = 1_000_000_000L;

  /** The parameters that say which sources are meant. */
  static final List<Query> FILTERS =
      List.of(
          new Query("enabled", YES_NO, "switched on or off"),
          new Query(
              "feed_active", YES_NO, "true: only feeds that are polled, or whose cooldown is over"),
          new Query(
              "status", word(SourceFilter.STATUSES.stream().sorted().toList()), "how it stands"),
          new Query(
              "error_type",
              word(Arrays.stream(ErrorType.values()).map(ErrorType::wire).toList()),
              "what its last poll failed with"),
          new Query("host", text(300), "the host of its feed"),
          new Query("tag", text(100), "a tag that it has"),
          new Query("search", text(200), "a part of its name or URL"));

  private static final List<Query> PAGING =
      List.of(
          new Query("limit", whole(1, MOST), "sources on a page; " + STANDARD + " by default"),
          new Query("page", whole(1, FURTHEST), "the page's number, from 1"),
          new Query("offset", whole(0, FURTHEST), "sources to leave out, instead of page"),
          new Query("after", text(36), "the last id of the page before, or empty to begin"),
          new Query(
              "sealed",
              YES_NO,
              "true, with after and the scope write: what is masked is there too, for who has the"
                  + " installation's key"),
          new Query(
              "sort_by",
              word(Arrays.stream(SortBy.values()).map(SortBy::wire).toList()),
              "name by default"),
          new Query("sort_order", word(List.of("asc", "desc")), "asc by default"));

  private static final Shape.Thing PAGE =
      thing(
          "SourcePage",
          "sources",
          list(SourceFields.SHAPE, MOST),
          "total?",
          COUNT,
          "page?",
          COUNT,
          "per_page",
          COUNT,
          "total_pages?",
          COUNT,
          "next_after?",
          ID);

  private final Parts.Outbound outbound;
  private final Database database;
  private final SourceLists lists;

  ListRoutes(Parts parts) {
    this.outbound = parts.outbound();
    this.database = parts.database();
    this.lists = new SourceLists(database);
  }

  List<Route> routes() {
    var queries = new ArrayList<>(PAGING);
    queries.addAll(FILTERS);
    return List.of(
        Route.get(SourceRoutes.SOURCES, Rule.READ, "List sources.", this::page)
            .queries(queries.toArray(Query[]::new))
            .answers(200, PAGE));
  }

  private Answer page(Request request) {
    return request.query("after").isPresent() ? keyset(request) : numbered(request);
  }

  private Answer numbered(Request request) {
    if (request.query("page").isPresent() && request.query("offset").isPresent()) {
      throw Refusal.field("offset", "must not be given together with page");
    }
    if (request.isTrue("sealed")) {
      throw Refusal.field("sealed", "must be given together with after");
    }
    var limit = (int) request.number("limit", STANDARD);
    var offset = request.number("offset", (request.number("page", 1) - 1) * limit);
    var sort = new Sort(sortBy(request), request.query("sort_order").orElse("asc").equals("desc"));
    var found = lists.page(filter(request), sort, offset, limit, database.now());
    var page = offset / limit + 1;
    var pages = (found.total() + limit - 1) / limit;
    var fields = new LinkedHashMap<String, Object>();
    fields.put("sources", found.sources().stream().map(SourceFields::of).toList());
    fields.put("total", found.total());
    fields.put("page", page);
    fields.put("per_page", limit);
    fields.put("total_pages", pages);
    return Links.numbered(Answer.json(200, fields), SourceRoutes.SOURCES, request, page, pages);
  }

  private Answer keyset(Request request) {
    for (var other : List.of("page", "offset", "sort_by", "sort_order")) {
      if (request.query(other).isPresent()) {
        throw Refusal.field(other, "must not be given together with after");
      }
    }
    var limit = (int) request.number("limit", STANDARD);
    var after = request.query("after").filter(text -> !text.isEmpty()).map(ListRoutes::id);
    // One more than asked for says whether there is a next page.
    var found = lists.after(filter(request), after.orElse(null), limit + 1, database.now());
    var shown = found.subList(0, Math.min(found.size(), limit));
    var fields = new LinkedHashMap<String, Object>();
    fields.put("sources", shown.stream().map(fields(request)).toList());
    fields.put("per_page", limit);
    if (found.size() <= limit) {
      return Answer.json(200, fields);
    }
    var next = shown.getLast().source().id().value();
    fields.put("next_after", next);
    return Links.next(Answer.json(200, fields), SourceRoutes.SOURCES, request, "after", next);
  }

  private Function<Registered, Map<String, Object>> fields(Request request) {
    if (!request.isTrue("sealed")) {
      return SourceFields::of;
    }
    if (!request.scope().includes(Scope.WRITE)) {
      throw Refusal.of(403, "What is sealed is shown only under the scope 'write'.");
    }
    return registered -> SourceFields.sealed(registered, outbound::seal);
  }

  private static SourceId id(String text) {
    return SourceId.parse(text)
        .orElseThrow(() -> Refusal.field("after", "must be a source's id, in lower case"));
  }

  private static SortBy sortBy(Request request) {
    return SortBy.valueOf(request.query("sort_by").orElse("name").toUpperCase(Locale.ROOT));
  }

  static SourceFilter filter(Request request) {
    return new SourceFilter(
        request.query("enabled").map(Boolean::valueOf).orElse(null),
        request.isTrue("feed_active"),
        request.query("status").orElse(null),
        request.query("error_type").map(ListRoutes::type).orElse(null),
        request.query("host").map(host -> host.toLowerCase(Locale.ROOT)).orElse(null),
        request.query("tag").map(ListRoutes::tag).orElse(null),
        request.query("search").filter(text -> !text.isBlank()).orElse(null));
  }

  private static ErrorType type(String wire) {
    return Arrays.stream(ErrorType.values())
        .filter(type -> type.wire().equals(wire))
        .findFirst()
        .orElseThrow();
  }

  private static String tag(String text) {
    return Tag.parse(text).map(Tag::value).orElseThrow(() -> Refusal.field("tag", "must be a tag"));
  }
}
