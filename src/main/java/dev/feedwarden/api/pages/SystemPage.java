package dev.feedwarden.api.pages;

import dev.feedwarden.api.Answer;
import dev.feedwarden.api.Parts;
import dev.feedwarden.api.Request;
import dev.feedwarden.api.Route;
import dev.feedwarden.api.Route.Output;
import dev.feedwarden.api.Rule;
import dev.feedwarden.api.Vitals.Configured;
import dev.feedwarden.api.pages.jte.JtesystemGenerated;
import dev.feedwarden.store.Activity;
import dev.feedwarden.store.Overview;
import dev.feedwarden.store.Workers;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The process itself: what it is, what it holds, who works. */
public final class SystemPage {
  private final Framing framing;
  private final Workers workers;
  private final Overview overview;
  private final Activity activity;
  private final Parts parts;

  SystemPage(Parts parts, Framing framing, Insight insight) {
    this.parts = parts;
    this.framing = framing;
    this.workers = new Workers(parts.database());
    this.overview = insight.overview();
    this.activity = insight.activity();
  }

  /** All that the page shows. */
  public record View(
      List<Drawer.Fact> facts,
      List<Worker> workers,
      List<PolicyRow> policy,
      Configuration configuration) {}

  /** What somebody set, and what nobody did. */
  public record Configuration(List<Configured> given, List<Configured> standard) {
    static Configuration of(List<Configured> all) {
      return new Configuration(
          all.stream().filter(one -> !one.from().isEmpty()).toList(),
          all.stream().filter(one -> one.from().isEmpty()).toList());
    }
  }

  /** A process that holds hosts. */
  public record Worker(String name, String hosts, When until) {}

  List<Route> routes() {
    return List.of(
        Route.get("/system", Rule.READ, "The process itself.", this::show)
            .answers(new Output(200, "text/html", null)));
  }

  private Answer show(Request request) {
    var now = framing.now();
    var frame = framing.of(request, "system", "System");
    var view =
        new View(
            facts(),
            workers.holding(now).stream()
                .map(
                    one ->
                        new Worker(
                            Remote.line(one.name()),
                            Words.count(one.hosts(), "host"),
                            When.of(one.until(), now)))
                .toList(),
            PolicyRow.of(parts.policy().get().table()),
            Configuration.of(
                frame.viewer().mayAdmin() ? parts.vitals().configuration().get() : List.of()));
    return Html.page(out -> JtesystemGenerated.render(out, null, frame, view));
  }

  private List<Drawer.Fact> facts() {
    var now = framing.now();
    var machine = ManagementFactory.getRuntimeMXBean();
    var memory = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    var fleet = overview.fleet();
    var place = workers.place();
    var late = activity.lateness(now);
    return List.of(
        new Drawer.Fact("Version", parts.vitals().version()),
        new Drawer.Fact("Health", health()),
        new Drawer.Fact("Java", machine.getVmName() + " " + machine.getVmVersion()),
        new Drawer.Fact("Running for", When.length(Duration.ofMillis(machine.getUptime()))),
        new Drawer.Fact(
            "Memory",
            PollLine.size(memory.getUsed()) + " of at most " + PollLine.size(memory.getMax())),
        new Drawer.Fact("Database", place.engine() + ", schema " + place.schema()),
        new Drawer.Fact("Sources", Bars.number(fleet.sources())),
        new Drawer.Fact("Hosts", Bars.number(fleet.hosts())),
        new Drawer.Fact("Articles", Bars.number(fleet.articles())),
        new Drawer.Fact("Polls ever", Bars.number(place.polls())),
        new Drawer.Fact(
            "Waiting for a worker",
            late.hosts() == 0
                ? "nobody"
                : Words.count(late.hosts(), "host")
                    + ", the longest for "
                    + When.length(late.longest())));
  }

  private String health() {
    var dead =
        parts.vitals().loops().entrySet().stream()
            .filter(loop -> !loop.getValue().getAsBoolean())
            .map(Map.Entry::getKey)
            .toList();
    return dead.isEmpty() ? "all is well" : "stands still: " + String.join(", ", dead);
  }
}
