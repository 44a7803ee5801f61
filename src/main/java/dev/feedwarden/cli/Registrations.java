package dev.feedwarden.cli;

import dev.feedwarden.model.FeedState;
import dev.feedwarden.model.Standing;
import dev.feedwarden.store.Registered;
import dev.feedwarden.store.Registry;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sources as the commands show them. */
final class Registrations {
  private static final int PAGE = 500;

  private Registrations() {}

  static void forEach(Registry registry, Consumer<Registered> action) {
    var after = "";
    for (var page = registry.page(after, PAGE);
        !page.isEmpty();
        page = registry.page(after, PAGE)) {
      page.forEach(action);
      after = page.getLast().source().id().value();
    }
  }

  static String state(Registered registered) {
    return switch (registered.source().standing()) {
      case Standing.Cooling(var reason, _, _, _) -> "cooling down (" + reason.wire() + ")";
      case Standing.Stopped _ -> "stopped";
      case Standing.Active _ when !registered.source().settings().enabled() -> "switched off";
      case Standing.Active _ ->
          registered.state().health().consecutiveErrors() > 0 ? "failing" : "active";
    };
  }

  static Fields fields(Registered registered) {
    var source = registered.source();
    var settings = source.settings();
    var fields =
        new Fields()
            .with("id", source.id().value())
            .with("name", settings.name())
            .with("state", state(registered))
            .with("feed_url", settings.feedUrl() == null ? null : settings.feedUrl().masked())
            .with("enabled", settings.enabled())
            .with("feed_poll_interval_minutes", minutes(settings.interval()))
            .with("policy", settings.policy() == null ? null : settings.policy().cells())
            .with("private", settings.credentials() == null ? null : true);
    addStanding(fields, source.standing());
    addState(fields, registered.state());
    return fields
        .with("created_at", source.stamps().createdAt())
        .with("updated_at", source.stamps().updatedAt());
  }

  private static @Nullable Long minutes(@Nullable Duration interval) {
    return interval == null ? null : interval.toMinutes();
  }

  private static void addStanding(Fields fields, Standing standing) {
    switch (standing) {
      case Standing.Active _ -> {}
      case Standing.Cooling(var reason, var since, var until, var by) ->
          fields
              .with("feed_disabled_at", since)
              .with("feed_disabled_until", until)
              .with("feed_disable_reason", reason.wire())
              .with("feed_disabled_by", by);
      case Standing.Stopped(var since, var by, var note) ->
          fields
              .with("feed_disabled_at", since)
              .with("feed_disable_reason", "manual")
              .with("feed_disabled_by", by)
              .with("feed_disable_note", note);
    }
  }

  private static void addState(Fields fields, FeedState state) {
    var last = state.health().lastError();
    var validators = state.snapshot().validators();
    fields
        .with("last_polled_at", state.visits().lastPolledAt())
        .with("last_success_at", state.visits().lastSuccessAt())
        .with("next_poll_at", state.next().at())
        .with("next_poll_reason", state.next().reason().wire())
        .with("last_item_count", state.snapshot().itemCount())
        .with("consecutive_errors", state.health().consecutiveErrors())
        .with("error_count", state.health().errorCount())
        .with("last_error_type", last == null ? null : last.type().wire())
        .with("last_error", last == null ? null : last.message())
        .with("last_error_blame", last == null ? null : last.blame().wire())
        .with("last_etag", validators.etag())
        .with("last_modified", validators.lastModified())
        .with("moved_to", state.move() == null ? null : state.move().to().masked())
        .with("moved_sightings", state.move() == null ? null : state.move().sightings());
  }
}
