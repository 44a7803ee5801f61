package dev.feedwarden.policy;

import dev.feedwarden.model.Beats;
import dev.feedwarden.model.Change;
import dev.feedwarden.model.Changes;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.Watch.Silence;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a whole document says about a feed's silence.
 *
 * @param silence as it is now
 * @param beats as they are now; nothing if there was no new one
 * @param isStale whether the feed has been found silent for too long just now
 */
public record Listening(Silence silence, @Nullable Beats beats, boolean isStale) {
  private static final Duration LATE = Duration.ofDays(1);

  /**
   * Hears a document.
   *
   * @param before the beats so far, asked for only if there is a new one
   * @param whole when the document before it came; nothing if this is the first
   */
  public static Listening of(
      Silence was, Supplier<Beats> before, Changes changes, @Nullable Instant whole, Instant now) {
    var times =
        changes.all().stream()
            .flatMap(change -> change instanceof Change.Added(var e) ? Stream.of(e) : null)
            .map(entry -> when(entry.dates(), whole, now))
            .toList();
    return times.isEmpty()
        ? silent(was, now)
        : heard(before.get().with(times.stream().filter(Objects::nonNull).toList()), whole, now);
  }

  private static Listening silent(Silence was, Instant now) {
    var usual = was.usualUntil();
    return usual != null && usual.isBefore(now) && was.staleSince() == null
        ? new Listening(new Silence(usual, now), null, true)
        : new Listening(was, null, false);
  }

  // What was silent before we came is so without any news.
  private static Listening heard(Beats beats, @Nullable Instant whole, Instant now) {
    var usual = Tempo.of(beats).map(Tempo::usualUntil).orElse(null);
    var wasDead = whole == null && usual != null && usual.isBefore(now);
    return new Listening(new Silence(usual, wasDead ? now : null), beats, false);
  }

  // What a feed brings later than it says is news when it comes.
  private static @Nullable Instant when(Entry.Dates dates, @Nullable Instant whole, Instant now) {
    var said = dates.published() == null ? dates.updated() : dates.published();
    if (whole == null) {
      return said == null || said.isAfter(now) ? null : said;
    }
    return said == null || said.isAfter(now) || said.isBefore(whole.minus(LATE)) ? now : said;
  }
}
