package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.YES_NO;
import static dev.feedwarden.api.Shapes.list;
import static dev.feedwarden.api.Shapes.map;
import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.whole;

import dev.feedwarden.api.Refusal.Fault;
import dev.feedwarden.model.Credentials;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.Overrides;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.Tag;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Admission;
import dev.feedwarden.policy.Admission.Judged;
import dev.feedwarden.policy.Cells;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a client writes about a source, on top of what is known of it. */
public final class SourceBody {
  public static final Shape.Thing NEW =
      Shapes.thing(
          "NewSource",
          "name?",
          text(Admission.LONGEST_NAME),
          "feed_url",
          text(10_000).orNull(),
          "enabled?",
          YES_NO,
          "feed_poll_interval_minutes?",
          whole(1, Admission.LONGEST_MINUTES).orNull(),
          "ingestion_mode?",
          text(20),
          "tags?",
          list(text(100), Label.MOST_TAGS),
          "notes?",
          text(Label.LONGEST_NOTES).orNull(),
          "policy?",
          map(text(200), 200).orNull(),
          "auth?",
          AuthBody.SHAPE);

  public static final Shape.Thing CHANGES = NEW.partly("SourceChanges");

  /** A source of which nothing is known yet. */
  public static final Settings BLANK = new Settings("", null, true, null);

  private final Parts parts;
  private final List<Fault> faults = new ArrayList<>();

  private SourceBody(Parts parts) {
    this.parts = parts;
  }

  /** What came of reading it. */
  public sealed interface Read {
    record Good(Settings settings) implements Read {}

    record Bad(List<Fault> faults) implements Read {}
  }

  /** Settings that are as before but for the fields that were given. */
  public static Read over(Settings before, JsonNode body, Parts parts) {
    var reader = new SourceBody(parts);
    var settings = reader.settings(before, body);
    return reader.faults.isEmpty() ? new Read.Good(settings) : new Read.Bad(reader.faults);
  }

  private Settings settings(Settings before, JsonNode body) {
    var url =
        body.has("feed_url") ? feed(before.feedUrl(), body.get("feed_url")) : before.feedUrl();
    return new Settings(
        label(before.label(), url, body),
        url,
        body.has("enabled") ? body.path("enabled").asBoolean() : before.enabled(),
        intake(before.intake(), body),
        body.has("auth") ? credentials(url, body) : before.credentials(),
        body.has("policy") ? policy(body.path("policy")) : before.policy());
  }

  private Intake intake(Intake before, JsonNode body) {
    return new Intake(
        body.has("feed_poll_interval_minutes")
            ? interval(body.path("feed_poll_interval_minutes"))
            : before.interval(),
        body.has("ingestion_mode") ? mode(body.path("ingestion_mode")) : before.mode());
  }

  private Intake.Mode mode(JsonNode given) {
    var mode = Intake.Mode.parse(given.asString());
    if (mode.isEmpty()) {
      fault("ingestion_mode", "must be feed or feed+pages");
    }
    return mode.orElse(Intake.Mode.FEED);
  }

  private @Nullable WebUrl feed(@Nullable WebUrl before, JsonNode given) {
    if (given.isNull()) {
      return null;
    }
    // Whoever sends back what we showed them means what we have.
    if (before != null && given.asString().equals(before.masked())) {
      return before;
    }
    return switch (parts.admission().feed(given.asString())) {
      case Judged.Good(var url) -> url;
      case Judged.Bad(var reason) -> fault("feed_url", reason);
      case Judged.Private _ ->
          fault("feed_url", "is private, local or reserved and may not be asked");
    };
  }

  private Label label(Label before, @Nullable WebUrl url, JsonNode body) {
    var name = body.has("name") ? body.path("name").asString() : before.name();
    if (name.isEmpty() && !body.has("name") && url != null) {
      name = url.host();
    }
    var nameless = name.isEmpty() && url == null && body.path("feed_url").isString();
    if (!nameless && !Admission.isName(name)) { // a URL at fault gives no name, which is one fault
      fault("name", "must be 1 to " + Admission.LONGEST_NAME + " printable characters");
    }
    var notes = body.get("notes");
    return new Label(
        name,
        body.has("tags") ? tags(body.path("tags")) : before.tags(),
        notes == null ? before.notes() : notes.isNull() ? null : notes.asString());
  }

  private SortedSet<Tag> tags(JsonNode given) {
    var tags = new TreeSet<Tag>();
    for (int i = 0; i < given.size(); i++) {
      var tag = Tag.parse(given.path(i).asString());
      tag.ifPresent(tags::add);
      if (tag.isEmpty()) {
        fault("tags[" + i + "]", "must be 1 to 64 characters without commas or controls");
      }
    }
    return tags;
  }

  private static @Nullable Duration interval(JsonNode given) {
    return given.isNull() ? null : Duration.ofMinutes(given.asLong());
  }

  private @Nullable Overrides policy(JsonNode given) {
    if (given.isNull() || given.isEmpty()) {
      return null;
    }
    var cells = new TreeMap<String, String>();
    given.properties().forEach(cell -> cells.put(cell.getKey(), cell.getValue().asString()));
    var overrides = new Overrides(cells);
    var policy = parts.policy().get();
    if (Cells.write(policy.table(), policy.common(), overrides)
        instanceof Cells.Written.Bad(var problems)) {
      problems.forEach(problem -> fault("policy", problem));
    }
    return overrides;
  }

  private Credentials.@Nullable Encrypted credentials(@Nullable WebUrl url, JsonNode body) {
    var given = body.path("auth");
    if (given.isNull()) {
      return null;
    }
    if (url == null && !body.path("feed_url").isString()) { // one at fault is one fault
      fault("auth", "must be given with a feed_url");
    }
    var read = AuthBody.read(given, this::fault);
    return read == null || !faults.isEmpty() ? null : parts.lock().apply(read);
  }

  private @Nullable WebUrl fault(String field, String message) {
    faults.add(new Fault(field, message));
    return null;
  }
}
