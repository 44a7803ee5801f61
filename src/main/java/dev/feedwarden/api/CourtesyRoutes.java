package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.COUNT;
import static dev.feedwarden.api.Shapes.list;
import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.thing;
import static dev.feedwarden.api.Shapes.whole;
import static dev.feedwarden.api.Shapes.word;

import dev.feedwarden.api.Route.Query;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.policy.CourtesyCheck.Verdict;
import dev.feedwarden.poll.CourtesyReport;
import dev.feedwarden.store.Database;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How we treat a host. */
public final class CourtesyRoutes {
  public static final int DAYS = 30;
  private static final int MOST_DAYS = 400;

  private static final List<Object> FIGURES =
      List.of(
          "requests",
          COUNT,
          "named",
          COUNT,
          "conditional",
          COUNT,
          "not_modified",
          COUNT,
          "bytes",
          COUNT,
          "refused",
          COUNT,
          "errors",
          COUNT,
          "unanswered",
          COUNT,
          "told_to_wait",
          COUNT,
          "waited",
          COUNT,
          "came_early",
          COUNT,
          "most_at_once",
          COUNT,
          "shortest_gap_ms?",
          COUNT);
  private static final Shape.Thing RULE =
      thing(
          "CourtesyRule",
          "rule",
          text(200),
          "verdict",
          word(Arrays.stream(Verdict.values()).map(Verdict::wire).toList()),
          "figure",
          text(200));

  private final Database database;

  CourtesyRoutes(Parts parts) {
    this.database = parts.database();
  }

  List<Route> routes() {
    var day = new ArrayList<Object>(List.of("day", text(10)));
    day.addAll(FIGURES);
    return List.of(
        Route.get(
                "/api/v1/hosts/{id}/courtesy",
                Rule.READ,
                "Show what we asked of a host, and how we keep our own rules.",
                this::show)
            .queries(new Query("days", whole(1, MOST_DAYS), "how many; " + DAYS + " by default"))
            .answers(
                200,
                thing(
                    "Courtesy",
                    "host",
                    text(300),
                    "total",
                    thing("CourtesyTotal", FIGURES.toArray()),
                    "rules",
                    list(RULE, 100),
                    "days",
                    list(thing("CourtesyDay", day.toArray()), MOST_DAYS + 1))));
  }

  private Answer show(Request request) {
    return Answer.json(
        200,
        CourtesyFields.of(asked(report(database, request, (int) request.number("days", DAYS)))));
  }

  private static CourtesyReport asked(CourtesyReport report) {
    if (report.days().isEmpty()) {
      throw Refusal.notFound();
    }
    return report;
  }

  /** A host as a path names it, which has no colons: {@code example.org~8080}, without its lane. */
  public static String inPath(HostKey host) {
    return host.value().replaceFirst("#.*", "").replaceAll("[\\[\\]]", "").replace(':', '~');
  }

  private static HostKey host(String path) {
    var text = path.toLowerCase(Locale.ROOT).replace('~', ':');
    var isIpv6 = text.chars().filter(c -> c == ':').count() > 1;
    return new HostKey(isIpv6 ? "[" + text + "]" : text);
  }

  /** The report on the host that a path names; without a day if we never asked it. */
  public static CourtesyReport report(Database database, Request request, int days) {
    return CourtesyReport.of(database, host(request.path().getOrDefault("id", "")), days);
  }
}
