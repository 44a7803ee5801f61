package dev.feedwarden.policy;

import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.Suspicion;
import dev.feedwarden.model.Watch.Doubt;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Whether a document is the feed that it should be, by what the feed was like before. */
public final class Suspicions {
  /** As often must a shape come in a row to be believed. */
  private static final int BELIEVED_AT = 3;

  private static final int SMALL = 10;

  private Suspicions() {}

  /**
   * A document, as far as it can be odd.
   *
   * @param known how many of its entries we have seen before
   * @param site whose feed it is, as far as it says so
   */
  public record Seen(int entries, int known, long bytes, @Nullable String site) {}

  /** What follows. */
  public sealed interface Verdict {
    /** It is what it should be. */
    record Plain() implements Verdict {}

    /** It is not believed yet. */
    record Suspect(Doubt doubt) implements Verdict {}

    /** It is odd, but it stays. */
    record Accepted(Suspicion kind) implements Verdict {}
  }

  /** Judges a document that was read to its end. */
  public static Verdict judge(Snapshot before, Seen now, Instant at) {
    var kind = kind(before, now);
    if (kind == null) {
      return new Verdict.Plain();
    }
    var doubt = again(before.watch().doubt(), kind, now, at);
    return doubt.sightings() >= BELIEVED_AT
        ? new Verdict.Accepted(kind)
        : new Verdict.Suspect(doubt);
  }

  private static Doubt again(@Nullable Doubt before, Suspicion kind, Seen now, Instant at) {
    return before != null && before.kind() == kind && Objects.equals(before.site(), now.site())
        ? new Doubt(kind, before.site(), before.sightings() + 1, before.since())
        : new Doubt(kind, now.site(), 1, at);
  }

  private static @Nullable Suspicion kind(Snapshot before, Seen now) {
    var baseline = before.watch().baseline();
    if (baseline.bytes() == 0 || before.itemCount() == 0) {
      return null;
    }
    if (now.entries() == 0) {
      return Suspicion.EMPTY;
    }
    if (isOther(baseline.site(), now.site())
        && (now.known() == 0 || isStranger(before.watch().doubt(), now))) {
      return Suspicion.FOREIGN;
    }
    var shrunk =
        now.bytes() * SMALL < baseline.bytes() || now.entries() * SMALL < before.itemCount();
    return shrunk ? Suspicion.SMALLER : null;
  }

  // What a stranger brought was stored when it first came: that we know it speaks for nobody.
  private static boolean isStranger(@Nullable Doubt doubt, Seen now) {
    return doubt != null
        && doubt.kind() == Suspicion.FOREIGN
        && Objects.equals(doubt.site(), now.site());
  }

  // Who says nothing about themselves is no stranger.
  private static boolean isOther(@Nullable String before, @Nullable String now) {
    return before != null && now != null && !before.equals(now);
  }
}
