package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.COUNT;
import static dev.feedwarden.api.Shapes.ID;
import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.thing;

import dev.feedwarden.api.Route.Verb;
import dev.feedwarden.api.SourceBody.Read;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.poll.Hand;
import dev.feedwarden.store.Interventions;
import dev.feedwarden.store.Interventions.Done;
import dev.feedwarden.store.Registered;
import dev.feedwarden.store.Registry;
import dev.feedwarden.store.Registry.Added;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** One source: register, show, change, stop, poll, forget. */
final class SourceRoutes {
  static final String SOURCES = "/api/v1/sources";
  private static final String ONE = SOURCES + "/{id}";
  private static final Logger LOG = LoggerFactory.getLogger(SourceRoutes.class);
  private static final int TRIES = 5;

  private static final Shape.Thing DONE =
      thing("Done", "message", text(200), "source_id", ID, "revision?", COUNT);
  private static final Shape.Thing DISABLED =
      thing(
          "Disabled",
          "message",
          text(200),
          "source_id",
          ID,
          "reason",
          text(1_000),
          "revision?",
          COUNT);

  private final Parts parts;
  private final Registry registry;
  private final Interventions interventions;
  private final Reports reports;

  SourceRoutes(Parts parts) {
    this.parts = parts;
    this.registry = new Registry(parts.database());
    this.interventions = new Interventions(parts.database());
    this.reports = new Reports(parts);
  }

  List<Route> routes() {
    return List.of(
        Route.post(SOURCES, Rule.WRITE, "Register a source.", this::add)
            .takes(SourceBody.NEW)
            .answers(201, SourceFields.SHAPE)
            .onceAKey(),
        Route.get(ONE, Rule.READ, "Show a source.", this::show).answers(200, SourceFields.SHAPE),
        Route.of(Verb.PUT, ONE, Rule.WRITE, "Replace a source's settings.", this::replace)
            .takes(SourceBody.NEW)
            .answers(200, SourceFields.SHAPE),
        Route.of(Verb.PATCH, ONE, Rule.WRITE, "Change some of a source's settings.", this::change)
            .takes(SourceBody.CHANGES)
            .answers(200, SourceFields.SHAPE),
        Route.of(Verb.DELETE, ONE, Rule.WRITE, "Forget a source and its articles.", this::remove),
        Route.of(
                Verb.PATCH,
                ONE + "/feed-disable",
                Rule.WRITE,
                "Take a feed out of the schedule.",
                this::disable)
            .takes(Reports.DISABLE)
            .answers(200, DISABLED),
        Route.of(
                Verb.PATCH,
                ONE + "/feed-enable",
                Rule.WRITE,
                "Put a feed back into the schedule as if it were new.",
                this::enable)
            .takes(Reports.ENABLE)
            .answers(200, DONE),
        Route.post(ONE + "/poll", Rule.WRITE, "Make a feed due at once.", this::poll)
            .answers(202, DONE));
  }

  private Answer add(Request request) {
    var settings = read(SourceBody.BLANK, request.json());
    return switch (registry.add(settings, parts.database().now())) {
      case Added.New(var id) -> shown(201, found(id)).with("Location", SOURCES + "/" + id);
      case Added.Known(var id) -> throw known(id);
    };
  }

  private Answer show(Request request) {
    return shown(200, found(request.source()));
  }

  private Answer replace(Request request) {
    Revision.demand(request);
    var found = found(request.source());
    Revision.check(request, found.source().revision());
    var before = found.source().settings();
    // Credentials are never shown, so that nobody can send them back.
    var blank =
        new Settings(
            new Label(""), before.feedUrl(), true, Intake.USUAL, before.credentials(), null);
    return changed(request, found, read(blank, request.json()));
  }

  private Answer change(Request request) {
    for (int i = 0; i < TRIES; i++) {
      var found = found(request.source());
      Revision.check(request, found.source().revision());
      var settings = read(found.source().settings(), request.json());
      var done = changeAt(request, found, settings);
      if (!(done instanceof Done.Stale)) {
        return told(done, request.source());
      }
    }
    throw Revision.stale();
  }

  private Answer changed(Request request, Registered found, Settings settings) {
    return told(changeAt(request, found, settings), request.source());
  }

  private Done changeAt(Request request, Registered found, Settings settings) {
    return interventions
        .at(found.source().revision())
        .change(request.source(), settings, request.who(), parts.database().now());
  }

  private Answer told(Done done, SourceId id) {
    demandDone(done);
    return shown(200, found(id));
  }

  private Answer remove(Request request) {
    var found = found(request.source());
    Revision.check(request, found.source().revision());
    var careful =
        request.header("If-Match").isEmpty()
            ? interventions
            : interventions.at(found.source().revision());
    demandDone(careful.remove(request.source()));
    LOG.atInfo()
        .addKeyValue("source_id", request.source().value())
        .addKeyValue("by", request.who())
        .log("source removed");
    return Answer.nothing();
  }

  private Answer disable(Request request) {
    var id = request.source();
    var body = request.json();
    var reason = body.path("reason").asString();
    if (reason.isBlank()) {
      throw Refusal.field("reason", "must not be empty");
    }
    if (Reports.isByPolicy(body)) {
      var revision = reports.disabled(request);
      return Answer.json(200, message("Feed disabled", id, "reason", reason, "revision", revision));
    }
    return switch (hand(request, body).disable(id, reason)) {
      case Hand.Disabled.TooLong() ->
          throw Refusal.field("reason", "must have at most 200 characters");
      case Hand.Disabled.Told(Done.Stale _, _) -> throw Reports.stale();
      case Hand.Disabled.Told(var done, _) -> {
        demandDone(done);
        yield Answer.json(200, message("Feed disabled", id, "reason", reason.strip()));
      }
    };
  }

  private Answer enable(Request request) {
    var id = request.source();
    var body = request.payload().json();
    if (body != null && Reports.isByPolicy(body)) {
      return Answer.json(200, message("Feed enabled", id, "revision", reports.enabled(request)));
    }
    var done = hand(request, body).enable(id);
    if (done instanceof Done.Stale) {
      throw Reports.stale();
    }
    demandDone(done);
    return Answer.json(200, message("Feed enabled", id));
  }

  // Who says which revision they saw cannot undo what somebody else did since.
  private Hand hand(Request request, @Nullable JsonNode body) {
    var hand = new Hand(parts.database(), parts.policy(), request.who());
    var revision = body == null ? null : body.get("revision");
    return revision == null ? hand : hand.at(revision.asLong());
  }

  private Answer poll(Request request) {
    demandDone(interventions.pollNow(request.source(), parts.database().now()));
    return Answer.json(202, message("Due now", request.source()));
  }

  private static Map<String, Object> message(String message, SourceId id, Object... more) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("message", message);
    fields.put("source_id", id.value());
    for (int i = 0; i < more.length; i += 2) {
      fields.put((String) more[i], more[i + 1]);
    }
    return fields;
  }

  private Registered found(SourceId id) {
    return registry.find(id).orElseThrow(Refusal::notFound);
  }

  private static Answer shown(int status, Registered source) {
    return Answer.json(status, SourceFields.of(source))
        .with("ETag", Revision.tag(source.source().revision()));
  }

  private Settings read(Settings before, JsonNode body) {
    return switch (SourceBody.over(before, body, parts)) {
      case Read.Good(var settings) -> settings;
      case Read.Bad(var faults) -> throw Refusal.fields(faults);
    };
  }

  private static void demandDone(Done done) {
    switch (done) {
      case Done.Changed _, Done.CredentialsDropped _, Done.Unchanged _ -> {}
      case Done.Unknown _ -> throw Refusal.notFound();
      case Done.Stale _ -> throw Revision.stale();
      case Done.Stopped _ -> throw Refusal.of(409, "The source is stopped; enable it first.");
      case Done.Taken(var by) -> throw known(by);
    }
  }

  static Refusal known(SourceId by) {
    return Refusal.of(409, "The feed is registered already, as " + by + ".")
        .with("Location", SOURCES + "/" + by);
  }
}
