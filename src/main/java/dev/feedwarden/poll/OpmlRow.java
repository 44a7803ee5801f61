package dev.feedwarden.poll;

import dev.feedwarden.feed.Opml.Outline;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.policy.Admission;
import dev.feedwarden.policy.Admission.Judged;
import org.jspecify.annotations.Nullable;

/**
 * One feed of an imported list.
 *
 * @param settings what to register; nothing if it was refused
 * @param refusal why it was
 */
public record OpmlRow(Outline outline, @Nullable Settings settings, String refusal) {
  /** Judges an outline. */
  public static OpmlRow of(Outline outline, Admission admission) {
    return switch (admission.feed(outline.xmlUrl())) {
      case Judged.Bad(var reason) -> new OpmlRow(outline, null, "the URL " + reason);
      case Judged.Private _ ->
          new OpmlRow(outline, null, "the URL is not one that Feedwarden may ask");
      case Judged.Good(var url) -> {
        var name = outline.title().isBlank() ? url.host() : Admission.fitting(outline.title());
        yield new OpmlRow(outline, new Settings(name, url, true, null), "");
      }
    };
  }
}
