package dev.feedwarden.model;

import java.time.Instant;

/**
 * The right to ask one host, for a while; a later lease of the same host has a higher epoch.
 *
 * @param memory of the host, as it was when the lease was taken
 */
public record Lease(HostKey host, long epoch, Instant takenAt, Instant until, HostMemory memory) {}
