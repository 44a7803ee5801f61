package dev.feedwarden.poll;

import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.fetch.Hops;
import dev.feedwarden.fetch.Time;
import dev.feedwarden.model.Beats;
import dev.feedwarden.model.Change;
import dev.feedwarden.model.Entry.EntryKey;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.Headline;
import dev.feedwarden.model.SourceId;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * What a poll reaches out to: the network, the store and a clock, or models of them; and who sees
 * what comes of it.
 *
 * @param crossings whom to ask when a redirect leads to another host
 */
public record Reach(
    Fetching fetching,
    Memory memory,
    Recording recording,
    Time time,
    Witness witness,
    Crossings crossings,
    Tally tally) {
  /** A reach in which every host may be asked at any time, and nobody counts. */
  public Reach(Fetching fetching, Memory memory, Recording recording, Time time, Witness witness) {
    this(fetching, memory, recording, time, witness, _ -> Hops.FREE, Tally.NONE);
  }

  /** The leave of other hosts, for a source. */
  public interface Crossings {
    Hops of(SourceId source);
  }

  /** Gets what a URL has to say. */
  public interface Fetching {
    FetchResult fetch(Fetcher.Request request) throws InterruptedException;
  }

  /** Looks up what is stored of a source under some keys. */
  public interface Memory {
    Map<String, Change.Known> known(SourceId source, Collection<EntryKey> keys);

    /** The newest articles of a source, to know them again where their keys have changed. */
    default List<Headline> recent(SourceId source, int most) {
      return List.of();
    }

    /** When a source had something new. */
    default Beats beats(SourceId source) {
      return Beats.NONE;
    }
  }
}
