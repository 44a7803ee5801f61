package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.COUNT;
import static dev.feedwarden.api.Shapes.ID;
import static dev.feedwarden.api.Shapes.list;
import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.thing;
import static dev.feedwarden.api.Shapes.whole;
import static dev.feedwarden.api.Shapes.word;

import dev.feedwarden.api.Route.Query;
import dev.feedwarden.api.Route.Verb;
import dev.feedwarden.feed.PageKey;
import dev.feedwarden.model.Page;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Admission.Judged;
import dev.feedwarden.store.Pages;
import dev.feedwarden.store.Pages.Filter;
import dev.feedwarden.store.Pages.Submitted;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The pages behind the feeds: what came of them, and what a person wants done. */
final class PageRoutes {
  private static final String PAGES = "/api/v1/pages";
  private static final String ONE = PAGES + "/{id}";
  private static final int STANDARD = 100;
  private static final int MOST = 500;

  private static final Query STATE =
      new Query("state", word(PageFields.STATES), "only those in one state");
  private static final Query REASON =
      new Query("reason", word(PageFields.REASONS), "only those of one reason");
  private static final Query SOURCE = new Query("source_id", ID, "only those of one source");

  private static final Shape.Thing COUNTS =
      thing(
          "PageCounts",
          "counts",
          list(
              thing(
                  "PageCount",
                  "state",
                  word(PageFields.STATES),
                  "reason?",
                  word(PageFields.REASONS),
                  "pages",
                  COUNT),
              1_000));

  private final Parts parts;
  private final Pages pages;

  PageRoutes(Parts parts) {
    this.parts = parts;
    this.pages = new Pages(parts.database());
  }

  List<Route> routes() {
    return List.of(
        Route.get(PAGES, Rule.READ, "List pages, the newest first.", this::page)
            .queries(
                new Query("limit", whole(1, MOST), "how many; " + STANDARD + " by default"),
                new Query("before", whole(1, Long.MAX_VALUE), "the last id of the page before"),
                STATE,
                REASON,
                SOURCE)
            .answers(
                200,
                thing("PageList", "pages", list(PageFields.SHAPE, MOST), "next_before?", COUNT)),
        Route.get(PAGES + "/stats", Rule.READ, "Count pages by state and reason.", this::stats)
            .queries(SOURCE)
            .answers(200, COUNTS),
        Route.post(PAGES, Rule.WRITE, "Queue a page for a source.", this::submit)
            .takes(thing("NewPage", "url", text(10_000), "source_id", ID))
            .answers(201, PageFields.SHAPE),
        Route.post(
                PAGES + "/retry",
                Rule.WRITE,
                "Try pages again that were given up, skipped or wait; a thousand at most.",
                this::retryMany)
            .takes(
                thing(
                    "PagesToRetry",
                    "state?",
                    word(List.of("dead", "skipped", "retry")),
                    "reason?",
                    word(PageFields.REASONS),
                    "source_id?",
                    ID))
            .answers(200, thing("PagesRetried", "retried", COUNT)),
        Route.get(ONE, Rule.READ, "Show a page and what it says.", this::show)
            .answers(
                200, thing("WholePage", "page", PageFields.SHAPE, "content?", PageFields.CONTENT)),
        Route.post(ONE + "/retry", Rule.WRITE, "Try a page again.", this::retry)
            .answers(200, PageFields.SHAPE),
        Route.of(Verb.DELETE, ONE, Rule.WRITE, "Forget a page and what it says.", this::delete));
  }

  private Answer page(Request request) {
    var limit = (int) request.number("limit", STANDARD);
    var filter =
        new Filter(
            source(request.query("source_id")),
            request.query("state").map(Page.State::ofWire).orElse(null),
            request.query("reason").map(Page.Reason::ofWire).orElse(null));
    var found = pages.latest(filter, request.number("before", Long.MAX_VALUE), limit + 1);
    var shown = found.subList(0, Math.min(limit, found.size()));
    var fields = new LinkedHashMap<String, Object>();
    fields.put("pages", shown.stream().map(PageFields::of).toList());
    if (found.size() <= limit) {
      return Answer.json(200, fields);
    }
    var next = shown.getLast().id();
    fields.put("next_before", next);
    return Links.next(Answer.json(200, fields), PAGES, request, "before", String.valueOf(next));
  }

  private static @Nullable SourceId source(Optional<String> text) {
    return text.map(PageRoutes::source).orElse(null);
  }

  private static SourceId source(String text) {
    return SourceId.parse(text)
        .orElseThrow(() -> Refusal.field("source_id", "must be a source's id"));
  }

  private Answer stats(Request request) {
    var counts =
        pages.counts(source(request.query("source_id"))).stream()
            .map(
                count -> {
                  var fields = new LinkedHashMap<String, Object>();
                  fields.put("state", count.state().wire());
                  if (count.reason() != null) {
                    fields.put("reason", count.reason().wire());
                  }
                  fields.put("pages", count.pages());
                  return fields;
                })
            .toList();
    return Answer.json(200, Map.of("counts", counts));
  }

  private Answer submit(Request request) {
    var url = url(request.json().path("url").asString());
    var source = source(request.json().path("source_id").asString());
    return switch (pages.submit(url, PageKey.of(url), source, parts.database().now())) {
      case Submitted.New(var id) ->
          Answer.json(201, PageFields.of(pages.find(id).orElseThrow(Refusal::notFound)));
      case Submitted.Known(var id) ->
          throw Refusal.of(409, "The page is known already, as " + id + ".");
      case Submitted.NoSuchSource _ -> throw Refusal.field("source_id", "is no source's");
    };
  }

  private WebUrl url(String text) {
    return switch (parts.admission().feed(text)) {
      case Judged.Good(var url) -> url;
      case Judged.Bad(var reason) -> throw Refusal.field("url", reason);
      case Judged.Private _ ->
          throw Refusal.field("url", "is private, local or reserved and may not be asked");
    };
  }

  private Answer retryMany(Request request) {
    var body = request.json();
    var filter =
        new Filter(
            body.has("source_id") ? source(body.path("source_id").asString()) : null,
            body.has("state") ? Page.State.ofWire(body.path("state").asString()) : null,
            body.has("reason") ? Page.Reason.ofWire(body.path("reason").asString()) : null);
    return Answer.json(200, Map.of("retried", pages.retry(filter, parts.database().now())));
  }

  private Page found(Request request) {
    return pages.find(request.row("a page's")).orElseThrow(Refusal::notFound);
  }

  private Answer show(Request request) {
    var page = found(request);
    var fields = new LinkedHashMap<String, Object>();
    fields.put("page", PageFields.of(page));
    pages.content(page.id()).ifPresent(content -> fields.put("content", PageFields.of(content)));
    return Answer.json(200, fields);
  }

  private Answer retry(Request request) {
    var page = found(request);
    if (!pages.retry(page.id(), parts.database().now())) {
      throw Refusal.of(
          409, "The page is " + page.progress().state().wire() + " and not to be tried again.");
    }
    return Answer.json(200, PageFields.of(found(request)));
  }

  private Answer delete(Request request) {
    if (!pages.delete(request.row("a page's"))) {
      throw Refusal.notFound();
    }
    return Answer.nothing();
  }
}
