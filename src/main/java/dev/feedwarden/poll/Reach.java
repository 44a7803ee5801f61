package dev.feedwarden.poll;

import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.fetch.Time;
import dev.feedwarden.model.Change;
import dev.feedwarden.model.Entry.EntryKey;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.SourceId;
import java.util.Collection;
import java.util.Map;

/**
 * What a poll reaches out to: the network, the store and a clock, or models of them; and who sees
 * what comes of it.
 */
public record Reach(
    Fetching fetching, Memory memory, Recording recording, Time time, Witness witness) {
  /** Gets what a URL has to say. */
  public interface Fetching {
    FetchResult fetch(Fetcher.Request request) throws InterruptedException;
  }

  /** Looks up what is stored of a source under some keys. */
  public interface Memory {
    Map<String, Change.Known> known(SourceId source, Collection<EntryKey> keys);
  }
}
