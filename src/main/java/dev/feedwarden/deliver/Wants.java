package dev.feedwarden.deliver;

import dev.feedwarden.model.Happening;
import dev.feedwarden.model.Happening.Subject;
import dev.feedwarden.model.SourceId;
import java.util.Set;

/**
 * What a destination wants to hear.
 *
 * @param kinds single kinds of events beside the topics
 * @param tags of the sources that it is about; none means any
 * @param sources that it is about; none means any
 */
public record Wants(Set<Topic> topics, Set<String> kinds, Set<String> tags, Set<SourceId> sources) {
  public Wants {
    topics = Set.copyOf(topics);
    kinds = Set.copyOf(kinds);
    tags = Set.copyOf(tags);
    sources = Set.copyOf(sources);
  }

  public Wants(Set<Topic> topics, Set<String> tags, Set<SourceId> sources) {
    this(topics, Set.of(), tags, sources);
  }

  /** Everything, of every source. */
  public static final Wants ALL = new Wants(Set.of(Topic.values()), Set.of(), Set.of());

  boolean wants(Topic topic) {
    return topics.contains(topic);
  }

  boolean wants(Happening what) {
    var topic =
        what instanceof Happening.NewArticles || what instanceof Happening.PageFetched
            ? Topic.ARTICLES
            : Topic.INCIDENTS;
    var subject = what.subject();
    return (wants(topic) || kinds.contains(what.word())) && (subject == null || concerns(subject));
  }

  private boolean concerns(Subject subject) {
    return (tags.isEmpty() || subject.tags().stream().anyMatch(tags::contains))
        && (sources.isEmpty() || sources.contains(subject.id()));
  }
}
