package dev.feedwarden.api.auth;

import java.time.Instant;

/**
 * Somebody whose token was found good.
 *
 * @param subject their name in the audit
 * @param until when the token ends
 * @param token its id, by which it can be called back
 */
public record Caller(String subject, Scope scope, Instant until, String token) {}
