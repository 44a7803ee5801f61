package dev.feedwarden.api.pages;

import static dev.feedwarden.api.Shapes.whole;

import dev.feedwarden.api.Answer;
import dev.feedwarden.api.Parts;
import dev.feedwarden.api.Request;
import dev.feedwarden.api.Resending;
import dev.feedwarden.api.Route;
import dev.feedwarden.api.Route.Output;
import dev.feedwarden.api.Route.Query;
import dev.feedwarden.api.Rule;
import dev.feedwarden.api.pages.jte.JtedeliveriesGenerated;
import dev.feedwarden.deliver.Verdict;
import dev.feedwarden.store.Backlogs;
import dev.feedwarden.store.Backlogs.Backlog;
import dev.feedwarden.store.DeadLetters;
import dev.feedwarden.store.DeadLetters.DeadLetter;
import dev.feedwarden.store.Deliveries;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who is told what happens, how far each of them is, and what did not get through. */
public final class DeliveriesPage {
  private static final int ROWS = 50;

  private final Framing framing;
  private final Backlogs backlogs;
  private final Deliveries deliveries;
  private final DeadLetters letters;
  private final Resending resending;

  DeliveriesPage(Parts parts, Framing framing) {
    this.framing = framing;
    this.backlogs = new Backlogs(parts.database());
    this.deliveries = new Deliveries(parts.database());
    this.letters = new DeadLetters(parts.database());
    this.resending = new Resending(parts);
  }

  /** All that the page shows. */
  public record View(
      List<Line> destinations, List<Dead> letters, @Nullable String next, boolean isFirst) {}

  /** One destination. */
  public record Line(
      String name,
      String word,
      String mood,
      Some waiting,
      Some taken,
      Totals totals,
      @Nullable Trouble trouble) {}

  /** How many, and since or until when. */
  public record Some(String count, @Nullable When at) {}

  /** What it will not be told. */
  public record Totals(String dead, String dropped) {}

  /** Why nothing is taken, how often it was tried, and when it is tried again. */
  public record Trouble(String words, String failures, When again) {}

  /** What was refused for good. */
  public record Dead(long id, String destination, String title, String reason, When at) {}

  List<Route> routes() {
    return List.of(
        Route.get("/deliveries", Rule.READ, "Who is told, and what was refused.", this::show)
            .queries(
                new Query("before", whole(1, Long.MAX_VALUE), "the last id of the page before"),
                Told.QUERY)
            .answers(new Output(200, "text/html", null)),
        Forms.post(
            "/deliveries/dead/{id}/replay",
            Rule.ADMIN.dearly(),
            "Send a dead letter again.",
            request -> told(resending.replay(request))),
        Forms.post(
            "/deliveries/{id}/test",
            Rule.ADMIN.dearly(),
            "Send a test message.",
            request -> told(resending.test(request))));
  }

  private static Answer told(Verdict verdict) {
    var told =
        switch (verdict) {
          case Verdict.Delivered _ -> Told.TAKEN;
          case Verdict.DestinationTrouble _ -> Told.OUT_OF_REACH;
          case Verdict.EventRefused _ -> Told.REFUSED;
        };
    return Html.seeOther("/deliveries?told=" + told.wire());
  }

  private Answer show(Request request) {
    var now = framing.now();
    var before = request.query("before").map(Long::parseLong).orElse(null);
    var found = letters.list(null, before == null ? Long.MAX_VALUE : before, ROWS + 1);
    var shown = found.subList(0, Math.min(ROWS, found.size()));
    var view =
        new View(
            backlogs.all().stream().map(one -> line(one, now)).toList(),
            shown.stream().map(one -> dead(one, now)).toList(),
            found.size() > ROWS ? "/deliveries?before=" + shown.getLast().id() : null,
            before == null);
    var frame = framing.of(request, "deliveries", "Deliveries");
    return Html.page(out -> JtedeliveriesGenerated.render(out, null, frame, view));
  }

  private Line line(Backlog one, Instant now) {
    var trouble = trouble(one, now);
    return new Line(
        Remote.line(one.destination(), 60),
        trouble != null ? "Failing" : one.waiting() > 0 ? "Being told" : "Up to date",
        trouble != null ? "bad" : "good",
        new Some(Bars.number(one.waiting()), When.maybe(one.oldest(), now)),
        new Some(Bars.number(one.totals().taken()), When.maybe(one.takenAt(), now)),
        new Totals(Bars.number(one.totals().dead()), Bars.number(one.totals().dropped())),
        trouble);
  }

  private @Nullable Trouble trouble(Backlog one, Instant now) {
    var words = one.trouble();
    var progress = deliveries.look(one.destination()).map(Deliveries.Standing::progress);
    var again = progress.map(some -> When.planned(some.notBefore(), now)).orElse(null);
    return words == null || again == null
        ? null
        : new Trouble(
            Remote.line(words, 300),
            Words.count(progress.map(some -> some.failures()).orElse(0), "failure") + " in a row",
            again);
  }

  private static Dead dead(DeadLetter one, Instant now) {
    return new Dead(
        one.id(),
        Remote.line(one.destination(), 60),
        Remote.line(one.letter().title(), 200),
        Remote.line(one.letter().reason(), 300),
        When.of(one.buriedAt(), now));
  }
}
