package dev.feedwarden.store;

import dev.feedwarden.model.Claim;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Transition;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** Small values for the store's tests. */
final class Fixtures {
  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  static final BatchQueue.Selection ANY =
      new BatchQueue.Selection(null, null, Duration.ofSeconds(60), false);

  private Fixtures() {}

  static Settings feed(String url) {
    return new Settings("a feed", WebUrl.of(url), true, null);
  }

  static Entry entry(String key, String title) {
    return new Entry(
        new Entry.EntryKey(key, null),
        key,
        new Entry.Content(title, "https://example.org/" + key, null, "text", List.of("a", "b")),
        new Entry.Dates(NOW, null),
        "1:" + title);
  }

  static Outcome.Fresh fresh(Entry... entries) {
    return new Outcome.Fresh(
        Arrays.asList(entries),
        new Snapshot(new Validators("\"v1\"", null), "hash", entries.length));
  }

  static Poll poll(Claim claim, Outcome outcome) {
    return poll(claim, outcome, Health.FINE, Standing.ACTIVE);
  }

  static Poll poll(Claim claim, Outcome outcome, Health health, Standing standing) {
    var next = new NextPoll(NOW.plus(Duration.ofHours(1)), NextPoll.Reason.INTERVAL);
    return new Poll(
        claim,
        outcome,
        new Transition(health, standing, next),
        new Poll.Visit(NOW, Duration.ofMillis(20), 1, 200, 1_000));
  }

  static Claim claim(Database database, SourceId id) {
    return claim(database, id, NOW);
  }

  static Claim claim(Database database, SourceId id, Instant now) {
    var queue = new BatchQueue(database);
    var selection = new BatchQueue.Selection(id, null, Duration.ZERO, true);
    var planned = queue.plan(selection, 1, now).getFirst();
    if (queue.take(planned, selection, now) instanceof BatchQueue.Take.Taken(var claim)) {
      return claim;
    }
    throw new AssertionError("not taken");
  }
}
