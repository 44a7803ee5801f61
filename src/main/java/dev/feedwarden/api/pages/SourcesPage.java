package dev.feedwarden.api.pages;

import dev.feedwarden.api.Answer;
import dev.feedwarden.api.Parts;
import dev.feedwarden.api.Request;
import dev.feedwarden.api.Route;
import dev.feedwarden.api.Route.Output;
import dev.feedwarden.api.Route.Query;
import dev.feedwarden.api.Rule;
import dev.feedwarden.api.pages.jte.JtesourcesGenerated;
import dev.feedwarden.store.Overview;
import dev.feedwarden.store.PollHistory;
import dev.feedwarden.store.Registered;
import dev.feedwarden.store.SourceLists;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sources in a table, however many there are. */
public final class SourcesPage {
  private final Parts parts;
  private final Framing framing;
  private final SourceLists lists;
  private final PollHistory history;
  private final Overview overview;

  SourcesPage(Parts parts, Framing framing, Insight insight) {
    this.parts = parts;
    this.framing = framing;
    this.lists = new SourceLists(parts.database());
    this.history = new PollHistory(parts.database());
    this.overview = insight.overview();
  }

  /** All that the page shows. */
  public record View(
      List<Chip> chips,
      Chosen chosen,
      List<SourceRow> rows,
      List<Heading> headings,
      Paging paging) {}

  /** A filter to click on. */
  public record Chip(String name, String count, String href, boolean current) {}

  /** A column's name, which orders by it where that makes sense. */
  public record Heading(String name, @Nullable String href, @Nullable String direction) {}

  /** Where in the list this page is. */
  public record Paging(String position, @Nullable String before, @Nullable String after) {}

  List<Route> routes() {
    var queries = new ArrayList<>(Chosen.QUERIES);
    queries.addAll(Walk.QUERIES);
    queries.add(Told.QUERY);
    return List.of(
        Route.get("/sources", Rule.READ, "The sources in a table.", this::show)
            .queries(queries.toArray(Query[]::new))
            .answers(new Output(200, "text/html", null)));
  }

  private Answer show(Request request) {
    var now = framing.now();
    var chosen = Chosen.of(request);
    var walk = Walk.of(request);
    var sort = walk.sort().by().wire();
    var descending = walk.sort().descending();
    var address = chosen.address() + (sort.equals("name") ? "" : "&sort=" + sort);
    var shown =
        walk.show(
            part -> lists.page(chosen.filter(), walk.sort(), part, Walk.ROWS + 1, now),
            address + (descending ? "&order=desc" : ""));
    var view =
        new View(
            chips(chosen),
            chosen,
            rows(shown.sources(), now),
            headings(chosen, sort, descending),
            shown.paging());
    var frame = framing.of(request, "sources", "Sources");
    return Html.page(out -> JtesourcesGenerated.render(out, null, frame, view));
  }

  private List<SourceRow> rows(List<Registered> sources, Instant now) {
    var polls =
        history.latest(sources.stream().map(one -> one.source().id()).toList(), Strip.LENGTH);
    var policy = parts.policy().get();
    return sources.stream()
        .map(
            one ->
                SourceRow.of(
                    one,
                    polls.getOrDefault(one.source().id(), List.of()),
                    policy.table(one.source()),
                    now))
        .toList();
  }

  private List<Chip> chips(Chosen chosen) {
    var fleet = overview.fleet();
    return Chosen.SHOWN.stream()
        .map(
            show ->
                new Chip(
                    show.name(),
                    Bars.number(show.count(fleet)),
                    chosen.showing(show.wire()).address(),
                    show.wire().equals(chosen.show())))
        .toList();
  }

  private static List<Heading> headings(Chosen chosen, String sort, boolean descending) {
    return List.of(
        heading("Source", "name", chosen, sort, descending),
        new Heading("State", null, null),
        new Heading("Last polls", null, null),
        heading("Last success", "last_success_at", chosen, sort, descending),
        heading("Next poll", "next_poll_at", chosen, sort, descending),
        heading("Errors", "consecutive_errors", chosen, sort, descending),
        new Heading("Last error", null, null),
        new Heading("Items a day", null, null));
  }

  private static Heading heading(
      String name, String by, Chosen chosen, String sort, boolean descending) {
    var isCurrent = by.equals(sort);
    var next = isCurrent && !descending ? "&order=desc" : "";
    return new Heading(
        name,
        chosen.address() + "&sort=" + by + next,
        isCurrent ? descending ? "descending" : "ascending" : null);
  }
}
