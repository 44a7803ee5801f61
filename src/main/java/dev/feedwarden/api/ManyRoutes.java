package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.ANYTHING;
import static dev.feedwarden.api.Shapes.COUNT;
import static dev.feedwarden.api.Shapes.ID;
import static dev.feedwarden.api.Shapes.list;
import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.thing;
import static dev.feedwarden.api.Shapes.word;

import dev.feedwarden.api.Refusal.Fault;
import dev.feedwarden.api.Route.Body;
import dev.feedwarden.api.Route.Output;
import dev.feedwarden.api.Route.Query;
import dev.feedwarden.api.SourceBody.Read;
import dev.feedwarden.feed.Opml;
import dev.feedwarden.feed.Opml.Outline;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceFilter;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.poll.SourceCsv;
import dev.feedwarden.store.Registered;
import dev.feedwarden.store.SourceLists;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/** Many sources at once: each gets a result of its own, and all good ones are one transaction. */
final class ManyRoutes {
  private static final int MOST = 100;
  private static final int PAGE = 500;
  private static final int LARGEST_BATCH = 2 << 20;
  private static final int LARGEST_LIST = 10 << 20;
  private static final String OPML = "text/x-opml";
  private static final String CSV = "text/csv";

  private static final Shape.Thing BATCH = thing("Batch", "sources", list(ANYTHING, MOST));
  private static final Shape.Thing RESULTS =
      thing(
          "Results",
          "added",
          COUNT,
          "known",
          COUNT,
          "refused",
          COUNT,
          "results",
          list(
              thing(
                  "Result",
                  "line",
                  COUNT,
                  "result",
                  word(List.of("added", "known", "refused")),
                  "feed_url?",
                  text(10_000),
                  "id?",
                  ID,
                  "errors?",
                  list(ANYTHING, 100)),
              100_000));

  private final Parts parts;
  private final Imports imports;

  ManyRoutes(Parts parts) {
    this.parts = parts;
    this.imports = new Imports(parts);
  }

  List<Route> routes() {
    return List.of(
        Route.post(
                SourceRoutes.SOURCES + "/batch",
                Rule.WRITE,
                "Register up to 100 sources; each has its own result.",
                this::batch)
            .takes(new Body(List.of(Route.JSON), LARGEST_BATCH, BATCH, false))
            .answers(200, RESULTS)
            .onceAKey(),
        Route.post(
                SourceRoutes.SOURCES + "/import",
                Rule.WRITE.dearly(),
                "Register the feeds of an OPML list or of a table (CSV).",
                this::importList)
            .takes(
                new Body(
                    List.of(OPML, "application/xml", "text/xml", CSV), LARGEST_LIST, null, false))
            .answers(200, RESULTS)
            .onceAKey(),
        Route.get(
                SourceRoutes.SOURCES + "/export",
                Rule.READ,
                "All feeds as an OPML list or as a table (CSV), without secrets.",
                this::export)
            .queries(new Query("format", word(List.of("opml", "csv")), "opml by default"))
            .answers(new Output(200, List.of(OPML, CSV), null)));
  }

  private Answer batch(Request request) {
    var rows = new ArrayList<Imports.Row>();
    var sources = request.json().path("sources");
    for (int i = 0; i < sources.size(); i++) {
      rows.add(row(i + 1, sources.path(i)));
    }
    return told(imports.register(rows));
  }

  private Imports.Row row(int line, JsonNode source) {
    var faults = new ArrayList<Fault>();
    SourceBody.NEW.check(
        source, "", (field, message) -> faults.add(new Fault(Json.shown(field), message)));
    if (!faults.isEmpty()) {
      return new Imports.Row(line, null, null, faults);
    }
    var url = WebUrl.maskedText(source.path("feed_url").asString());
    return switch (SourceBody.over(SourceBody.BLANK, source, parts)) {
      case Read.Good(var settings) -> new Imports.Row(line, url, settings, List.of());
      case Read.Bad(var problems) -> new Imports.Row(line, url, null, problems);
    };
  }

  private Answer importList(Request request) {
    var bytes = request.payload().bytes();
    return told(
        request.payload().type().equals(CSV) ? imports.table(bytes) : imports.outlines(bytes));
  }

  private static Answer told(List<Imports.Result> results) {
    var counts = new LinkedHashMap<String, Object>();
    for (var kind : List.of("added", "known", "refused")) {
      counts.put(kind, results.stream().filter(r -> r.kind().equals(kind)).count());
    }
    counts.put("results", results.stream().map(ManyRoutes::fields).toList());
    return Answer.json(200, counts);
  }

  private static Map<String, Object> fields(Imports.Result result) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("line", result.line());
    fields.put("result", result.kind());
    if (result.id() == null) {
      fields.put("errors", result.faults());
    } else {
      fields.put("id", result.id().value());
    }
    if (result.url() != null) {
      fields.put("feed_url", result.url());
    }
    return fields;
  }

  private Answer export(Request request) {
    var sources = withFeeds();
    return request.query("format").orElse("opml").equals("csv")
        ? file(CSV, "feeds.csv", SourceCsv.write(sources, false))
        : file(OPML, "feeds.opml", Opml.write(sources.stream().map(ManyRoutes::outline).toList()));
  }

  private static Answer file(String type, String name, String text) {
    return Answer.text(type + ";charset=utf-8", text)
        .with("Content-Disposition", "attachment; filename=\"" + name + "\"");
  }

  private static Outline outline(Settings source) {
    return new Outline(
        source.name(), Objects.requireNonNull(source.feedUrl()).withoutSecrets().text(), 0);
  }

  private List<Settings> withFeeds() {
    var sources = new ArrayList<Settings>();
    var lists = new SourceLists(parts.database());
    SourceId after = null;
    List<Registered> page;
    do {
      page = lists.after(SourceFilter.ALL, after, PAGE, parts.database().now());
      for (var registered : page) {
        after = registered.source().id();
        if (registered.source().settings().feedUrl() != null) {
          sources.add(registered.source().settings());
        }
      }
    } while (page.size() == PAGE);
    return sources;
  }
}
