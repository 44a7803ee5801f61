package dev.feedwarden.model;

import java.time.Duration;
import java.time.Instant;

/**
 * What stands between a feed that is due and its host.
 *
 * @param readyAt the end of the pause after the last request
 * @param leasedUntil until when somebody may be asking it; past if nobody is
 * @param gap what the host has taught us to wait between requests
 */
public record HostState(Instant readyAt, Instant leasedUntil, Duration gap) {}
