package dev.feedwarden.api.pages;

import dev.feedwarden.api.Answer;
import dev.feedwarden.api.Parts;
import dev.feedwarden.api.Request;
import dev.feedwarden.api.Route;
import dev.feedwarden.api.Route.Output;
import dev.feedwarden.api.Rule;
import dev.feedwarden.api.pages.jte.JteoverviewGenerated;
import dev.feedwarden.model.SourceFilter.Notice;
import dev.feedwarden.store.Activity;
import dev.feedwarden.store.Incidents;
import dev.feedwarden.store.Overview;
import dev.feedwarden.store.Overview.Fleet;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** The fleet at a glance: what is broken, and whose fault it is. */
public final class OverviewPage {
  private static final int INCIDENTS = 6;
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm").withZone(ZoneOffset.UTC);

  private final Framing framing;
  private final Overview overview;
  private final Activity activity;
  private final Incidents incidents;

  OverviewPage(Parts parts, Framing framing, Insight insight) {
    this.framing = framing;
    this.overview = insight.overview();
    this.activity = insight.activity();
    this.incidents = new Incidents(parts.database());
  }

  /** All that the page shows. */
  public record View(
      String headline,
      List<Tile> tiles,
      Bars polls,
      Bars articles,
      List<Host> hosts,
      List<IncidentLine> incidents,
      String lateness,
      boolean isLate,
      boolean isEmpty) {}

  /** A number that leads to what it counts. */
  public record Tile(String name, String count, String note, String href, String mood) {}

  /** A host with failing feeds. */
  public record Host(String name, String feeds, String what, When since) {}

  List<Route> routes() {
    return List.of(
        Route.get("/", Rule.READ, "The fleet at a glance.", this::show)
            .answers(new Output(200, "text/html", null)));
  }

  private Answer show(Request request) {
    var now = framing.now();
    var fleet = overview.fleet();
    var open = incidents.list(true, Long.MAX_VALUE, INCIDENTS);
    var late = activity.lateness(now);
    var isLate = late.longest().compareTo(Duration.ofMinutes(5)) > 0;
    var view =
        new View(
            headline(fleet, open.size()),
            tiles(fleet),
            polls(),
            articles(),
            activity.failing().stream().map(host -> host(host, now)).toList(),
            open.stream().map(one -> IncidentLine.of(one, now)).toList(),
            lateness(late),
            isLate,
            fleet.sources() == 0);
    var frame = framing.of(request, "overview", "Overview");
    return Html.page(out -> JteoverviewGenerated.render(out, null, frame, view));
  }

  private static String headline(Fleet fleet, int incidents) {
    if (fleet.sources() == 0) {
      return "Nothing is watched yet.";
    }
    var failing = notice(fleet, Notice.FAILING);
    var person = notice(fleet, Notice.PERSON);
    var told = new StringBuilder();
    told.append(
        failing == 0
            ? "Every feed in the schedule answers."
            : Words.count(failing, "feed")
                + (failing == 1 ? " fails" : " fail")
                + " at the moment.");
    if (person > 0) {
      told.append(' ').append(person).append(person == 1 ? " needs" : " need").append(" a person.");
    }
    if (incidents > 0) {
      told.append(' ').append(Words.count(incidents, "incident")).append(" open.");
    }
    return told.toString();
  }

  private static long notice(Fleet fleet, Notice notice) {
    return fleet.notices().getOrDefault(notice, 0L);
  }

  private static long status(Fleet fleet, String status) {
    return fleet.statuses().getOrDefault(status, 0L);
  }

  private static List<Tile> tiles(Fleet fleet) {
    var active = status(fleet, "active");
    var off = status(fleet, "stopped") + status(fleet, "disabled") + status(fleet, "merged");
    return List.of(
        tile("Active", active, "of " + Words.count(fleet.sources(), "source"), "active", "good"),
        tile("Failing", notice(fleet, Notice.FAILING), "still in the schedule", "failing", "warn"),
        tile(
            "Cooling down",
            status(fleet, "cooling"),
            "tried again by themselves",
            "cooling",
            "cool"),
        tile("Disabled", off, "by a person", "disabled", "off"),
        tile(
            "Needs a person",
            notice(fleet, Notice.PERSON),
            "will not heal by waiting",
            "person",
            "bad"));
  }

  private static Tile tile(String name, long count, String note, String show, String mood) {
    return new Tile(
        name, Bars.number(count), note, "/sources?show=" + show, count == 0 ? "none" : mood);
  }

  private Bars polls() {
    return Bars.of(
        activity.polls().stream()
            .map(
                hour ->
                    new Bars.Stack(
                        CLOCK.format(hour.begin())
                            + " UTC: "
                            + hour.fresh()
                            + " fresh, "
                            + hour.notModified()
                            + " not modified, "
                            + hour.failed()
                            + " failed",
                        List.of(
                            new Bars.Piece("fresh", hour.fresh()),
                            new Bars.Piece("same", hour.notModified()),
                            new Bars.Piece("failed", hour.failed()))))
            .toList());
  }

  private Bars articles() {
    return Bars.of(
        activity.arrivals().stream()
            .map(
                hour ->
                    new Bars.Stack(
                        CLOCK.format(hour.begin())
                            + " UTC: "
                            + (hour.articles() - hour.duplicates())
                            + " new, "
                            + hour.duplicates()
                            + " also elsewhere",
                        List.of(
                            new Bars.Piece("fresh", hour.articles() - hour.duplicates()),
                            new Bars.Piece("double", hour.duplicates()))))
            .toList());
  }

  private static Host host(Activity.FailingHost host, Instant now) {
    return new Host(
        host.host(),
        Words.count(host.feeds(), "feed"),
        host.type().wire() + (host.mixed() ? " and others" : ""),
        When.of(host.since(), now));
  }

  private static String lateness(Activity.Lateness late) {
    if (late.hosts() == 0) {
      return "Polls are on time: no host waits.";
    }
    if (late.hosts() == 1) {
      return "1 host waits for a worker, for " + When.length(late.longest()) + " now.";
    }
    return Words.count(late.hosts(), "host")
        + " wait for a worker, the longest for "
        + When.length(late.longest())
        + ", half of them for "
        + When.length(late.middle())
        + " or more.";
  }
}
