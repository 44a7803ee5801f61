package dev.feedwarden.poll;

import dev.feedwarden.model.Beats;
import dev.feedwarden.model.Change;
import dev.feedwarden.model.Entry.EntryKey;
import dev.feedwarden.model.Headline;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.store.Articles;
import dev.feedwarden.store.Heartbeats;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** What the database remembers of a source. */
public record StoredMemory(Articles articles, Heartbeats heartbeats) implements Reach.Memory {
  @Override
  public Map<String, Change.Known> known(SourceId source, Collection<EntryKey> keys) {
    return articles.known(source, keys);
  }

  @Override
  public List<Headline> recent(SourceId source, int most) {
    return articles.recent(source, most);
  }

  @Override
  public Beats beats(SourceId source) {
    return heartbeats.of(source);
  }
}
