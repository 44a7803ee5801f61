package dev.feedwarden.model;

import java.time.Instant;

/**
 * What stands between a feed that is due and its host.
 *
 * @param host or the lane of it that the feed is in
 * @param readyAt the end of the pause after the last request
 * @param leasedUntil until when somebody may be asking it; past if nobody is
 */
public record HostState(HostKey host, Instant readyAt, Instant leasedUntil, HostMemory memory) {}
