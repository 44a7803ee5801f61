package dev.feedwarden.api.pages;

import static dev.feedwarden.api.Shapes.ID;
import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.whole;
import static dev.feedwarden.api.Shapes.word;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.api.Refusal;
import dev.feedwarden.api.Request;
import dev.feedwarden.api.Route.Query;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.store.Registered;
import dev.feedwarden.store.SourceLists.Mark;
import dev.feedwarden.store.SourceLists.Page;
import dev.feedwarden.store.SourceLists.Part;
import dev.feedwarden.store.SourceLists.Sort;
import dev.feedwarden.store.SourceLists.SortBy;
import java.net.URLEncoder;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where in the table a reader is, and the ways on.
 *
 * @param number of the page, for people: what was added or removed on the way is not counted
 */
record Walk(Sort sort, Part part, long number) {
  static final int ROWS = 50;
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,18}");

  static final List<Query> QUERIES =
      List.of(
          new Query(
              "sort",
              word(
                  List.of("name", "host", "last_success_at", "next_poll_at", "consecutive_errors")),
              "the order; name by default"),
          new Query("order", word(List.of("asc", "desc")), "asc by default"),
          new Query("page", whole(1, 1_000_000), "the page's number"),
          new Query("after", ID, "the last source of the page before"),
          new Query("before", ID, "the first source of the page after"),
          new Query("key", text(2_000), "what the order goes by at that source"));

  /** Where this page is, and where its neighbours are. */
  record Shown(List<Registered> sources, SourcesPage.Paging paging) {}

  static Walk of(Request request) {
    var by = SortBy.valueOf(request.query("sort").orElse("name").toUpperCase(Locale.ROOT));
    var sort = new Sort(by, request.query("order").orElse("asc").equals("desc"));
    var number = request.number("page", 1);
    var key = request.query("key").orElse(null);
    var isNumber = by != SortBy.NAME && by != SortBy.HOST;
    if (key != null && isNumber && !NUMBER.matcher(key).matches()) {
      throw Refusal.field("key", "must be a number in this order");
    }
    var part =
        request
            .query("after")
            .<Part>map(id -> new Part.After(mark(key, id)))
            .or(() -> request.query("before").map(id -> new Part.Before(mark(key, id))))
            .orElseGet(() -> new Part.From((number - 1) * ROWS));
    return new Walk(sort, part, number);
  }

  private static Mark mark(@Nullable String key, String id) {
    return new Mark(
        key, SourceId.parse(id).orElseThrow(() -> Refusal.field("after", "must be a source's id")));
  }

  /**
   * One page, from a list that is asked for one source more than a page has.
   *
   * @param address of the table in this order
   */
  Shown show(Function<Part, Page> list, String address) {
    var page = list.apply(part);
    if (part instanceof Part.Before && page.sources().size() <= ROWS) {
      return new Walk(sort, new Part.From(0), 1).show(list, address); // the beginning, all of it
    }
    var found = page.sources();
    var hasMore = found.size() > ROWS;
    var isBack = part instanceof Part.Before;
    var shown =
        !hasMore
            ? found
            : isBack ? found.subList(found.size() - ROWS, found.size()) : found.subList(0, ROWS);
    var isFirst = part instanceof Part.From(var offset) && offset == 0;
    var before = shown.isEmpty() || isFirst ? null : way(address, "before", shown.getFirst(), -1);
    var after = isBack || hasMore ? way(address, "after", shown.getLast(), 1) : null;
    return new Shown(
        shown, new SourcesPage.Paging(position(shown.size(), page.total()), before, after));
  }

  private String way(String address, String which, Registered at, int step) {
    var mark = sort.mark(at);
    return address
        + "&"
        + which
        + "="
        + mark.id()
        + (mark.key() == null ? "" : "&key=" + URLEncoder.encode(mark.key(), UTF_8))
        + "&page="
        + Math.max(1, number + step);
  }

  private String position(int rows, long total) {
    var from = (number - 1) * ROWS;
    return rows == 0
        ? "none"
        : Bars.number(from + 1)
            + "–"
            + Bars.number(Math.min(from + rows, Math.max(total, from + 1)))
            + " of "
            + Bars.number(total);
  }
}
