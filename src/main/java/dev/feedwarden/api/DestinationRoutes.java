package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.list;
import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.thing;
import static dev.feedwarden.api.Shapes.word;

import dev.feedwarden.api.Route.Verb;
import dev.feedwarden.deliver.Addressee;
import dev.feedwarden.deliver.AddresseeFields;
import dev.feedwarden.store.DestinationTable;
import dev.feedwarden.store.DestinationTable.Kept;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One destination: make, show, change, forget. What opens it never comes back. */
final class DestinationRoutes {
  static final String DESTINATIONS = "/api/v1/destinations";
  private static final String ONE = DESTINATIONS + "/{id}";
  private static final Logger LOG = LoggerFactory.getLogger(DestinationRoutes.class);
  private static final int MOST = 100; // each has a thread and a place in the outbox
  private static final int MOST_WORDS = 1_000;

  private static final Shape.Thing SHAPE =
      thing(
          "DestinationSettings",
          "name",
          text(40),
          "kind",
          word(List.of("file", "kafka", "mail", "slack", "slack_bot", "webhook")),
          "place",
          text(2_000),
          "events",
          list(text(40), MOST_WORDS),
          "tags",
          list(text(100), MOST_WORDS),
          "sources",
          list(text(36), MOST_WORDS),
          "named_by",
          word(List.of("operator", "api")));

  private final Parts parts;
  private final DestinationTable table;

  DestinationRoutes(Parts parts) {
    this.parts = parts;
    this.table = new DestinationTable(parts.database());
  }

  List<Route> routes() {
    return List.of(
        Route.post(DESTINATIONS, Rule.ADMIN, "Make a destination.", this::add)
            .takes(DestinationBody.SHAPE)
            .answers(201, SHAPE),
        Route.get(ONE, Rule.READ, "Show a destination without its secrets.", this::show)
            .answers(200, SHAPE),
        Route.of(
                Verb.PUT,
                ONE,
                Rule.ADMIN,
                "Replace a destination's settings, its secrets included.",
                this::replace)
            .takes(DestinationBody.SHAPE)
            .answers(200, SHAPE),
        Route.of(
            Verb.DELETE,
            ONE,
            Rule.ADMIN,
            "Forget a destination and its dead letters.",
            this::remove));
  }

  private Answer add(Request request) {
    var body = DestinationBody.of(request.json(), Map.of(), parts.admission());
    var name = body.addressee().name();
    demandFree(name);
    switch (table.add(kept(body), MOST, parts.database().now())) {
      case NAME_TAKEN -> throw Refusal.of(409, "There is a destination " + name + " already.");
      case TOO_MANY -> throw Refusal.of(409, "There are " + MOST + " destinations already.");
      case YES -> tell("destination made", body.addressee(), request);
    }
    return shown(201, body.addressee(), "api").with("Location", DESTINATIONS + "/" + name);
  }

  private Answer show(Request request) {
    var name = name(request);
    var named = named(name);
    return named.isPresent() ? shown(200, named.get(), "operator") : shown(200, found(name));
  }

  private Answer replace(Request request) {
    var name = name(request);
    demandFree(name);
    var before = Json.own(found(name).shown());
    var body = DestinationBody.of(request.json(), request.path(), parts.admission());
    // What waits for it and what it refused is written in the manner of its kind.
    if (!before.path("kind").asString().equals(body.addressee().way().kind())) {
      throw Refusal.field("kind", "must stay as it is; make another destination");
    }
    if (!table.replace(kept(body))) {
      throw Refusal.notFound();
    }
    tell("destination changed", body.addressee(), request);
    return shown(200, body.addressee(), "api");
  }

  private Answer remove(Request request) {
    var name = name(request);
    demandFree(name);
    if (!table.remove(name)) {
      throw Refusal.notFound();
    }
    LOG.atInfo()
        .addKeyValue("destination", name)
        .addKeyValue("by", request.who())
        .log("destination removed");
    return Answer.nothing();
  }

  private static String name(Request request) {
    return request.path().getOrDefault("id", "");
  }

  private Optional<Addressee> named(String name) {
    return parts.outbound().named().stream().filter(one -> one.name().equals(name)).findFirst();
  }

  private void demandFree(String name) {
    if (named(name).isPresent()) {
      throw Refusal.of(
          409, "The operator's settings name the destination " + name + "; it is changed there.");
    }
  }

  private Kept found(String name) {
    return table.find(name).orElseThrow(Refusal::notFound);
  }

  private Kept kept(DestinationBody body) {
    var addressee = body.addressee();
    return new Kept(
        addressee.name(),
        Json.write(addressee.shown()),
        parts.outbound().seal(AddresseeFields.text(body.fields())));
  }

  private static void tell(String what, Addressee addressee, Request request) {
    LOG.atInfo()
        .addKeyValue("destination", addressee.name())
        .addKeyValue("kind", addressee.way().kind())
        .addKeyValue("by", request.who())
        .log(what);
  }

  private static Answer shown(int status, Addressee addressee, String by) {
    var fields = new LinkedHashMap<>(addressee.shown());
    fields.put("named_by", by);
    return Answer.json(status, fields);
  }

  private static Answer shown(int status, Kept kept) {
    var fields = new LinkedHashMap<String, Object>();
    Json.own(kept.shown()).properties().forEach(one -> fields.put(one.getKey(), one.getValue()));
    fields.put("named_by", "api");
    return Answer.json(status, fields);
  }
}
