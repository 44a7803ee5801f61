package dev.feedwarden.api;

import dev.feedwarden.api.auth.KeyRing;
import dev.feedwarden.api.auth.Sessions;
import dev.feedwarden.api.auth.TokenRules;
import dev.feedwarden.api.auth.Tokens;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.RevokedTokens;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The API of one process: its routes, whom they are for, and the listener. */
public final class Api implements AutoCloseable {
  private final Sessions sessions;
  private final List<Route> routes;
  private final Server server;
  private final CountDownLatch closing;

  private Api(Sessions sessions, List<Route> routes, Server server, CountDownLatch closing) {
    this.sessions = sessions;
    this.routes = routes;
    this.server = server;
    this.closing = closing;
  }

  /**
   * What the operator decides.
   *
   * @param publicUrl how people reach us, where that is not the place itself
   * @param callers who is let in
   * @param proxies whose word about a client's address is taken
   * @param rate requests that one caller may make in a minute
   */
  public record Setup(
      Server.Place place,
      @Nullable WebUrl publicUrl,
      Callers callers,
      Predicate<InetAddress> proxies,
      int rate) {}

  /**
   * Whom we know.
   *
   * @param publicRead whether reading needs no token
   */
  public record Callers(KeyRing keys, TokenRules rules, boolean publicRead) {}

  /** How much of it a process shows. */
  public enum Face {
    WHOLE,
    /** How it is, and its numbers. */
    VITALS
  }

  /** Begins to listen. */
  public static Api start(Setup setup, Parts parts, InstantSource clock, Face face) {
    var callers = setup.callers();
    var secure = setup.publicUrl() != null && setup.publicUrl().scheme().equals("https");
    var revoked = new Revoked(new RevokedTokens(parts.database()));
    var tokens = new Tokens(callers.keys(), callers.rules(), clock, revoked);
    var sessions = new Sessions(tokens, secure);
    var limits = new Limits(setup.rate());
    var origin = new OwnOrigin(setup.publicUrl());
    var closing = new CountDownLatch(1);
    var login = new LoginRoutes(sessions, new Guesses(clock), origin);
    var routes =
        switch (face) {
          case WHOLE -> RouteTable.of(parts, login, limits, closing);
          case VITALS -> RouteTable.ofVitals(parts);
        };
    var door =
        new Door(
            new Identity(tokens, sessions, origin, callers.publicRead()),
            limits,
            new ClientAddress(setup.proxies()),
            OwnNames.of(setup.place(), setup.publicUrl()),
            new Repeats(parts.database()),
            parts.vitals().metrics());
    return new Api(sessions, routes, Server.start(setup.place(), routes, door), closing);
  }

  public int port() {
    return server.port();
  }

  List<Route> routes() {
    return routes;
  }

  /** What follows our address in a link that logs its reader in, once. */
  public String loginLink() {
    return "/login#code=" + sessions.newCode();
  }

  @Override
  public void close() {
    closing.countDown(); // streams would not end by themselves
    server.close();
  }
}
