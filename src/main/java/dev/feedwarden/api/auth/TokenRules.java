package dev.feedwarden.api.auth;

import java.time.Duration;

/**
 * What a token must say beside being signed.
 *
 * @param longestLife how far its end may lie ahead: the bound of what a stolen token can do
 */
public record TokenRules(String issuer, String audience, Duration longestLife) {
  /** The same rules for another audience, so that one kind of token is never taken for another. */
  TokenRules audience(String other) {
    return new TokenRules(issuer, other, longestLife);
  }
}
