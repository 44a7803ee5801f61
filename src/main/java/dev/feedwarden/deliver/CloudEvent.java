package dev.feedwarden.deliver;

import dev.feedwarden.model.Article;
import dev.feedwarden.model.Event;
import dev.feedwarden.model.Happening;
import dev.feedwarden.model.Incident;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** An event for programs: CloudEvents 1.0 in JSON, one line. */
final class CloudEvent {
  /** Articles that one event carries; who needs more asks the API. */
  static final int MOST_ARTICLES = 500;

  private static final JsonMapper JSON = new JsonMapper();
  private static final String TYPE = "dev.feedwarden.";
  private static final int LONGEST_SUMMARY = 1_000;

  private CloudEvent() {}

  static Letter of(Event event, List<Article> articles) {
    var what = event.what();
    var subject = what.subject();
    var data = new LinkedHashMap<String, Object>();
    if (subject != null) {
      put(data, "source_id", subject.id().value());
      put(data, "name", subject.name());
      put(data, "feed_url", subject.url());
      put(data, "tags", subject.tags());
    }
    describe(what, articles, data);
    var about = subject == null ? null : subject.id().value();
    return letter(Wording.id(event), what.word(), about, Wording.title(what), event.at(), data);
  }

  private static void describe(Happening what, List<Article> articles, Map<String, Object> data) {
    switch (what) {
      case Happening.NewArticles(_, var initial, var added, var changed, _, _) -> {
        data.put("initial", initial);
        data.put("added", added);
        data.put("changed", changed);
        data.put("articles", articles.stream().map(CloudEvent::fields).toList());
        data.put("truncated", articles.size() < added);
      }
      case Happening.PageFetched(_, var page, var url, var title) -> {
        data.put("page_id", page);
        data.put("url", url);
        data.put("title", title);
      }
      case Happening.FeedFailing(_, var type, var evidence) -> {
        data.put("error_type", type.wire());
        data.put("evidence", evidence);
      }
      case Happening.FeedDisabled(_, var reason, var by, var evidence, var until) -> {
        data.put("reason", reason);
        data.put("by", by);
        data.put("evidence", evidence);
        put(data, "until", until == null ? null : until.toString());
      }
      case Happening.FeedEnabled(_, var by) -> data.put("by", by);
      case Happening.FeedMoved(_, var to, var by, var evidence, var into) -> {
        data.put("moved_to", to);
        data.put("by", by);
        data.put("evidence", evidence);
        put(data, "merged_into", into == null ? null : into.value());
      }
      case Happening.RepairProposed(_, var repair, var to, var confidence, var evidence) -> {
        data.put("repair_id", repair);
        data.put("moved_to", to);
        data.put("confidence", confidence);
        data.put("evidence", evidence);
      }
      case Happening.FeedOdd(_, _, var evidence) -> data.put("evidence", evidence);
      case Happening.FeedRecovered _,
          Happening.SourceRemoved _,
          Happening.DisablesCapped _,
          Happening.FeedPlain _ -> {}
      case Happening.IncidentOpened(var kind, var scope, var evidence) ->
          incident(data, kind, scope, evidence);
      case Happening.IncidentClosed(var kind, var scope, var evidence) ->
          incident(data, kind, scope, evidence);
    }
  }

  private static void incident(
      Map<String, Object> data, Incident.Kind kind, String scope, String evidence) {
    data.put("kind", kind.wire());
    data.put("scope", scope);
    data.put("evidence", evidence);
  }

  private static Map<String, Object> fields(Article article) {
    var content = article.version().content();
    var published = article.version().dates().published();
    var fields = new LinkedHashMap<String, Object>();
    fields.put("id", article.id());
    put(fields, "guid", article.guid());
    fields.put("title", content.title());
    put(fields, "link", content.link());
    put(fields, "author", content.author());
    fields.put("summary", cut(content.summary()));
    fields.put("tags", content.tags());
    put(fields, "language", content.language());
    put(fields, "published_at", published == null ? null : published.toString());
    put(fields, "duplicate_of", article.duplicateOf());
    return fields;
  }

  private static String cut(String text) {
    return text.codePointCount(0, text.length()) <= LONGEST_SUMMARY
        ? text
        : text.substring(0, text.offsetByCodePoints(0, LONGEST_SUMMARY));
  }

  private static void put(Map<String, Object> fields, String name, @Nullable Object value) {
    if (value != null) {
      fields.put(name, value);
    }
  }

  /** Tells how many events were dropped. */
  static Letter dropped(String id, long count, Instant now) {
    return letter(
        id,
        "dropped",
        null,
        Wording.count(count, "event") + " could not be told in time",
        now,
        Map.of("count", count));
  }

  /** Is only there to see whether it comes through. */
  static Letter test(Instant now) {
    var id = "test-" + now.toEpochMilli();
    return letter(id, "test", null, "A test", now, Map.of("message", "It comes through."));
  }

  private static Letter letter(
      String id,
      String kind,
      @Nullable String subject,
      String title,
      Instant at,
      Map<String, Object> data) {
    var event = new LinkedHashMap<String, Object>();
    event.put("specversion", "1.0");
    event.put("id", id);
    event.put("source", "/feedwarden");
    event.put("type", TYPE + kind);
    put(event, "subject", subject);
    event.put("time", at.toString());
    event.put("datacontenttype", "application/json");
    event.put("data", data);
    return new Letter(id, kind, title, JSON.writeValueAsString(event), null);
  }
}
