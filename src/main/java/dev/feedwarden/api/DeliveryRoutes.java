package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.COUNT;
import static dev.feedwarden.api.Shapes.TIME;
import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.thing;
import static dev.feedwarden.api.Shapes.whole;
import static dev.feedwarden.api.Shapes.word;

import dev.feedwarden.api.Route.Query;
import dev.feedwarden.deliver.Verdict;
import dev.feedwarden.store.Backlogs;
import dev.feedwarden.store.Backlogs.Backlog;
import dev.feedwarden.store.DeadLetters;
import dev.feedwarden.store.DeadLetters.DeadLetter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who is told what happens, and what did not get through. */
final class DeliveryRoutes {
  private static final String DEAD = "/api/v1/deliveries/dead";
  private static final int STANDARD = 100;
  private static final int MOST = 500;
  private static final int MOST_DESTINATIONS = 1_000;

  static final Shape.Thing DESTINATION =
      thing(
          "Destination",
          "name",
          text(40),
          "waiting",
          COUNT,
          "oldest_at?",
          TIME,
          "taken",
          COUNT,
          "taken_at?",
          TIME,
          "dead",
          COUNT,
          "dropped",
          COUNT,
          "trouble?",
          text(1_000));
  static final Shape.Thing LETTER =
      thing(
          "DeadLetter",
          "id",
          COUNT,
          "destination",
          text(40),
          "event_id",
          text(100),
          "kind",
          text(40),
          "title",
          text(20_000),
          "reason",
          text(1_000),
          "refused_at",
          TIME);
  private static final Shape.Thing VERDICT =
      thing(
          "Verdict",
          "verdict",
          word(List.of("taken", "out_of_reach", "refused")),
          "reason?",
          text(1_000));

  private final Backlogs backlogs;
  private final DeadLetters letters;
  private final Resending resending;

  DeliveryRoutes(Parts parts) {
    this.backlogs = new Backlogs(parts.database());
    this.letters = new DeadLetters(parts.database());
    this.resending = new Resending(parts);
  }

  List<Route> routes() {
    return List.of(
        Route.get(
                DestinationRoutes.DESTINATIONS,
                Rule.READ,
                "List destinations and what waits for each.",
                this::list)
            .answers(
                200,
                thing("Destinations", "destinations", Shapes.list(DESTINATION, MOST_DESTINATIONS))),
        Route.post(
                DestinationRoutes.DESTINATIONS + "/{id}/test",
                Rule.ADMIN.dearly(),
                "Send a message that is only there to see whether it comes through.",
                this::test)
            .answers(200, VERDICT),
        Route.get(DEAD, Rule.READ, "List what was refused for good, the newest first.", this::page)
            .queries(
                new Query("limit", whole(1, MOST), "how many; " + STANDARD + " by default"),
                new Query("before", whole(1, Long.MAX_VALUE), "the last id of the page before"),
                new Query("destination", text(40), "of one destination only"))
            .answers(
                200,
                thing(
                    "DeadLetterPage", "letters", Shapes.list(LETTER, MOST), "next_before?", COUNT)),
        Route.post(
                DEAD + "/{id}/replay",
                Rule.ADMIN.dearly(),
                "Send a dead letter again; it is forgotten when it is taken.",
                this::replay)
            .answers(200, VERDICT));
  }

  private Answer list(Request request) {
    return Answer.json(
        200, Map.of("destinations", backlogs.all().stream().map(DeliveryRoutes::fields).toList()));
  }

  private Answer test(Request request) throws InterruptedException {
    return verdict(resending.test(request));
  }

  private Answer replay(Request request) throws InterruptedException {
    return verdict(resending.replay(request));
  }

  private static Answer verdict(Verdict verdict) {
    var fields = new LinkedHashMap<String, Object>();
    switch (verdict) {
      case Verdict.Delivered _ -> fields.put("verdict", "taken");
      case Verdict.DestinationTrouble(var reason, _) -> {
        fields.put("verdict", "out_of_reach");
        fields.put("reason", reason);
      }
      case Verdict.EventRefused(_, var reason) -> {
        fields.put("verdict", "refused");
        fields.put("reason", reason);
      }
    }
    return Answer.json(200, fields);
  }

  private Answer page(Request request) {
    var limit = (int) request.number("limit", STANDARD);
    var before = request.number("before", Long.MAX_VALUE);
    // One more than asked for says whether there is a next page.
    var found = letters.list(request.query("destination").orElse(null), before, limit + 1);
    var shown = found.subList(0, Math.min(limit, found.size()));
    var fields = new LinkedHashMap<String, Object>();
    fields.put("letters", shown.stream().map(DeliveryRoutes::fields).toList());
    if (found.size() <= limit) {
      return Answer.json(200, fields);
    }
    var next = shown.getLast().id();
    fields.put("next_before", next);
    return Links.next(Answer.json(200, fields), DEAD, request, "before", String.valueOf(next));
  }

  private static Map<String, Object> fields(Backlog one) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("name", one.destination());
    fields.put("waiting", one.waiting());
    put(fields, "oldest_at", one.oldest());
    fields.put("taken", one.totals().taken());
    put(fields, "taken_at", one.takenAt());
    fields.put("dead", one.totals().dead());
    fields.put("dropped", one.totals().dropped());
    put(fields, "trouble", one.trouble());
    return fields;
  }

  private static void put(Map<String, Object> fields, String name, @Nullable Object value) {
    if (value != null) {
      fields.put(name, value.toString());
    }
  }

  private static Map<String, Object> fields(DeadLetter one) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("id", one.id());
    fields.put("destination", one.destination());
    fields.put("event_id", one.letter().letterId());
    fields.put("kind", one.letter().kind());
    fields.put("title", one.letter().title());
    fields.put("reason", one.letter().reason());
    fields.put("refused_at", one.buriedAt().toString());
    return fields;
  }
}
