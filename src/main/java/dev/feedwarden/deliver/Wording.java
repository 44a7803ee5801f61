package dev.feedwarden.deliver;

import dev.feedwarden.deliver.Notice.Line;
import dev.feedwarden.deliver.Notice.Tone;
import dev.feedwarden.model.Article;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Event;
import dev.feedwarden.model.Happening;
import dev.feedwarden.model.Happening.Subject;
import dev.feedwarden.model.Incident;
import dev.feedwarden.model.Oddity;
import java.util.ArrayList;
import java.util.List;

/** What happened, in words for people. */
final class Wording {
  /** Titles that one message shows. */
  static final int MOST_TITLES = 5;

  private Wording() {}

  static String id(Event event) {
    return "event-" + event.id();
  }

  /**
   * One event as a notice.
   *
   * @param articles the newest of those that it is about, at most {@link #MOST_TITLES}
   */
  static Notice of(Event event, List<Article> articles, House house) {
    var what = event.what();
    return new Notice(
        id(event), what.word(), tone(what), title(what), lines(what, articles, house));
  }

  private static Tone tone(Happening what) {
    return switch (what) {
      case Happening.FeedFailing _,
          Happening.FeedDisabled _,
          Happening.DisablesCapped _,
          Happening.FeedOdd _,
          Happening.IncidentOpened _ ->
          Tone.BAD;
      case Happening.FeedRecovered _,
          Happening.FeedEnabled _,
          Happening.FeedPlain _,
          Happening.IncidentClosed _ ->
          Tone.GOOD;
      case Happening.NewArticles _,
          Happening.PageFetched _,
          Happening.SourceRemoved _,
          Happening.FeedMoved _,
          Happening.RepairProposed _ ->
          Tone.PLAIN;
    };
  }

  static String title(Happening what) {
    return switch (what) {
      case Happening.NewArticles(var source, var initial, var added, var changed, _, _) ->
          initial
              ? "Initial sync of " + source.name() + ": " + count(added, "article")
              : source.name() + ": " + news(added, changed);
      case Happening.PageFetched(var source, _, _, var title) ->
          source.name() + ": the page \"" + title + "\"";
      case Happening.FeedFailing(var source, var type, _) ->
          source.name() + " keeps failing: " + type.wire();
      case Happening.FeedDisabled(var source, var reason, _, _, _) ->
          source.name() + " is disabled: " + reason;
      case Happening.FeedRecovered(var source) -> source.name() + " answers again";
      case Happening.FeedEnabled(var source, _) -> source.name() + " is enabled again";
      case Happening.FeedMoved(var source, _, _, _, var into) ->
          source.name() + (into == null ? " has moved" : " has moved to where another source is");
      case Happening.RepairProposed(var source, _, _, var confidence, _) ->
          source.name() + " may be elsewhere: " + confidence + " % sure";
      case Happening.SourceRemoved(var source) -> source.name() + " was removed";
      case Happening.DisablesCapped _ ->
          "Too many feeds are to be disabled: look for a common cause";
      case Happening.FeedOdd(var source, var kind, _) ->
          source.name()
              + switch (kind) {
                case SUSPECT -> " does not look like itself";
                case GAP -> " may have lost entries";
                case STALE -> " is silent for longer than usual";
              };
      case Happening.FeedPlain(var source, var kind) ->
          source.name() + (kind == Oddity.STALE ? " is heard again" : " looks as it should");
      case Happening.IncidentOpened(var kind, var scope, _) ->
          switch (kind) {
            case LOCAL_OUTAGE -> "Local outage: nobody answers us";
            case HOST -> scope + " fails as a whole";
          };
      case Happening.IncidentClosed(var kind, var scope, _) ->
          switch (kind) {
            case LOCAL_OUTAGE -> "Local outage is over";
            case HOST -> scope + " works again";
          };
    };
  }

  private static String news(int added, int changed) {
    return count(added, "new article") + (changed == 0 ? "" : ", " + changed + " changed");
  }

  private static List<Line> lines(Happening what, List<Article> articles, House house) {
    return switch (what) {
      case Happening.NewArticles news -> titles(news, articles);
      case Happening.PageFetched(_, _, var url, _) -> List.of(new Line(url, url));
      case Happening.FeedFailing(var source, var type, var evidence) -> {
        var lines = new ArrayList<>(about(source, evidence));
        lines.add(house.help(type));
        yield lines;
      }
      case Happening.FeedDisabled(var source, var reason, var by, var evidence, var until) -> {
        var lines = new ArrayList<>(about(source, evidence));
        ErrorType.named(reason).map(house::help).ifPresent(lines::add);
        lines.add(new Line(until == null ? "Until " + by + " enables it." : "Probed at " + until));
        yield lines;
      }
      case Happening.FeedEnabled(var source, var by) ->
          about(source, by.equals("policy") ? "Its probe was answered." : "By " + by + ".");
      case Happening.FeedMoved(var source, var to, var by, var evidence, _) -> {
        var lines = new ArrayList<>(about(source, evidence));
        lines.add(new Line("Now " + to + ", by " + by + "; it can be undone.", to));
        yield lines;
      }
      case Happening.RepairProposed(var source, var repair, var to, _, var evidence) -> {
        var lines = new ArrayList<>(about(source, evidence));
        lines.add(new Line(to, to));
        lines.add(new Line("feedwarden repair accept " + repair + ", or reject."));
        yield lines;
      }
      case Happening.FeedRecovered(var source) -> about(source, "");
      case Happening.SourceRemoved(var source) -> about(source, "");
      case Happening.FeedOdd(var source, _, var evidence) -> about(source, sentence(evidence));
      case Happening.FeedPlain(var source, _) -> about(source, "");
      case Happening.DisablesCapped(var source) -> about(source, "The first that was held back.");
      case Happening.IncidentOpened(var kind, _, var evidence) ->
          List.of(
              new Line(evidence),
              new Line(
                  kind == Incident.Kind.HOST
                      ? "Its feeds are not blamed; one of them probes."
                      : "Nothing is counted against any feed until somebody answers."));
      case Happening.IncidentClosed(_, _, var evidence) -> List.of(new Line("It was: " + evidence));
    };
  }

  private static String sentence(String evidence) {
    return Character.toUpperCase(evidence.charAt(0)) + evidence.substring(1) + ".";
  }

  private static List<Line> about(Subject source, String text) {
    var lines = new ArrayList<Line>();
    if (source.url() != null) {
      lines.add(new Line(source.url(), source.url()));
    }
    if (!text.isBlank()) {
      lines.add(new Line(text));
    }
    return lines;
  }

  // What was there already is no news: its number is.
  private static List<Line> titles(Happening.NewArticles news, List<Article> articles) {
    if (news.initial()) {
      return about(news.source(), "What comes from now on is told as it comes.");
    }
    var lines = new ArrayList<Line>();
    articles.stream().limit(MOST_TITLES).forEach(article -> lines.add(line(article)));
    var more = news.added() - lines.size();
    if (more > 0 && !lines.isEmpty()) {
      lines.add(new Line("and " + more + " more"));
    }
    return lines;
  }

  private static Line line(Article article) {
    var content = article.version().content();
    return new Line(content.title().isBlank() ? "(untitled)" : content.title(), content.link());
  }

  static String count(long n, String thing) {
    return n + " " + thing + (n == 1 ? "" : "s");
  }
}
