package dev.feedwarden.store;

import dev.feedwarden.model.Change;
import dev.feedwarden.model.Changes;
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
import java.util.Map;

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
        new Entry.Content(
            title, "https://example.org/" + key, null, "text", List.of("a", "b"), null),
        Entry.Body.NONE,
        new Entry.Dates(NOW, null, false),
        new Entry.Marks("1:" + title, null));
  }

  /** A document of entries that nobody has seen before. */
  static Outcome.Fresh fresh(Entry... entries) {
    return fresh(Arrays.stream(entries).<Change>map(Change.Added::new).toList());
  }

  /** A document, compared with what the database holds of its source. */
  static Outcome.Fresh seen(Database database, SourceId source, Entry... entries) {
    var known =
        new Articles(database).known(source, Arrays.stream(entries).map(Entry::key).toList());
    return fresh(Arrays.stream(entries).map(entry -> change(entry, known)).toList());
  }

  private static Change change(Entry entry, Map<String, Change.Known> known) {
    var found = known.getOrDefault(entry.key().primary(), known.get(entry.key().alias()));
    if (found == null) {
      return new Change.Added(entry);
    }
    var article = found.article();
    return article == null || entry.marks().content().equals(found.contentMark())
        ? new Change.Same(
            entry.key().all().stream().filter(key -> !known.containsKey(key)).toList(), article)
        : new Change.Revised(article, entry);
  }

  private static Outcome.Fresh fresh(List<Change> changes) {
    return new Outcome.Fresh(
        new Changes(changes, 0),
        new Snapshot(new Validators("\"v1\"", null), "hash", changes.size()));
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
