package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.thing;

import dev.feedwarden.api.Route.Output;
import dev.feedwarden.api.auth.Sessions;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a person's browser gets its cookie, and loses it. */
final class LoginRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(LoginRoutes.class);
  private static final Shape.Thing LOGIN =
      thing("Login", "token?", text(8_192), "code?", text(200));

  private static final String PAGE =
      """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>Log in · Feedwarden</title>
      <script src="/login.js" defer></script>
      <h1>Feedwarden</h1>
      <form id="login">
        <label>Token <input id="token" type="password" autocomplete="off" required></label>
        <button>Log in</button>
      </form>
      <p id="told" role="status"></p>
      """;

  // The code comes behind a '#', which browsers send to nobody and write to no log.
  private static final String SCRIPT =
      """
      'use strict';
      const told = document.getElementById('told');
      async function login(body) {
        const answer = await fetch('/login', {
          method: 'POST',
          headers: {'Content-Type': 'application/json'},
          body: JSON.stringify(body),
        });
        if (answer.ok) {
          location.replace('/');
        } else {
          told.textContent = (await answer.json()).detail;
        }
      }
      document.getElementById('login').addEventListener('submit', (event) => {
        event.preventDefault();
        login({token: document.getElementById('token').value.trim()});
      });
      const code = new URLSearchParams(location.hash.slice(1)).get('code');
      if (code) {
        history.replaceState(null, '', '/login');
        login({code});
      }
      """;

  private final Sessions sessions;
  private final Guesses guesses;
  private final OwnOrigin origin;

  LoginRoutes(Sessions sessions, Guesses guesses, OwnOrigin origin) {
    this.sessions = sessions;
    this.guesses = guesses;
    this.origin = origin;
  }

  List<Route> routes() {
    return List.of(
        Route.get("/login", Rule.OPEN, "The page to log in on.", _ -> page("text/html", PAGE))
            .answers(new Output(200, "text/html", null)),
        Route.get(
                "/login.js",
                Rule.OPEN,
                "What that page does.",
                _ -> page("text/javascript", SCRIPT))
            .answers(new Output(200, "text/javascript", null)),
        Route.post("/login", Rule.OPEN, "Get a cookie for a token or a one-time code.", this::login)
            .takes(LOGIN),
        Route.post("/logout", Rule.OPEN, "Drop the cookie.", this::logout));
  }

  private static Answer page(String type, String text) {
    return Answer.text(type + ";charset=utf-8", text);
  }

  private Answer login(Request request) {
    refuseOthers(request);
    var address = ClientAddress.key(request.from().address());
    guesses.admit(address);
    var token = request.json().get("token");
    var code = request.json().get("code");
    if ((token == null) == (code == null)) {
      throw Refusal.of(400, "Either a token or a code must be given.");
    }
    Optional<String> cookie =
        token != null
            ? sessions.byToken(token.asString())
            : sessions.byCode(code == null ? "" : code.asString());
    if (cookie.isEmpty()) {
      guesses.failed(address);
      LOG.atWarn()
          .addKeyValue("address", request.from().address().getHostAddress())
          .log("login refused");
      throw Refusal.of(401, "The token or code is not valid.");
    }
    guesses.succeeded(address);
    return Answer.nothing().with("Set-Cookie", cookie.get());
  }

  private Answer logout(Request request) {
    refuseOthers(request);
    return Answer.nothing().with("Set-Cookie", sessions.ended());
  }

  // Nobody is logged in or out by another's page.
  private void refuseOthers(Request request) {
    if (origin.isAskedByAnother(request.headers())) {
      throw Refusal.of(403, "The request does not come from a page of this server.");
    }
  }
}
