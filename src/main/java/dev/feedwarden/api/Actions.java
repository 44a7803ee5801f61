package dev.feedwarden.api;

import dev.feedwarden.model.Label;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Tag;
import dev.feedwarden.poll.Hand;
import dev.feedwarden.store.Interventions;
import dev.feedwarden.store.Interventions.Done;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;

/** What somebody does to sources, by its name: the same for the API and for the pages. */
public final class Actions {
  public static final List<String> NAMES = List.of("enable", "disable", "poll", "tag", "untag");

  private final Parts parts;
  private final Interventions interventions;
  private final String who;

  public Actions(Parts parts, String who) {
    this.parts = parts;
    this.interventions = new Interventions(parts.database());
    this.who = who;
  }

  /** Refused if the action is unknown or lacks what it needs. */
  public Function<SourceId, Done> named(String name, String reason, String tag) {
    return switch (name) {
      case "enable" -> hand()::enable;
      case "disable" -> disable(reason);
      case "poll" -> id -> interventions.pollNow(id, parts.database().now());
      case "tag", "untag" -> {
        var checked = tag("tag", tag);
        yield id -> tagged(id, checked, name.equals("tag"));
      }
      default -> throw Refusal.field("action", "is not known");
    };
  }

  private Hand hand() {
    return new Hand(parts.database(), parts.policy(), who);
  }

  private Function<SourceId, Done> disable(String reason) {
    if (reason.isBlank()) {
      throw Refusal.field("reason", "must not be empty");
    }
    return id ->
        switch (hand().disable(id, reason)) {
          case Hand.Disabled.TooLong() ->
              throw Refusal.field("reason", "must have at most 200 characters");
          case Hand.Disabled.Told(var done, _) -> done;
        };
  }

  static Tag tag(String field, String text) {
    return Tag.parse(text).orElseThrow(() -> Refusal.field(field, "must be a tag"));
  }

  private Done tagged(SourceId id, Tag tag, boolean isAdded) {
    return interventions.relabel(
        id,
        was -> {
          var tags = new TreeSet<>(was.tags());
          if (!isAdded) {
            tags.remove(tag);
          } else if (tags.size() < Label.MOST_TAGS) {
            tags.add(tag);
          }
          return new Label(was.name(), tags, was.notes());
        },
        who,
        parts.database().now());
  }

  /** What came of it, in a word. */
  public static String told(Done done) {
    return switch (done) {
      case Done.Changed _, Done.CredentialsDropped _ -> "changed";
      case Done.Unchanged _ -> "unchanged";
      case Done.Unknown _ -> "not_found";
      case Done.Stale _, Done.Taken _ -> "conflict";
      case Done.Stopped _ -> "stopped";
    };
  }
}
