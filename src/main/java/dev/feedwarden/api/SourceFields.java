package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.COUNT;
import static dev.feedwarden.api.Shapes.ID;
import static dev.feedwarden.api.Shapes.TIME;
import static dev.feedwarden.api.Shapes.YES_NO;
import static dev.feedwarden.api.Shapes.list;
import static dev.feedwarden.api.Shapes.map;
import static dev.feedwarden.api.Shapes.text;

import dev.feedwarden.model.FeedState;
import dev.feedwarden.model.MoveCandidate;
import dev.feedwarden.model.Runbook;
import dev.feedwarden.model.SourceFilter;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Tag;
import dev.feedwarden.model.Watch;
import dev.feedwarden.store.Registered;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A source as commands and the API show it; what is not known is left out, secrets are masked. */
public final class SourceFields {
  private static final int LONG = 20_000;

  static final Shape.Thing SHAPE =
      Shapes.thing(
          "Source",
          "id",
          ID,
          "name",
          text(LONG),
          "state",
          text(100),
          "status",
          text(20),
          "feed_url?",
          text(LONG),
          "enabled",
          YES_NO,
          "tags?",
          list(text(64), 50),
          "notes?",
          text(LONG),
          "feed_poll_interval_minutes?",
          COUNT,
          "ingestion_mode",
          text(20),
          "policy?",
          map(text(200), 1_000),
          "private?",
          YES_NO,
          "feed_url_sealed?",
          text(2 * LONG),
          "auth_sealed?",
          text(LONG),
          "feed_disabled_at?",
          TIME,
          "feed_disabled_until?",
          TIME,
          "feed_disable_reason?",
          text(40),
          "feed_disabled_by?",
          text(200),
          "feed_disable_note?",
          text(200),
          "last_polled_at?",
          TIME,
          "last_success_at?",
          TIME,
          "next_poll_at?",
          TIME,
          "next_poll_reason",
          text(40),
          "last_item_count",
          COUNT,
          "consecutive_errors",
          COUNT,
          "error_count",
          COUNT,
          "last_error_type?",
          text(40),
          "last_error?",
          text(LONG),
          "last_error_blame?",
          text(40),
          "last_error_help?",
          text(80),
          "last_etag?",
          text(LONG),
          "last_modified?",
          text(LONG),
          "last_whole_at?",
          TIME,
          "unmodified_count",
          COUNT,
          "etag_churn",
          COUNT,
          "validators_lie?",
          text(20),
          "validators_lied_at?",
          TIME,
          "suspicion?",
          text(40),
          "suspicion_site?",
          text(LONG),
          "suspicion_sightings?",
          COUNT,
          "suspicion_since?",
          TIME,
          "silence_usual_until?",
          TIME,
          "stale_since?",
          TIME,
          "moved_to?",
          text(LONG),
          "moved_how?",
          text(40),
          "moved_sightings?",
          COUNT,
          "moved_common?",
          COUNT,
          "moved_of?",
          COUNT,
          "merged_into?",
          ID,
          "revision",
          COUNT,
          "created_at",
          TIME,
          "updated_at",
          TIME);

  private final Map<String, Object> fields = new LinkedHashMap<>();

  private SourceFields() {}

  public static Map<String, Object> of(Registered registered) {
    var source = registered.source();
    var settings = source.settings();
    var label = settings.label();
    return new SourceFields()
        .with("id", source.id().value())
        .with("name", label.name())
        .with("state", state(registered))
        .with("status", registered.status())
        .with("feed_url", settings.feedUrl() == null ? null : settings.feedUrl().masked())
        .with("enabled", settings.enabled())
        .with(
            "tags", label.tags().isEmpty() ? null : label.tags().stream().map(Tag::value).toList())
        .with("notes", label.notes())
        .with(
            "feed_poll_interval_minutes",
            settings.interval() == null ? null : settings.interval().toMinutes())
        .with("ingestion_mode", settings.intake().mode().wire())
        .with("policy", settings.policy() == null ? null : settings.policy().cells())
        .with("private", settings.credentials() == null ? null : true)
        .with(source.standing())
        .with(registered.state())
        .with(
            "merged_into", registered.mergedInto() == null ? null : registered.mergedInto().value())
        .with("revision", source.revision())
        .with("created_at", source.stamps().createdAt())
        .with("updated_at", source.stamps().updatedAt())
        .fields;
  }

  /**
   * The same for a crawler elsewhere: what is masked is there too, sealed, for whoever has the key.
   */
  static Map<String, Object> sealed(Registered registered, UnaryOperator<String> seal) {
    var fields = of(registered);
    var settings = registered.source().settings();
    var url = settings.feedUrl();
    if (url != null && !url.masked().equals(url.text())) {
      fields.put("feed_url_sealed", seal.apply(url.text()));
    }
    if (settings.credentials() != null) {
      fields.put("auth_sealed", settings.credentials().text());
    }
    return fields;
  }

  /** How it stands, in words. */
  public static String state(Registered registered) {
    if (registered.mergedInto() != null) {
      return SourceFilter.MERGED;
    }
    return switch (registered.source().standing()) {
      case Standing.Cooling(var reason, _, _, _) -> "cooling down (" + reason.wire() + ")";
      case Standing.Stopped _ -> "stopped";
      case Standing.Active _ when !registered.source().settings().enabled() -> "switched off";
      case Standing.Active _ ->
          registered.state().health().consecutiveErrors() > 0 ? "failing" : "active";
    };
  }

  private SourceFields with(String name, @Nullable Object value) {
    if (value != null) {
      fields.put(name, value instanceof Instant at ? at.toString() : value);
    }
    return this;
  }

  private SourceFields with(Standing standing) {
    return switch (standing) {
      case Standing.Active _ -> this;
      case Standing.Cooling(var reason, var since, var until, var by) ->
          with("feed_disabled_at", since)
              .with("feed_disabled_until", until)
              .with("feed_disable_reason", reason.wire())
              .with("feed_disabled_by", by);
      case Standing.Stopped(var since, var by, var note) ->
          with("feed_disabled_at", since)
              .with("feed_disable_reason", "manual")
              .with("feed_disabled_by", by)
              .with("feed_disable_note", note);
    };
  }

  private SourceFields with(FeedState.Reliability known) {
    var lie = known.lie();
    return with("last_whole_at", known.wholeAt())
        .with("unmodified_count", known.unmodified().count())
        .with("etag_churn", known.churn())
        .with("validators_lie", lie == null ? null : lie.kind().wire())
        .with("validators_lied_at", lie == null ? null : lie.at());
  }

  private SourceFields with(Watch.@Nullable Doubt doubt) {
    return doubt == null
        ? this
        : with("suspicion", doubt.kind().wire())
            .with("suspicion_site", doubt.site())
            .with("suspicion_sightings", doubt.sightings())
            .with("suspicion_since", doubt.since());
  }

  private SourceFields with(FeedState state) {
    var last = state.health().lastError();
    var validators = state.snapshot().validators();
    return with("last_polled_at", state.visits().lastPolledAt())
        .with("last_success_at", state.visits().lastSuccessAt())
        .with("next_poll_at", state.next().at())
        .with("next_poll_reason", state.next().reason().wire())
        .with("last_item_count", state.snapshot().itemCount())
        .with("consecutive_errors", state.health().consecutiveErrors())
        .with("error_count", state.health().errorCount())
        .with("last_error_type", last == null ? null : last.type().wire())
        .with("last_error", last == null ? null : last.message())
        .with("last_error_blame", last == null ? null : last.blame().wire())
        .with("last_error_help", last == null ? null : Runbook.of(last.type()))
        .with("last_etag", validators.etag())
        .with("last_modified", validators.lastModified())
        .with(state.snapshot().reliability())
        .with(state.snapshot().watch().doubt())
        .with("silence_usual_until", state.snapshot().watch().silence().usualUntil())
        .with("stale_since", state.snapshot().watch().silence().staleSince())
        .with(state.move());
  }

  private SourceFields with(@Nullable MoveCandidate move) {
    if (move == null) {
      return this;
    }
    var overlap = move.overlap();
    return with("moved_to", move.to().masked())
        .with("moved_how", move.how().wire())
        .with("moved_sightings", move.sightings())
        .with("moved_common", overlap.isMeasured() ? overlap.common() : null)
        .with("moved_of", overlap.isMeasured() ? overlap.of() : null);
  }
}
