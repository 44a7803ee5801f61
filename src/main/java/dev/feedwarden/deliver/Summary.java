package dev.feedwarden.deliver;

import static dev.feedwarden.deliver.Wording.count;

import dev.feedwarden.deliver.Notice.Line;
import dev.feedwarden.deliver.Notice.Tone;
import dev.feedwarden.model.Event;
import dev.feedwarden.model.Happening;
import dev.feedwarden.store.Deliveries.Episode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Many events as one message: what is wrong now, what is over, how much there is to read. */
final class Summary {
  private static final int MOST_NAMED = 10;

  private final Wants wants;
  private final Set<String> known;
  private final Map<String, String> opened = new LinkedHashMap<>();
  private final Set<String> closed = new LinkedHashSet<>();
  private final List<String> recovered = new ArrayList<>();
  private final List<String> moved = new ArrayList<>();
  private final Map<String, Integer> articles = new LinkedHashMap<>();
  private final List<String> gaps = new ArrayList<>();
  private int passing;
  private int initial;
  private int capped;
  private int events;
  private @Nullable Event first;
  private @Nullable Instant last;

  /**
   * Nothing yet.
   *
   * @param known the keys of what the destination knows to be wrong
   */
  Summary(Wants wants, Set<String> known) {
    this.wants = wants;
    this.known = Set.copyOf(known);
  }

  /** How many events it tells of. */
  int events() {
    return events;
  }

  List<Episode> opened() {
    return opened.entrySet().stream()
        .map(entry -> new Episode(entry.getKey(), entry.getValue(), null))
        .toList();
  }

  Set<String> closed() {
    return closed;
  }

  void add(Event event) {
    var what = event.what();
    if (!wants.wants(what) || Folding.isForPrograms(what) || !isNews(what)) {
      return;
    }
    first = first == null ? event : first;
    last = event.at();
    events++;
  }

  private boolean isNews(Happening what) {
    return switch (Scope.of(what)) {
      case Scope.Opens(var key) -> opens(key, Wording.title(what));
      case Scope.Closes(var key) -> closes(key, Wording.title(what));
      case Scope.Ends(var key) -> {
        opened.remove(key);
        if (known.contains(key)) {
          closed.add(key);
        }
        yield false;
      }
      case Scope.Alone() -> {
        alone(what);
        yield true;
      }
    };
  }

  private boolean opens(String key, String title) {
    var isKnown = known.contains(key) && !closed.contains(key);
    return !isKnown && opened.putIfAbsent(key, title) == null;
  }

  private boolean closes(String key, String title) {
    if (opened.remove(key) != null) {
      passing++;
      return true;
    }
    if (known.contains(key) && closed.add(key)) {
      recovered.add(title);
      return true;
    }
    return false;
  }

  private void alone(Happening what) {
    switch (what) {
      case Happening.NewArticles news -> {
        initial += news.initial() ? 1 : 0;
        articles.merge(news.source().name(), news.added(), Integer::sum);
      }
      case Happening.FeedMoved _, Happening.RepairProposed _ -> moved.add(Wording.title(what));
      case Happening.FeedOdd _ -> gaps.add(Wording.title(what));
      default -> capped++;
    }
  }

  /** All of it in one message; nothing if there is nothing to tell. */
  @Nullable Notice notice() {
    if (first == null) {
      return null;
    }
    var lines = new ArrayList<Line>();
    named(lines, "Wrong now", new ArrayList<>(opened.values()));
    named(lines, "Over", recovered);
    named(lines, "Missed", gaps);
    if (passing > 0) {
      lines.add(new Line("Came and went meanwhile: " + count(passing, "incident")));
    }
    if (capped > 0) {
      lines.add(new Line("Too many feeds were to be disabled; some were held back."));
    }
    named(lines, "Elsewhere", moved);
    reading(lines);
    var tone = opened.isEmpty() ? Tone.PLAIN : Tone.BAD;
    return new Notice(Wording.id(first), "digest", tone, title(first), lines);
  }

  private String title(Event from) {
    return "Feedwarden: " + count(events, "event") + " from " + from.at() + " to " + last;
  }

  private static void named(List<Line> lines, String what, List<String> titles) {
    if (!titles.isEmpty()) {
      lines.add(new Line(what + " (" + titles.size() + "):"));
      titles.stream().limit(MOST_NAMED).forEach(title -> lines.add(new Line("• " + title)));
      if (titles.size() > MOST_NAMED) {
        lines.add(new Line("… and " + (titles.size() - MOST_NAMED) + " more"));
      }
    }
  }

  private void reading(List<Line> lines) {
    var all = articles.values().stream().mapToInt(Integer::intValue).sum();
    if (all == 0) {
      return;
    }
    var sync = initial == 0 ? "" : ", with the initial sync of " + count(initial, "source");
    lines.add(
        new Line(
            count(all, "new article") + " of " + count(articles.size(), "source") + sync + ":"));
    articles.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .limit(MOST_NAMED)
        .forEach(one -> lines.add(new Line("• " + one.getKey() + ": " + one.getValue())));
  }
}
