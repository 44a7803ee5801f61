package dev.feedwarden.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What others may want to be told of. */
public sealed interface Happening {
  /**
   * The source that something happened to, as it was called then.
   *
   * @param url of its feed, with nothing secret in it
   */
  record Subject(SourceId id, String name, @Nullable String url, List<String> tags) {
    public Subject {
      tags = List.copyOf(tags);
    }

    public static Subject of(Source source) {
      var settings = source.settings();
      var url = settings.feedUrl();
      return new Subject(
          source.id(),
          settings.name(),
          url == null ? null : url.masked(),
          settings.label().tags().stream().map(Tag::value).toList());
    }
  }

  /**
   * A poll stored something. The new articles are those of the source with an id within the range.
   *
   * @param initial whether it is the first sight of the feed: all that was there already
   * @param changed how many known articles have another text now
   */
  record NewArticles(Subject source, boolean initial, int added, int changed, long first, long last)
      implements Happening {}

  /**
   * The page behind an article was stored.
   *
   * @param page its number
   * @param url with nothing secret in it
   */
  record PageFetched(Subject source, long page, String url, String title) implements Happening {}

  /** A feed fails so often that a person must know, and goes on being asked. */
  record FeedFailing(Subject source, ErrorType type, String evidence) implements Happening {}

  /** A feed that a person was told of answers again. */
  record FeedRecovered(Subject source) implements Happening {}

  /**
   * A feed was taken out of the schedule.
   *
   * @param reason a wire name of an error type, or manual
   * @param until when it is probed; nothing if only a person can change it
   */
  record FeedDisabled(
      Subject source, String reason, String by, String evidence, @Nullable Instant until)
      implements Happening {}

  /** A feed is back in the schedule. */
  record FeedEnabled(Subject source, String by) implements Happening {}

  /**
   * A feed has another address now.
   *
   * @param to with nothing secret in it
   * @param mergedInto the source that had the feed there already
   */
  record FeedMoved(
      Subject source, String to, String by, String evidence, @Nullable SourceId mergedInto)
      implements Happening {}

  /**
   * A feed that is gone may be elsewhere; a person is asked.
   *
   * @param repair the number of the proposal
   * @param to with nothing secret in it
   * @param confidence in percent
   */
  record RepairProposed(Subject source, long repair, String to, int confidence, String evidence)
      implements Happening {}

  /** A source was taken out of the register. */
  record SourceRemoved(Subject source) implements Happening {}

  /** Too many feeds were to be disabled within an hour; this one is the first that was not. */
  record DisablesCapped(Subject source) implements Happening {}

  /** Something about a feed that answers is not as it should be. */
  record FeedOdd(Subject source, Oddity kind, String evidence) implements Happening {}

  /** What was odd about a feed is so no longer. */
  record FeedPlain(Subject source, Oddity kind) implements Happening {}

  record IncidentOpened(Incident.Kind kind, String scope, String evidence) implements Happening {}

  record IncidentClosed(Incident.Kind kind, String scope, String evidence) implements Happening {}

  /** All names. */
  List<String> WORDS =
      List.of(
          "articles",
          "page_fetched",
          "feed_failing",
          "feed_recovered",
          "feed_disabled",
          "feed_enabled",
          "feed_moved",
          "repair_proposed",
          "source_removed",
          "disables_capped",
          "feed_suspect",
          "feed_suspect_over",
          "feed_gap",
          "feed_stale",
          "feed_stale_over",
          "incident_opened",
          "incident_closed");

  /** The name in the database and for those who are told. */
  default String word() {
    return switch (this) {
      case NewArticles _ -> "articles";
      case PageFetched _ -> "page_fetched";
      case FeedFailing _ -> "feed_failing";
      case FeedRecovered _ -> "feed_recovered";
      case FeedDisabled _ -> "feed_disabled";
      case FeedEnabled _ -> "feed_enabled";
      case FeedMoved _ -> "feed_moved";
      case RepairProposed _ -> "repair_proposed";
      case SourceRemoved _ -> "source_removed";
      case DisablesCapped _ -> "disables_capped";
      case FeedOdd odd -> "feed_" + odd.kind().wire();
      case FeedPlain plain -> "feed_" + plain.kind().wire() + "_over";
      case IncidentOpened _ -> "incident_opened";
      case IncidentClosed _ -> "incident_closed";
    };
  }

  /** The source that it happened to, if it was one. */
  default @Nullable Subject subject() {
    return switch (this) {
      case NewArticles articles -> articles.source();
      case PageFetched fetched -> fetched.source();
      case FeedFailing failing -> failing.source();
      case FeedRecovered recovered -> recovered.source();
      case FeedDisabled disabled -> disabled.source();
      case FeedEnabled enabled -> enabled.source();
      case FeedMoved moved -> moved.source();
      case RepairProposed proposed -> proposed.source();
      case SourceRemoved removed -> removed.source();
      case DisablesCapped capped -> capped.source();
      case FeedOdd odd -> odd.source();
      case FeedPlain plain -> plain.source();
      case IncidentOpened _, IncidentClosed _ -> null;
    };
  }
}
