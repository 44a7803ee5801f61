package dev.feedwarden.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an origin's robots.txt (RFC 9309).
 *
 * @param rules its text, empty where everything is allowed; nothing if nobody knows
 * @param expiresAt when it is to be asked for again
 * @param trouble while nobody can get it
 */
public record RobotsFile(@Nullable String rules, Instant expiresAt, @Nullable Unreachable trouble) {
  /** Nobody could get it, so often in a row. */
  public record Unreachable(Instant since, int failures) {}

  /** Where it is. */
  public static WebUrl place(WebUrl page) {
    return new WebUrl(page.scheme(), page.host(), page.port(), "/robots.txt");
  }

  /** What its rules hold for. */
  public static String origin(WebUrl page) {
    return page.scheme() + "://" + page.authority();
  }
}
