package dev.feedwarden.model;

import java.time.Duration;
import java.time.Instant;

/**
 * The right to ask one host, for a while; a later lease of the same host has a higher epoch.
 *
 * @param gap what this host has taught us to wait between requests; zero if nothing yet
 */
public record Lease(HostKey host, long epoch, Instant takenAt, Instant until, Duration gap) {}
