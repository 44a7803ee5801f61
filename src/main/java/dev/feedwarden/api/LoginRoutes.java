package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.thing;

import dev.feedwarden.api.Route.Body;
import dev.feedwarden.api.Route.Output;
import dev.feedwarden.api.auth.Sessions;
import dev.feedwarden.api.pages.DoorPages;
import dev.feedwarden.api.pages.Html;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a person's browser gets its cookie, and loses it. */
final class LoginRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(LoginRoutes.class);
  private static final Shape.Thing LOGIN =
      thing("Login", "token?", text(8_192), "code?", text(200));

  private static final String REFUSED = "The token or code is not valid.";
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final int LARGEST_FORM = 16 << 10;

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
        Route.get("/login", Rule.OPEN, "The page to log in on.", _ -> page(null))
            .answers(new Output(200, "text/html", null)),
        Route.post("/login", Rule.OPEN, "Get a cookie for a token or a one-time code.", this::login)
            .takes(LOGIN),
        Route.post("/login/form", Rule.OPEN, "The same by that page's form.", this::byForm)
            .takes(new Body(List.of(FORM), LARGEST_FORM, null, false))
            .answers(new Output(303, "text/html", null)),
        Route.post("/logout", Rule.OPEN, "Drop the cookie.", this::logout));
  }

  private static Answer page(@Nullable String problem) {
    return Answer.text(Html.TYPE, DoorPages.login(problem));
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
      refused(request);
      throw Refusal.of(401, REFUSED);
    }
    guesses.succeeded(address);
    return Answer.nothing().with("Set-Cookie", cookie.get());
  }

  private Answer byForm(Request request) {
    refuseOthers(request);
    var address = ClientAddress.key(request.from().address());
    guesses.admit(address);
    var cookie = sessions.byToken(Form.of(request).text("token").strip());
    if (cookie.isEmpty()) {
      refused(request);
      return page(REFUSED);
    }
    guesses.succeeded(address);
    return Html.seeOther("/").with("Set-Cookie", cookie.get());
  }

  private void refused(Request request) {
    guesses.failed(ClientAddress.key(request.from().address()));
    LOG.atWarn()
        .addKeyValue("address", request.from().address().getHostAddress())
        .log("login refused");
  }

  private Answer logout(Request request) {
    refuseOthers(request);
    var answer = Asked.isForPage(request.headers()) ? Html.seeOther("/login") : Answer.nothing();
    return answer.with("Set-Cookie", sessions.ended());
  }

  // Nobody is logged in or out by another's page.
  private void refuseOthers(Request request) {
    if (origin.isAskedByAnother(request.headers())) {
      throw Refusal.of(403, "The request does not come from a page of this server.");
    }
  }
}
