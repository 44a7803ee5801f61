package dev.feedwarden.poll;

import dev.feedwarden.feed.Opml.Outline;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.policy.Admission;
import dev.feedwarden.policy.Admission.Judged;
import org.jspecify.annotations.Nullable;

/**
 * One feed of an imported list.
 *
 * @param line where it stood
 * @param url as it was written
 * @param settings what to register; nothing if it was refused
 * @param refusal why it was
 */
public record ImportRow(int line, String url, @Nullable Settings settings, String refusal) {
  /** Judges an outline. */
  public static ImportRow of(Outline outline, Admission admission) {
    return switch (admission.feed(outline.xmlUrl())) {
      case Judged.Bad(var reason) -> refused(outline, "the URL " + reason);
      case Judged.Private _ -> refused(outline, "the URL is not one that Feedwarden may ask");
      case Judged.Good(var url) -> {
        var name = outline.title().isBlank() ? url.host() : Admission.fitting(outline.title());
        yield new ImportRow(
            outline.line(), outline.xmlUrl(), new Settings(name, url, true, null), "");
      }
    };
  }

  private static ImportRow refused(Outline outline, String reason) {
    return new ImportRow(outline.line(), outline.xmlUrl(), null, reason);
  }
}
