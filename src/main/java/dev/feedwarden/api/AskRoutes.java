package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.COUNT;
import static dev.feedwarden.api.Shapes.TIME;
import static dev.feedwarden.api.Shapes.list;
import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.thing;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Admission.Judged;
import dev.feedwarden.poll.Discovery.Findings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** What makes us ask somebody else: few at a time, of one site too, and never a way inside. */
public final class AskRoutes {
  private static final Shape.Thing URL = thing("Url", "url", text(10_000));
  private static final Shape.Thing FEEDS =
      thing(
          "Feeds",
          "feeds",
          list(
              thing(
                  "Feed",
                  "url",
                  text(20_000),
                  "title?",
                  text(20_000),
                  "format",
                  text(20),
                  "items",
                  COUNT,
                  "latest?",
                  TIME,
                  "found",
                  text(20)),
              1_000),
          "requests",
          COUNT);

  private static final int NOT_PUBLIC_STATUS = 422;
  private static final long SLOT_NANOS = Duration.ofSeconds(1).toNanos();

  // Nobody learns from us which names and addresses there are on the inside.
  private static final Set<Cause> NOT_PUBLIC =
      Set.of(Cause.BLOCKED_ADDRESS, Cause.DNS, Cause.NXDOMAIN);

  private final Parts parts;
  private final Limits limits;

  AskRoutes(Parts parts, Limits limits) {
    this.parts = parts;
    this.limits = limits;
  }

  List<Route> routes() {
    return List.of(
        Route.post(
                SourceRoutes.SOURCES + "/discover",
                Rule.WRITE.dearly(),
                "Find the feeds of a page; store nothing.",
                evenly(this::discover))
            .takes(URL)
            .answers(200, FEEDS),
        Route.post(
                SourceRoutes.SOURCES + "/test",
                Rule.WRITE.dearly(),
                "Look at a feed as if it were new; store nothing.",
                evenly(this::test))
            .takes(URL)
            .answers(200, DiagnosisFields.SHAPE));
  }

  /** What is not public is told after the same time, whichever way we found out. */
  public static Route.Handler evenly(Route.Handler handler) {
    return request -> {
      var begun = System.nanoTime();
      try {
        return handler.handle(request);
      } catch (Refusal refusal) {
        if (refusal.status() == NOT_PUBLIC_STATUS) {
          var spent = System.nanoTime() - begun;
          TimeUnit.NANOSECONDS.sleep(SLOT_NANOS - spent % SLOT_NANOS);
        }
        throw refusal;
      }
    };
  }

  private Answer discover(Request request) throws InterruptedException {
    var findings = discover(request.json().path("url").asString());
    return Answer.json(
        200,
        Map.of(
            "feeds",
            findings.feeds().stream().map(FoundFields::of).toList(),
            "requests",
            findings.requests()));
  }

  /** The feeds of a page, as somebody named it. */
  public Findings discover(String page) throws InterruptedException {
    var findings = parts.outbound().discover(target(page));
    if (findings.feeds().isEmpty() && findings.problem() != null) {
      refuseInside(findings.problem());
    }
    return findings;
  }

  private Answer test(Request request) throws InterruptedException {
    var url = target(request.json().path("url").asString());
    var diagnosis = parts.outbound().test(url);
    if (diagnosis.outcome() instanceof Outcome.Failed(var error, _, _)) {
      refuseInside(error);
    }
    return Answer.json(200, DiagnosisFields.of(diagnosis, url));
  }

  private WebUrl target(String text) {
    return switch (parts.admission().feed(text)) {
      case Judged.Bad(var reason) -> throw Refusal.field("url", reason);
      case Judged.Private _ -> throw notPublic();
      case Judged.Good(var url) -> {
        limits.dear("target " + url.host());
        yield url;
      }
    };
  }

  private static void refuseInside(PollError error) {
    if (NOT_PUBLIC.contains(error.cause())) {
      throw notPublic();
    }
  }

  private static Refusal notPublic() {
    return Refusal.of(NOT_PUBLIC_STATUS, "The URL leads to no public address.");
  }
}
