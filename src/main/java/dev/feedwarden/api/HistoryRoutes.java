package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.COUNT;
import static dev.feedwarden.api.Shapes.TIME;
import static dev.feedwarden.api.Shapes.list;
import static dev.feedwarden.api.Shapes.map;
import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.thing;
import static dev.feedwarden.api.Shapes.whole;

import dev.feedwarden.api.Route.Query;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Gaps;
import dev.feedwarden.store.HostQueue;
import dev.feedwarden.store.HostQueue.Listed;
import dev.feedwarden.store.Overview;
import dev.feedwarden.store.PollHistory;
import dev.feedwarden.store.PollHistory.Place;
import dev.feedwarden.store.Registry;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What happened and how things are: polls of a source, hosts, the fleet. */
final class HistoryRoutes {
  private static final String HOSTS = "/api/v1/hosts";
  private static final int STANDARD = 100;
  private static final int MOST = 500;
  private static final Pattern PLACE = Pattern.compile("([0-9]{1,15})-([0-9]{1,18})");
  private static final Query LIMIT =
      new Query("limit", whole(1, MOST), "how many; " + STANDARD + " by default");

  private static final Shape.Thing HOST =
      thing(
          "Host",
          "host",
          text(300),
          "sources",
          COUNT,
          "due_at?",
          TIME,
          "ready_at?",
          TIME,
          "leased_until?",
          TIME,
          "gap_ms",
          COUNT,
          "failing_since?",
          TIME,
          "evidence?",
          text(2_000));
  private static final Shape.Thing STATS =
      thing(
          "Stats",
          "sources",
          COUNT,
          "by_status",
          map(COUNT, 10),
          "by_error_type",
          map(COUNT, 10),
          "hosts",
          COUNT,
          "articles",
          COUNT);

  private final Database database;
  private final Registry registry;
  private final PollHistory history;
  private final Overview overview;
  private final HostQueue hosts;
  private final Gaps gaps;

  HistoryRoutes(Parts parts) {
    this.database = parts.database();
    this.registry = new Registry(database);
    this.history = new PollHistory(database);
    this.overview = new Overview(database);
    this.hosts = new HostQueue(database);
    this.gaps = new Gaps(database);
  }

  List<Route> routes() {
    return List.of(
        Route.get(
                SourceRoutes.SOURCES + "/{id}/polls",
                Rule.READ,
                "List a source's polls, the latest first.",
                this::polls)
            .queries(LIMIT, new Query("before", text(40), "what the page before gave"))
            .answers(
                200,
                thing("PollPage", "polls", list(PollFields.SHAPE, MOST), "next_before?", text(40))),
        Route.get(
                SourceRoutes.SOURCES + "/{id}/gaps",
                Rule.READ,
                "List a source's gaps, the latest first.",
                this::gaps)
            .queries(
                LIMIT,
                new Query("before", whole(1, Long.MAX_VALUE), "the last id of the page before"))
            .answers(
                200, thing("GapPage", "gaps", list(GapFields.SHAPE, MOST), "next_before?", COUNT)),
        Route.get(HOSTS, Rule.READ, "List hosts with their pace.", this::hosts)
            .queries(LIMIT, new Query("after", text(300), "the last host of the page before"))
            .answers(200, thing("HostPage", "hosts", list(HOST, MOST), "next_after?", text(300))),
        Route.get("/api/v1/stats", Rule.READ, "Count everything.", this::stats)
            .answers(200, STATS));
  }

  private Answer polls(Request request) {
    var source = request.source();
    var before = request.query("before").map(HistoryRoutes::place).orElse(Place.END);
    if (registry.find(source).isEmpty()) {
      throw Refusal.notFound();
    }
    var limit = (int) request.number("limit", STANDARD);
    var found = history.before(source, before, limit + 1);
    var shown = found.subList(0, Math.min(limit, found.size()));
    var fields = new LinkedHashMap<String, Object>();
    fields.put("polls", shown.stream().map(PollFields::of).toList());
    if (found.size() <= limit) {
      return Answer.json(200, fields);
    }
    var last = shown.getLast().place();
    var next = last.endedAt().toEpochMilli() + "-" + last.id();
    fields.put("next_before", next);
    return Links.next(
        Answer.json(200, fields),
        SourceRoutes.SOURCES + "/" + source + "/polls",
        request,
        "before",
        next);
  }

  private Answer gaps(Request request) {
    var source = request.source();
    if (registry.find(source).isEmpty()) {
      throw Refusal.notFound();
    }
    var limit = (int) request.number("limit", STANDARD);
    var found = gaps.before(source, request.number("before", Long.MAX_VALUE), limit + 1);
    var shown = found.subList(0, Math.min(limit, found.size()));
    var fields = new LinkedHashMap<String, Object>();
    fields.put("gaps", shown.stream().map(GapFields::of).toList());
    if (found.size() <= limit) {
      return Answer.json(200, fields);
    }
    var next = shown.getLast().id();
    fields.put("next_before", next);
    return Links.next(
        Answer.json(200, fields),
        SourceRoutes.SOURCES + "/" + source + "/gaps",
        request,
        "before",
        String.valueOf(next));
  }

  private static Place place(String text) {
    var match = PLACE.matcher(text);
    if (!match.matches()) {
      throw Refusal.field("before", "must be what the page before gave");
    }
    return new Place(
        Instant.ofEpochMilli(Long.parseLong(match.group(1))), Long.parseLong(match.group(2)));
  }

  private Answer hosts(Request request) {
    var limit = (int) request.number("limit", STANDARD);
    var found = hosts.page(request.query("after").orElse(""), limit + 1);
    var shown = found.subList(0, Math.min(limit, found.size()));
    var fields = new LinkedHashMap<String, Object>();
    fields.put("hosts", shown.stream().map(HistoryRoutes::shown).toList());
    if (found.size() <= limit) {
      return Answer.json(200, fields);
    }
    var next = shown.getLast().state().host().value();
    fields.put("next_after", next);
    return Links.next(Answer.json(200, fields), HOSTS, request, "after", next);
  }

  private static Map<String, Object> shown(Listed host) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("host", host.state().host().value());
    fields.put("sources", host.feeds());
    put(fields, "due_at", host.dueAt());
    put(fields, "ready_at", host.state().readyAt());
    put(fields, "leased_until", host.state().leasedUntil());
    fields.put("gap_ms", host.state().memory().pace().gap().toMillis());
    var trouble = host.state().memory().trouble();
    if (trouble != null) {
      fields.put("failing_since", trouble.since().toString());
      fields.put("evidence", trouble.evidence());
    }
    return fields;
  }

  private static void put(Map<String, Object> fields, String name, @Nullable Instant at) {
    if (at != null && at.isAfter(Instant.EPOCH)) { // the epoch stands for never
      fields.put(name, at.toString());
    }
  }

  private Answer stats(Request request) {
    var fleet = overview.fleet();
    var errors = new TreeMap<String, Long>();
    fleet.errors().forEach((type, n) -> errors.put(type.wire(), n));
    var fields = new LinkedHashMap<String, Object>();
    fields.put("sources", fleet.sources());
    fields.put("by_status", fleet.statuses());
    fields.put("by_error_type", errors);
    fields.put("hosts", fleet.hosts());
    fields.put("articles", fleet.articles());
    return Answer.json(200, fields);
  }
}
