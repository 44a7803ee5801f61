package dev.feedwarden.api.pages;

import dev.feedwarden.store.Audit;
import dev.feedwarden.store.PollHistory.Past;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What happened to a source, the latest first: its polls, and who changed it. */
public final class Timeline {
  private static final int LISTED = 40;

  private Timeline() {}

  /** A poll, or a change of standing and who made it. */
  public record Event(When at, @Nullable PollLine poll, @Nullable Change change) {}

  /** A change of standing. */
  public record Change(String kind, String words, String evidence) {}

  static List<Event> of(List<Past> polls, List<Audit.Change> changes, Instant now) {
    var listed = polls.stream().limit(LISTED).toList();
    var oldest = listed.size() < LISTED ? Instant.EPOCH : listed.getLast().place().endedAt();
    var events = new ArrayList<Event>();
    var waiting = new ArrayList<>(changes.stream().filter(c -> !c.at().isBefore(oldest)).toList());
    for (var poll : listed) {
      while (!waiting.isEmpty() && !waiting.getFirst().at().isBefore(poll.place().endedAt())) {
        events.add(event(waiting.removeFirst(), now));
      }
      events.add(new Event(When.of(poll.place().endedAt(), now), PollLine.of(poll, now), null));
    }
    waiting.forEach(change -> events.add(event(change, now)));
    return events;
  }

  private static Event event(Audit.Change change, Instant now) {
    var words =
        switch (change.kind()) {
          case "disabled" -> "Disabled for " + change.reason();
          case "enabled" -> "Enabled";
          case "renewed" -> "Its probe failed: the cooldown begins anew for " + change.reason();
          case "held" -> "Held back: too many others were disabled in that hour";
          case "changed" -> "Changed";
          case "adopted" -> "Its new address was adopted";
          default -> change.kind();
        };
    var by = change.by().equals("policy") ? " by the rules" : " by " + Remote.line(change.by(), 60);
    return new Event(
        When.of(change.at(), now),
        null,
        new Change(change.kind(), words + by, Remote.line(change.evidence(), 300)));
  }
}
