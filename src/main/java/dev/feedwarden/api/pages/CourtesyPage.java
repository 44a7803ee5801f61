package dev.feedwarden.api.pages;

import dev.feedwarden.api.Answer;
import dev.feedwarden.api.CourtesyRoutes;
import dev.feedwarden.api.Parts;
import dev.feedwarden.api.Request;
import dev.feedwarden.api.Route;
import dev.feedwarden.api.Route.Output;
import dev.feedwarden.api.Rule;
import dev.feedwarden.api.pages.jte.JtecourtesyGenerated;
import dev.feedwarden.model.Courtesy;
import dev.feedwarden.policy.CourtesyCheck.Grade;
import dev.feedwarden.policy.CourtesyCheck.Verdict;
import dev.feedwarden.store.CourtesyBook.Page;
import java.util.List;

/** How we treat a host, fit to be shown to its owner. */
public final class CourtesyPage {
  private final Parts parts;
  private final Framing framing;

  CourtesyPage(Parts parts, Framing framing) {
    this.parts = parts;
    this.framing = framing;
  }

  /** All that the page shows. */
  public record View(String host, List<RuleLine> rules, List<Day> days, Day total) {}

  /** One rule, and whether we keep it. */
  public record RuleLine(String rule, String figure, String verdict, boolean isKept) {}

  /** One day, or all of them. */
  public record Day(
      String day,
      String requests,
      String bytes,
      String notModified,
      String refused,
      String errors,
      String waits) {}

  List<Route> routes() {
    return List.of(
        Route.get("/hosts/{id}/courtesy", Rule.READ, "How we treat a host.", this::show)
            .answers(new Output(200, "text/html", null)));
  }

  private Answer show(Request request) {
    var report = CourtesyRoutes.report(parts.database(), request, CourtesyRoutes.DAYS);
    var view =
        new View(
            Remote.line(report.host().value(), 300),
            report.grades().stream().map(CourtesyPage::rule).toList(),
            report.days().stream().map(CourtesyPage::day).toList(),
            day("All", report.total()));
    var frame = framing.of(request, "hosts", "Courtesy");
    return Html.page(out -> JtecourtesyGenerated.render(out, null, frame, view));
  }

  private static RuleLine rule(Grade grade) {
    return new RuleLine(
        grade.rule(),
        grade.figure(),
        switch (grade.verdict()) {
          case KEPT -> "kept";
          case BROKEN -> "broken";
          case OPEN -> "nothing to judge by";
        },
        grade.verdict() == Verdict.KEPT);
  }

  private static Day day(Page page) {
    return day(page.key().day().toString().substring(0, 10), page.courtesy());
  }

  private static Day day(String name, Courtesy seen) {
    var count = seen.requests().count();
    return new Day(
        name,
        Bars.number(count),
        PollLine.size(seen.answers().bytes()),
        count == 0 ? "0 %" : Math.round(100.0 * seen.answers().notModified() / count) + " %",
        Bars.number(seen.answers().refused()),
        Bars.number(seen.answers().errors() + seen.answers().none()),
        seen.waits().kept() + " of " + (seen.waits().kept() + seen.waits().broken()));
  }
}
