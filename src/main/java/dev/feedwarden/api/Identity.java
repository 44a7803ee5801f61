package dev.feedwarden.api;

import dev.feedwarden.api.Route.Verb;
import dev.feedwarden.api.auth.Caller;
import dev.feedwarden.api.auth.Scope;
import dev.feedwarden.api.auth.Sessions;
import dev.feedwarden.api.auth.Tokens;
import io.javalin.http.Context;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who asks, and whether they may.
 *
 * @param publicRead what needs no more than to read needs nobody
 */
record Identity(Tokens tokens, Sessions sessions, OwnOrigin origin, boolean publicRead) {
  private static final String BEARER = "Bearer ";

  /** The caller, if one is needed; refused when there is none or they may not. */
  @Nullable Caller admitted(Context ctx, Route route) {
    var needed = route.rule().scope();
    if (needed == null) {
      return null;
    }
    var authorization = Collections.list(ctx.req().getHeaders("Authorization"));
    var cookie = cookie(ctx);
    if (authorization.isEmpty() && cookie.isEmpty() && publicRead && needed == Scope.READ) {
      return null;
    }
    var caller =
        (authorization.isEmpty() ? cookie.flatMap(sessions::caller) : bearer(authorization))
            .orElseThrow(Identity::unknown);
    // A browser sends a cookie along whoever made it ask; a token it does not know.
    if (authorization.isEmpty()
        && route.verb() != Verb.GET
        && !origin.isAskedByUs(name -> Optional.ofNullable(ctx.header(name)))) {
      throw Refusal.of(403, "The request does not come from a page of this server.");
    }
    if (!caller.scope().includes(needed)) {
      throw Refusal.of(403, "The token's scope does not include '" + needed.wire() + "'.");
    }
    return caller;
  }

  // The same words for everything that can be wrong.
  private static Refusal unknown() {
    return Refusal.of(401, "A valid token is needed.")
        .with("WWW-Authenticate", "Bearer realm=\"feedwarden\"");
  }

  private Optional<Caller> bearer(List<String> headers) {
    return headers.size() == 1 && headers.getFirst().startsWith(BEARER)
        ? tokens.caller(headers.getFirst().substring(BEARER.length()))
        : Optional.empty();
  }

  private Optional<String> cookie(Context ctx) {
    return Optional.ofNullable(ctx.cookie(sessions.name())).filter(value -> !value.isEmpty());
  }
}
