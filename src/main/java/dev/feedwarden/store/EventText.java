package dev.feedwarden.store;

import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Happening;
import dev.feedwarden.model.Happening.Subject;
import dev.feedwarden.model.Incident;
import dev.feedwarden.model.Oddity;
import dev.feedwarden.model.SourceId;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What happened, as the JSON that the outbox keeps. */
final class EventText {
  private static final JsonMapper JSON = new JsonMapper();

  private EventText() {}

  static String write(Happening what) {
    var body = new TreeMap<String, Object>();
    var source = what.subject();
    if (source != null) {
      body.put("name", source.name());
      body.put("tags", source.tags());
      if (source.url() != null) {
        body.put("url", source.url());
      }
    }
    switch (what) {
      case Happening.NewArticles(_, var initial, var added, var changed, var first, var last) ->
          body.putAll(
              Map.of(
                  "initial", initial, "added", added, "changed", changed, "first", first, "last",
                  last));
      case Happening.PageFetched(_, var page, var url, var title) ->
          body.putAll(Map.of("page", page, "page_url", url, "title", title));
      case Happening.FeedFailing(_, var type, var evidence) ->
          body.putAll(Map.of("type", type.wire(), "evidence", evidence));
      case Happening.FeedDisabled(_, var reason, var by, var evidence, var until) -> {
        body.putAll(Map.of("reason", reason, "by", by, "evidence", evidence));
        if (until != null) {
          body.put("until", until.toEpochMilli());
        }
      }
      case Happening.FeedEnabled(_, var by) -> body.put("by", by);
      case Happening.FeedMoved(_, var to, var by, var evidence, var into) -> {
        body.putAll(Map.of("to", to, "by", by, "evidence", evidence));
        if (into != null) {
          body.put("merged_into", into.value());
        }
      }
      case Happening.RepairProposed(_, var repair, var to, var confidence, var evidence) ->
          body.putAll(
              Map.of("repair", repair, "to", to, "confidence", confidence, "evidence", evidence));
      case Happening.FeedOdd(_, _, var evidence) -> body.put("evidence", evidence);
      case Happening.FeedRecovered _,
          Happening.SourceRemoved _,
          Happening.DisablesCapped _,
          Happening.FeedPlain _ -> {}
      case Happening.IncidentOpened(var kind, var scope, var evidence) ->
          body.putAll(incident(kind, scope, evidence));
      case Happening.IncidentClosed(var kind, var scope, var evidence) ->
          body.putAll(incident(kind, scope, evidence));
    }
    return JSON.writeValueAsString(body);
  }

  private static Map<String, Object> incident(Incident.Kind kind, String scope, String evidence) {
    return Map.of("kind", kind.wire(), "scope", scope, "evidence", evidence);
  }

  static Happening read(String kind, @Nullable String sourceId, String body) {
    var json = JSON.readTree(body);
    return switch (kind) {
      case "articles" ->
          new Happening.NewArticles(
              subject(sourceId, json),
              json.path("initial").asBoolean(),
              json.path("added").asInt(),
              json.path("changed").asInt(),
              json.path("first").asLong(),
              json.path("last").asLong());
      case "page_fetched" ->
          new Happening.PageFetched(
              subject(sourceId, json),
              json.path("page").asLong(),
              text(json, "page_url"),
              text(json, "title"));
      case "feed_failing" ->
          new Happening.FeedFailing(
              subject(sourceId, json), ErrorType.ofWire(text(json, "type")), evidence(json));
      case "feed_recovered" -> new Happening.FeedRecovered(subject(sourceId, json));
      case "feed_disabled" ->
          new Happening.FeedDisabled(
              subject(sourceId, json),
              text(json, "reason"),
              text(json, "by"),
              evidence(json),
              json.has("until") ? Instant.ofEpochMilli(json.path("until").asLong()) : null);
      case "feed_enabled" -> new Happening.FeedEnabled(subject(sourceId, json), text(json, "by"));
      case "feed_moved" ->
          new Happening.FeedMoved(
              subject(sourceId, json),
              text(json, "to"),
              text(json, "by"),
              evidence(json),
              json.has("merged_into") ? new SourceId(text(json, "merged_into")) : null);
      case "repair_proposed" ->
          new Happening.RepairProposed(
              subject(sourceId, json),
              json.path("repair").asLong(),
              text(json, "to"),
              json.path("confidence").asInt(),
              evidence(json));
      case "source_removed" -> new Happening.SourceRemoved(subject(sourceId, json));
      case "disables_capped" -> new Happening.DisablesCapped(subject(sourceId, json));
      case "feed_suspect", "feed_gap", "feed_stale" ->
          new Happening.FeedOdd(subject(sourceId, json), oddity(kind), evidence(json));
      case "feed_suspect_over", "feed_stale_over" ->
          new Happening.FeedPlain(subject(sourceId, json), oddity(kind));
      case "incident_opened" ->
          new Happening.IncidentOpened(incidentKind(json), text(json, "scope"), evidence(json));
      case "incident_closed" ->
          new Happening.IncidentClosed(incidentKind(json), text(json, "scope"), evidence(json));
      default -> throw new IllegalStateException("an event of an unknown kind: " + kind);
    };
  }

  private static Oddity oddity(String kind) {
    var begin = "feed_".length();
    var over = kind.indexOf("_over");
    return Oddity.ofWire(kind.substring(begin, over < 0 ? kind.length() : over));
  }

  private static Subject subject(@Nullable String id, JsonNode json) {
    if (id == null) {
      throw new IllegalStateException("an event without its source");
    }
    return new Subject(
        new SourceId(id),
        text(json, "name"),
        json.has("url") ? text(json, "url") : null,
        json.path("tags").valueStream().map(tag -> tag.asString()).toList());
  }

  private static Incident.Kind incidentKind(JsonNode json) {
    return Incident.Kind.ofWire(text(json, "kind"));
  }

  private static String evidence(JsonNode json) {
    return text(json, "evidence");
  }

  private static String text(JsonNode json, String field) {
    return json.path(field).asString();
  }
}
