package dev.feedwarden.model;

import org.jspecify.annotations.Nullable;

/**
 * What is remembered of a host between two leases.
 *
 * @param trouble while it fails as a whole
 */
public record HostMemory(Pace pace, @Nullable Trouble trouble) {
  public static final HostMemory NONE = new HostMemory(Pace.UNKNOWN, null);
}
