package dev.feedwarden.api.pages;

import static dev.feedwarden.api.Shapes.whole;

import dev.feedwarden.api.Answer;
import dev.feedwarden.api.Parts;
import dev.feedwarden.api.Refusal;
import dev.feedwarden.api.Request;
import dev.feedwarden.api.Route;
import dev.feedwarden.api.Route.Output;
import dev.feedwarden.api.Route.Query;
import dev.feedwarden.api.Rule;
import dev.feedwarden.api.pages.jte.JtepollGenerated;
import dev.feedwarden.api.pages.jte.JtesourceGenerated;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Repair;
import dev.feedwarden.model.Runbook;
import dev.feedwarden.model.Tag;
import dev.feedwarden.policy.Explanation;
import dev.feedwarden.policy.Tempo;
import dev.feedwarden.store.Audit;
import dev.feedwarden.store.Exhibits;
import dev.feedwarden.store.Gaps;
import dev.feedwarden.store.Heartbeats;
import dev.feedwarden.store.HostQueue;
import dev.feedwarden.store.MoveLog;
import dev.feedwarden.store.PollHistory;
import dev.feedwarden.store.PollHistory.Past;
import dev.feedwarden.store.PollHistory.Place;
import dev.feedwarden.store.Registered;
import dev.feedwarden.store.Registry;
import dev.feedwarden.store.Repairs;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One source: what happened to it, what follows, and why. */
public final class SourcePage {
  private static final int POLLS = 100;
  private static final int CHANGES = 40;
  private static final int GAPS = 5;
  private static final int DAYS = 14;
  private static final int MOVES = 10;
  private static final Query POLL =
      new Query("poll", whole(1, Long.MAX_VALUE), "one poll's number");

  private final Parts parts;
  private final Framing framing;
  private final Registry registry;
  private final PollHistory history;
  private final Audit audit;
  private final Exhibits exhibits;
  private final HostQueue hosts;
  private final MoveLog moves;
  private final Repairs repairs;
  private final Gaps gaps;
  private final Heartbeats heartbeats;
  private final dev.feedwarden.store.Pages pages;

  SourcePage(Parts parts, Framing framing) {
    this.parts = parts;
    this.framing = framing;
    this.registry = new Registry(parts.database());
    this.history = new PollHistory(parts.database());
    this.audit = new Audit(parts.database());
    this.exhibits = new Exhibits(parts.database());
    this.hosts = new HostQueue(parts.database());
    this.moves = new MoveLog(parts.database());
    this.repairs = new Repairs(parts.database());
    this.gaps = new Gaps(parts.database());
    this.heartbeats = new Heartbeats(parts.database());
    this.pages = new dev.feedwarden.store.Pages(parts.database());
  }

  /** All that the page shows. */
  public record View(
      About about,
      State state,
      @Nullable Fault fault,
      @Nullable LastAnswer answer,
      @Nullable Whereabouts moves,
      Plots plots,
      List<String> gaps,
      List<String> pages,
      List<Timeline.Event> timeline,
      List<Why> why,
      List<PolicyRow> policy,
      @Nullable String follow) {}

  /** What is known of it whatever happens. */
  public record About(
      String id,
      String name,
      String url,
      @Nullable String href,
      String host,
      List<String> tags,
      String notes,
      String interval,
      boolean isOff,
      boolean hasOwnPolicy) {}

  /**
   * The failure seen last.
   *
   * @param help the page about its cause
   */
  public record Fault(String type, String message, String blame, When since, String help) {}

  /** The polls of late as pictures; nothing is drawn of fewer than two. */
  public record Plots(Strip strip, @Nullable Plot took, @Nullable Plot size, Bars days) {}

  /** What one rule says about the next poll. */
  public record Why(String rule, boolean holds, String words, @Nullable When until) {}

  List<Route> routes() {
    return List.of(
        Route.get("/sources/{id}", Rule.READ, "One source.", this::show)
            .queries(Told.QUERY, Progress.SINCE)
            .answers(new Output(200, "text/html", null)),
        Route.get("/sources/{id}/poll", Rule.READ, "One poll of a source.", this::poll)
            .queries(POLL)
            .answers(new Output(200, "text/html", null)));
  }

  private Answer show(Request request) {
    var id = request.source();
    var now = framing.now();
    // What happened is read before how it stands, which is then never older than that.
    var polls = history.before(id, Place.END, POLLS);
    var changes = audit.latest(id, CHANGES);
    var found = registry.find(id).orElseThrow(Refusal::notFound);
    var table = parts.policy().get().table(found.source());
    var explanation =
        Explanation.of(found.source(), found.state(), hosts.look(id).orElse(null), table, now);
    var view =
        new View(
            about(found),
            State.of(found, table, now),
            fault(found, polls, now),
            exhibits.find(id).map(kept -> LastAnswer.of(kept, now)).orElse(null),
            Whereabouts.of(
                found,
                repairs.list(Repair.State.PROPOSED, id, Long.MAX_VALUE, 1),
                moves.latest(id, MOVES),
                now),
            plots(found, polls, now),
            gaps.before(id, Long.MAX_VALUE, GAPS).stream()
                .map(gap -> GapLine.of(gap, now))
                .toList(),
            pages.counts(id).stream().map(SourcePage::words).toList(),
            Timeline.of(polls, changes, now),
            Stream.concat(
                    explanation.findings().stream().map(finding -> why(finding, now)),
                    Tempo.of(heartbeats.of(id)).stream().map(tempo -> rhythm(tempo, now)))
                .toList(),
            PolicyRow.of(table),
            request
                .query(Progress.SINCE.name())
                .map(since -> Forms.address(id) + "/progress?since=" + since)
                .orElse(null));
    var frame = framing.of(request, "sources", view.about().name());
    return Html.page(out -> JtesourceGenerated.render(out, null, frame, view));
  }

  private static About about(Registered found) {
    var settings = found.source().settings();
    var url = settings.feedUrl();
    return new About(
        found.source().id().value(),
        Remote.line(settings.name(), 120),
        url == null ? "" : Remote.line(url.masked(), 300),
        url != null && url.masked().equals(url.text()) ? Remote.href(url.text()) : null,
        url == null ? "" : url.hostKey().value(),
        settings.label().tags().stream().map(Tag::value).toList(),
        Remote.block(settings.label().notes(), 2_000),
        settings.interval() == null ? "" : When.length(settings.interval()),
        found.status().equals("stopped")
            || found.status().equals("disabled")
            || found.status().equals("cooling"),
        settings.policy() != null);
  }

  private static @Nullable Fault fault(Registered found, List<Past> polls, Instant now) {
    var last = found.state().health().lastError();
    return last == null
        ? null
        : new Fault(
            last.type().wire(),
            Remote.line(last.message(), 600),
            switch (last.blame()) {
              case FEED -> "the feed's own";
              case HOST -> "its host's: other feeds there fail alike";
              case US -> "our own: we reached nobody";
              case PENDING -> "not known yet";
            },
            When.of(last.outage().since(), now),
            help(last.type(), polls));
  }

  // The state knows the type; the cause is in the history, unless that was forgotten.
  private static String help(ErrorType type, List<Past> newestFirst) {
    return newestFirst.stream()
        .flatMap(poll -> Stream.ofNullable(poll.fault()))
        .findFirst()
        .filter(fault -> fault.type() == type)
        .map(fault -> Runbook.of(type, fault.cause()))
        .orElse(Runbook.of(type));
  }

  private Plots plots(Registered found, List<Past> polls, Instant now) {
    var id = found.source().id();
    var oldestFirst = polls.reversed();
    return new Plots(
        Strip.of(polls.stream().limit(Strip.LENGTH).toList(), now),
        polls.size() < 2
            ? null
            : Plot.of(
                oldestFirst.stream()
                    .map(
                        poll ->
                            value(
                                poll,
                                poll.course().took().toMillis(),
                                When.length(poll.course().took()),
                                now))
                    .toList(),
                polls.stream()
                    .map(poll -> poll.course().took())
                    .max(Comparator.naturalOrder())
                    .map(When::length)
                    .orElse("")),
        polls.stream().filter(poll -> poll.course().bytes() > 0).count() < 2
            ? null
            : Plot.of(
                oldestFirst.stream()
                    .filter(poll -> poll.course().bytes() > 0)
                    .map(
                        poll ->
                            value(
                                poll,
                                poll.course().bytes(),
                                PollLine.size(poll.course().bytes()),
                                now))
                    .toList(),
                PollLine.size(polls.stream().mapToLong(p -> p.course().bytes()).max().orElse(0))),
        days(history.days(id, now.minus(DAYS, ChronoUnit.DAYS)), now));
  }

  private static Plot.Value value(Past poll, long value, String words, Instant now) {
    return new Plot.Value(
        value,
        poll.fault() != null,
        When.of(poll.place().endedAt(), now).text() + ": " + words + ", " + PollLine.what(poll));
  }

  private static Bars days(List<PollHistory.Day> days, Instant now) {
    var counts =
        days.stream().collect(Collectors.toMap(PollHistory.Day::number, PollHistory.Day::articles));
    var today = now.toEpochMilli() / ChronoUnit.DAYS.getDuration().toMillis();
    return Bars.of(
        LongStream.rangeClosed(today - DAYS + 1, today)
            .mapToObj(
                day ->
                    new Bars.Stack(
                        LocalDate.ofEpochDay(day)
                            + ": "
                            + Words.count(counts.getOrDefault(day, 0L), "new article"),
                        List.of(new Bars.Piece("fresh", counts.getOrDefault(day, 0L)))))
            .toList());
  }

  // It never stands in the way either.
  private static Why rhythm(Tempo tempo, Instant now) {
    return new Why(
        "silence",
        true,
        String.format(
            Locale.ROOT,
            "a silence as long as this one has a probability of %.2g by its own rhythm",
            tempo.probability(now)),
        null);
  }

  private static Why why(Explanation.Finding finding, Instant now) {
    return new Why(
        finding.rule(),
        finding.holds(),
        Remote.line(finding.why(), 400),
        When.maybe(finding.until(), now));
  }

  private static String words(dev.feedwarden.store.Pages.Count count) {
    var reason = count.reason() == null ? "" : " (" + count.reason().wire() + ")";
    return count.pages() + " " + count.state().wire() + reason;
  }

  private Answer poll(Request request) {
    var id = request.source();
    var found = registry.find(id).orElseThrow(Refusal::notFound);
    var poll = history.find(id, request.number(POLL.name(), 0)).orElseThrow(Refusal::notFound);
    var now = framing.now();
    var answer =
        exhibits
            .find(id)
            .filter(kept -> kept.endedAt().equals(poll.place().endedAt()))
            .map(kept -> LastAnswer.of(kept, now))
            .orElse(null);
    var name = Remote.line(found.source().settings().name(), 120);
    var drawer = Drawer.of(id, name, poll, answer, now);
    var frame = framing.of(request, "sources", "A poll");
    return Html.page(out -> JtepollGenerated.render(out, null, frame, drawer));
  }
}
