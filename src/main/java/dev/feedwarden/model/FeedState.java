package dev.feedwarden.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What the poller remembers of one feed between two polls. */
public record FeedState(
    Snapshot snapshot, Health health, Visits visits, NextPoll next, @Nullable MoveCandidate move) {

  /** A feed that nothing says has moved. */
  public FeedState(Snapshot snapshot, Health health, Visits visits, NextPoll next) {
    this(snapshot, health, visits, next, null);
  }

  /**
   * The document that was stored last.
   *
   * @param reliability how far its server's validators are to be believed
   * @param rhythm what it and its server say about when to come again
   * @param watch what the feed is like as a rule, and what is odd
   */
  public record Snapshot(
      Validators validators,
      @Nullable String bodyHash,
      int itemCount,
      Reliability reliability,
      Rhythm rhythm,
      Watch watch) {
    public static final Snapshot NONE = new Snapshot(Validators.NONE, null, 0);

    /** A document of which nobody knows whether it is like those before. */
    public Snapshot(
        Validators validators,
        @Nullable String bodyHash,
        int itemCount,
        Reliability reliability,
        Rhythm rhythm) {
      this(validators, bodyHash, itemCount, reliability, rhythm, Watch.NONE);
    }

    /** A document of whose server nothing is known. */
    public Snapshot(Validators validators, @Nullable String bodyHash, int itemCount) {
      this(validators, bodyHash, itemCount, Reliability.UNKNOWN, Rhythm.NONE);
    }

    /** The same document, which its server says is still the one. */
    public Snapshot confirmed(Validators now, Rhythm told, Instant at) {
      return new Snapshot(
          now, bodyHash, itemCount, reliability.unmodified(at), told, watch.cleared());
    }

    /** The same document, kept because the one that came now is not believed. */
    public Snapshot doubting(Watch.Doubt doubt) {
      return new Snapshot(
          validators, bodyHash, itemCount, reliability, rhythm, watch.doubting(doubt));
    }
  }

  /**
   * What we learned about a server's validators.
   *
   * @param wholeAt when a whole document came last
   * @param wholeFrom which URL it came from, redirects followed
   * @param churn how often in a row the same document came with another ETag
   * @param lie what they were last found out in
   * @param unmodified what came instead of a document since
   */
  public record Reliability(
      @Nullable Instant wholeAt,
      @Nullable WebUrl wholeFrom,
      int churn,
      @Nullable Lie lie,
      Unmodified unmodified) {
    public static final Reliability UNKNOWN =
        new Reliability(null, null, 0, null, Unmodified.NEVER);

    /** The same after the server said that nothing has changed. */
    public Reliability unmodified(Instant at) {
      return new Reliability(
          wholeAt, wholeFrom, churn, lie, new Unmodified(unmodified.count() + 1, at));
    }
  }

  /** How often in a row the answer was 304, and when last. */
  public record Unmodified(int count, @Nullable Instant lastAt) {
    public static final Unmodified NEVER = new Unmodified(0, null);
  }

  /** When we were there last, and when it last went well. */
  public record Visits(@Nullable Instant lastPolledAt, @Nullable Instant lastSuccessAt) {
    public static final Visits NONE = new Visits(null, null);
  }
}
