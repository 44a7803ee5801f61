package dev.feedwarden.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One source as it stood when its host was leased: what one poll starts from.
 *
 * @param others when the other feeds of its host are due, if somebody looked
 */
public record Claim(Lease lease, Source source, FeedState state, @Nullable Others others) {
  /**
   * What else is to be done at a host.
   *
   * @param next when the first of its other feeds is due, if any is
   */
  public record Others(@Nullable Instant next) {}

  /** A source of a host at whose other feeds nobody looked. */
  public Claim(Lease lease, Source source, FeedState state) {
    this(lease, source, state, null);
  }

  /** The same after something else was asked of its host. */
  public Claim after(HostMemory memory) {
    return new Claim(lease.with(memory), source, state, others);
  }

  /** Whether this poll is the first after a cooldown. */
  public boolean isProbe() {
    return source.standing() instanceof Standing.Cooling;
  }
}
