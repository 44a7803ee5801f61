package dev.feedwarden.api.pages;

import dev.feedwarden.api.Answer;
import dev.feedwarden.api.Parts;
import dev.feedwarden.api.Request;
import dev.feedwarden.api.Route;
import dev.feedwarden.api.Route.Output;
import dev.feedwarden.api.Rule;
import dev.feedwarden.api.pages.jte.JteerrorsGenerated;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.store.ErrorGroups;
import dev.feedwarden.store.ErrorGroups.Group;
import dev.feedwarden.store.Overview;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** What fails alike, by type and host. */
public final class ErrorsPage {
  private static final Pattern STATUS = Pattern.compile("HTTP [1-9][0-9]{2}");

  private final Framing framing;
  private final ErrorGroups groups;
  private final Overview overview;

  ErrorsPage(Parts parts, Framing framing, Insight insight) {
    this.framing = framing;
    this.groups = new ErrorGroups(parts.database());
    this.overview = insight.overview();
  }

  /** All that the page shows. */
  public record View(List<Type> types, List<Line> lines) {}

  /** How many feeds failed last with one type. */
  public record Type(String name, String count) {}

  /** Feeds of a host that fail alike. */
  public record Line(
      String type,
      String host,
      String feeds,
      String standing,
      When since,
      String status,
      String sample) {}

  List<Route> routes() {
    return List.of(
        Route.get("/errors", Rule.READ, "What fails alike.", this::show)
            .answers(new Output(200, "text/html", null)));
  }

  private Answer show(Request request) {
    var now = framing.now();
    var errors = overview.fleet().errors();
    var view =
        new View(
            Arrays.stream(ErrorType.values())
                .filter(errors::containsKey)
                .map(type -> new Type(type.wire(), Bars.number(errors.getOrDefault(type, 0L))))
                .toList(),
            groups.largest().stream().map(group -> line(group, now)).toList());
    var frame = framing.of(request, "errors", "Errors");
    return Html.page(out -> JteerrorsGenerated.render(out, null, frame, view));
  }

  private static Line line(Group group, Instant now) {
    var status = STATUS.matcher(group.sample());
    return new Line(
        group.type().wire(),
        group.host() == null ? "" : group.host(),
        Words.count(group.feeds(), "feed"),
        group.disabled() == 0
            ? "in the schedule"
            : group.disabled() == group.feeds()
                ? "disabled"
                : Bars.number(group.disabled()) + " disabled",
        When.of(group.since(), now),
        status.find() ? status.group() : "",
        Remote.line(group.sample(), 200));
  }
}
