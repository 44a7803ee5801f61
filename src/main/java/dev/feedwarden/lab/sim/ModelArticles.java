package dev.feedwarden.lab.sim;

import dev.feedwarden.model.Change;
import dev.feedwarden.model.Change.Known;
import dev.feedwarden.model.Changes;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.Entry.EntryKey;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Poll.Receipt.Stored;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.poll.Reach;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The articles of a model: only what it takes to know one again. */
final class ModelArticles implements Reach.Memory {
  private final Map<SourceId, Map<String, Known>> seen = new HashMap<>();
  private long last;

  @Override
  public Map<String, Known> known(SourceId source, Collection<EntryKey> keys) {
    var ours = seen.getOrDefault(source, Map.of());
    var found = new HashMap<String, Known>();
    for (var key : keys) {
      for (var one : key.all()) {
        var known = ours.get(one);
        if (known != null) {
          found.put(one, known);
        }
      }
    }
    return found;
  }

  Stored store(Poll poll) {
    return switch (poll.outcome()) {
      case Outcome.Fresh(var changes, var snapshot) when changes.all().isEmpty() ->
          new Stored(0, 0, snapshot.itemCount());
      case Outcome.Fresh(var changes, _) -> store(poll.claim().source().id(), changes);
      case Outcome.NotModified _ -> new Stored(0, 0, poll.claim().state().snapshot().itemCount());
      case Outcome.Failed _, Outcome.Deferred _ -> new Stored(0, 0, 0);
    };
  }

  private Stored store(SourceId source, Changes changes) {
    int inserted = 0;
    int updated = 0;
    var ours = seen.computeIfAbsent(source, _ -> new HashMap<>());
    for (var change : changes.all()) {
      switch (change) {
        case Change.Added(var entry) -> {
          remember(ours, entry, ++last);
          inserted++;
        }
        case Change.Revised(var article, var entry) -> {
          remember(ours, entry, article);
          updated++;
        }
        case Change.Refreshed(var article, var entry) -> remember(ours, entry, article);
        case Change.Same _ -> {}
      }
    }
    return new Stored(inserted, updated, changes.all().size() - inserted - updated);
  }

  private static void remember(Map<String, Known> ours, Entry entry, long article) {
    var known = new Known(article, entry.marks().content());
    entry.key().all().forEach(key -> ours.put(key, known));
  }
}
