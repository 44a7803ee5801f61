package dev.feedwarden.policy;

import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.Watch;
import dev.feedwarden.model.Watch.Baseline;
import dev.feedwarden.model.Watch.Silence;
import dev.feedwarden.policy.Suspicions.Seen;

/** What a feed is like, after a document that is believed. */
public final class Likeness {
  private Likeness() {}

  /** The document is what the next ones are compared with. */
  public static Watch after(Snapshot before, Seen now, Silence silence) {
    return new Watch(new Baseline(now.bytes(), now.site(), window(before, now)), null, silence);
  }

  // A window is full when what is new pushes out as much: that is the only proof that it has a
  // size. What has outgrown it has another one, which is to be proven again.
  private static int window(Snapshot before, Seen now) {
    var known = before.watch().baseline().window();
    var added = now.entries() - now.known();
    var slides = added > 0 && now.entries() == before.itemCount();
    return slides ? now.entries() : now.entries() > known ? 0 : known;
  }
}
