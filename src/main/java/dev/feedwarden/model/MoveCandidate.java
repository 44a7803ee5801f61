package dev.feedwarden.model;

import java.time.Instant;

/**
 * Where permanent redirects say that a feed has moved to, and how often they have said so in a row.
 */
public record MoveCandidate(WebUrl to, int sightings, Instant since) {}
