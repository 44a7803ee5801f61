package dev.feedwarden.store.remote;

import dev.feedwarden.model.Credentials;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.Listed;
import dev.feedwarden.model.Overrides;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Tag;
import dev.feedwarden.model.WebUrl;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A source in a registry's answer. What a newer registry adds is passed over; what is sealed with a
 * key that is not ours makes the source one that we cannot poll.
 */
final class ListedFields {
  private static final String NO_KEY =
      "it has secrets, and SECRET_KEY here is not that of the registry";

  private final Function<String, Optional<String>> open;

  ListedFields(Function<String, Optional<String>> open) {
    this.open = open;
  }

  /** What came of reading. */
  sealed interface Read {
    record Good(Listed listed) implements Read {}

    record Bad(String why) implements Read {}
  }

  Read read(SourceId id, JsonNode one) {
    var url = url(one);
    if (url == null) {
      return new Read.Bad(one.has("feed_url_sealed") ? NO_KEY : "it has no address that is one");
    }
    var locked = one.path("auth_sealed").asString("");
    if (!locked.isEmpty() && open.apply(locked).isEmpty()) {
      return new Read.Bad(NO_KEY);
    }
    try {
      var minutes = one.path("feed_poll_interval_minutes").asLong(0);
      var settings =
          new Settings(
              label(one, url),
              url,
              true,
              new Intake(
                  minutes <= 0 ? null : Duration.ofMinutes(minutes),
                  Intake.Mode.parse(one.path("ingestion_mode").asString(""))
                      .orElse(Intake.Mode.FEED)),
              locked.isEmpty() ? null : new Credentials.Encrypted(locked),
              policy(one));
      return new Read.Good(new Listed(id, settings, standing(one), one.path("revision").asLong(0)));
    } catch (IllegalArgumentException | DateTimeParseException notOurs) {
      return new Read.Bad("it is not as we know sources");
    }
  }

  private @Nullable WebUrl url(JsonNode one) {
    var locked = one.path("feed_url_sealed").asString("");
    var text = locked.isEmpty() ? one.path("feed_url").asString("") : open.apply(locked).orElse("");
    return WebUrl.parse(text) instanceof WebUrl.Parsed.Good(var url) ? url : null;
  }

  private static Label label(JsonNode one, WebUrl url) {
    var tags = new TreeSet<Tag>();
    one.path("tags").valueStream().forEach(tag -> Tag.parse(tag.asString("")).ifPresent(tags::add));
    var notes = one.path("notes").asString("");
    return new Label(one.path("name").asString(url.host()), tags, notes.isEmpty() ? null : notes);
  }

  private static @Nullable Overrides policy(JsonNode one) {
    var cells = new TreeMap<String, String>();
    one.path("policy")
        .properties()
        .forEach(cell -> cells.put(cell.getKey(), cell.getValue().asString("")));
    return cells.isEmpty() ? null : new Overrides(cells);
  }

  private static Standing standing(JsonNode one) {
    var reason = one.path("feed_disable_reason").asString("");
    if (reason.isEmpty()) {
      return Standing.ACTIVE;
    }
    var since = Instant.parse(one.path("feed_disabled_at").asString(""));
    var by = one.path("feed_disabled_by").asString("");
    return reason.equals("manual")
        ? new Standing.Stopped(since, by, one.path("feed_disable_note").asString(""))
        : new Standing.Cooling(
            ErrorType.ofWire(reason),
            since,
            Instant.parse(one.path("feed_disabled_until").asString("")),
            by);
  }
}
