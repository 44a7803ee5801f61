package dev.feedwarden.deliver;

import dev.feedwarden.model.Happening;
import dev.feedwarden.model.Happening.Subject;
import dev.feedwarden.model.Oddity;

/** What an event means for the episodes that people know of. */
sealed interface Scope {
  /** Something begins to be wrong. */
  record Opens(String key) implements Scope {}

  /** It is over, which people want to hear if they heard of its beginning. */
  record Closes(String key) implements Scope {}

  /** It is over in a way that is no news. */
  record Ends(String key) implements Scope {}

  /** It begins and ends nothing. */
  record Alone() implements Scope {}

  static Scope of(Happening what) {
    return switch (what) {
      // What a person did is no news to people, but for those who wait for its end.
      case Happening.FeedDisabled(var source, _, var by, _, _) ->
          by.equals("policy") ? new Opens(feed(source)) : new Ends(feed(source));
      case Happening.FeedFailing(var source, _, _) -> new Opens(feed(source));
      case Happening.FeedRecovered(var source) -> new Closes(feed(source));
      case Happening.FeedEnabled(var source, _) -> new Closes(feed(source));
      case Happening.SourceRemoved(var source) -> new Ends(feed(source));
      case Happening.IncidentOpened(var kind, var scope, _) -> new Opens(kind.wire() + " " + scope);
      case Happening.IncidentClosed(var kind, var scope, _) ->
          new Closes(kind.wire() + " " + scope);
      // What a gap cost is lost: it begins and has no end.
      case Happening.FeedOdd(var source, var kind, _) ->
          kind == Oddity.GAP ? new Alone() : new Opens(odd(source, kind));
      case Happening.FeedPlain(var source, var kind) -> new Closes(odd(source, kind));
      case Happening.NewArticles _,
          Happening.PageFetched _,
          Happening.DisablesCapped _,
          Happening.FeedMoved _,
          Happening.RepairProposed _ ->
          new Alone();
    };
  }

  private static String odd(Subject source, Oddity kind) {
    return kind.wire() + " " + source.id();
  }

  private static String feed(Subject source) {
    return "feed " + source.id();
  }
}
