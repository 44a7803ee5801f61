package dev.feedwarden.model;

/** One source as it stood when its host was leased: what one poll starts from. */
public record Claim(Lease lease, Source source, FeedState state) {
  /** The same after something else was asked of its host. */
  public Claim after(HostMemory memory) {
    return new Claim(
        new Lease(lease.host(), lease.epoch(), lease.takenAt(), lease.until(), memory),
        source,
        state);
  }

  /** Whether this poll is the first after a cooldown. */
  public boolean isProbe() {
    return source.standing() instanceof Standing.Cooling;
  }
}
