package dev.feedwarden.api;

import dev.feedwarden.api.auth.Scope;
import org.jspecify.annotations.Nullable;

/**
 * Who may use a route, and how dear it is.
 *
 * @param scope what a caller's token must have; nothing means that nobody is asked
 * @param dear it makes us ask others or work hard: few at once, few a minute
 */
public record Rule(@Nullable Scope scope, boolean dear) {
  public static final Rule OPEN = new Rule(null, false);
  public static final Rule READ = new Rule(Scope.READ, false);
  public static final Rule WRITE = new Rule(Scope.WRITE, false);
  public static final Rule ADMIN = new Rule(Scope.ADMIN, false);

  public Rule dearly() {
    return new Rule(scope, true);
  }
}
