package dev.feedwarden.poll;

import dev.feedwarden.fetch.Time;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Whether a loop is alive: it beats at every turn, and is dead when its thread is, or when it has
 * not beaten for too long.
 */
public final class Pulse {
  private final Time time;
  private final Duration longest;
  private volatile Beat last;
  private volatile boolean over;

  // Nobody has begun yet at the beginning, and is expected to.
  private record Beat(long at, @Nullable Thread by) {}

  /**
   * The pulse of a loop that begins soon.
   *
   * @param longest how long a turn may take
   */
  public Pulse(Time time, Duration longest) {
    this.time = time;
    this.longest = longest;
    this.last = new Beat(time.nanos(), null);
  }

  /** Says that the thread that calls this goes on. */
  public void beat() {
    last = new Beat(time.nanos(), Thread.currentThread());
  }

  /** Says that it is about to end: nobody should count on it any more. */
  public void end() {
    over = true;
  }

  /** How long ago it beat last. */
  public Duration age() {
    return Duration.ofNanos(time.nanos() - last.at());
  }

  public boolean isAlive() {
    var by = last.by();
    return !over && (by == null || by.isAlive()) && age().compareTo(longest) <= 0;
  }
}
