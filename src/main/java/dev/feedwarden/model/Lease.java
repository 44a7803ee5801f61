package dev.feedwarden.model;

import java.time.Instant;

/**
 * The right to ask one host, for a while; a later lease of the same host has a higher epoch.
 *
 * @param memory of the host, as it was when the lease was taken
 * @param changes how often others than the holders of its leases had changed its feeds' schedule by
 *     then; negative if nobody counted
 */
public record Lease(
    HostKey host, long epoch, Instant takenAt, Instant until, HostMemory memory, long changes) {
  /** A lease of a host whose feeds may have been changed since. */
  public Lease(HostKey host, long epoch, Instant takenAt, Instant until, HostMemory memory) {
    this(host, epoch, takenAt, until, memory, -1);
  }

  Lease with(HostMemory other) {
    return new Lease(host, epoch, takenAt, until, other, changes);
  }
}
