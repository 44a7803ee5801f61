package dev.feedwarden.store;

import dev.feedwarden.model.Change;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.store.Turns.Return;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A poll with everything done for its commit that needs no transaction, so that nobody waits for it
 * with the writer in hand.
 *
 * @param texts the packed text of each entry that is new or changed
 * @param back its host, if that goes back with it
 */
public record ReadyPoll(Poll poll, Map<Entry, byte[]> texts, @Nullable Return back) {
  public static ReadyPoll of(Poll poll) {
    return of(poll, null);
  }

  /** The same of a poll that is the last of its lease. */
  public static ReadyPoll of(Poll poll, @Nullable Return back) {
    var texts = new IdentityHashMap<Entry, byte[]>();
    if (poll.outcome() instanceof Outcome.Fresh(var changes, _) && !changes.all().isEmpty()) {
      try (var packer = PackedText.Packer.take()) {
        for (var change : changes.all()) {
          switch (change) {
            case Change.Added(var entry) -> texts.put(entry, packer.pack(entry));
            case Change.Revised(_, var entry) -> texts.put(entry, packer.pack(entry));
            case Change.Refreshed(_, var entry) -> texts.put(entry, packer.pack(entry));
            case Change.Same _ -> {}
          }
        }
      }
    }
    return new ReadyPoll(poll, texts, back);
  }
}
