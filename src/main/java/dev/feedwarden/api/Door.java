package dev.feedwarden.api;

import dev.feedwarden.api.Request.From;
import io.javalin.http.Context;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** What every request goes through, in this order, before a handler sees it. */
final class Door {
  private static final Logger LOG = LoggerFactory.getLogger(Door.class);
  private static final String OVERRIDE = "X-HTTP-Method-Override"; // Javalin would obey it
  private static final String REQUEST_ID = "request_id";
  private static final String BEGAN = "began";
  private static final String ROUTE = "route";
  // No address of ours needs an escape, so none can be spelt in two ways.
  private static final Pattern PLAIN =
      Pattern.compile("/|(?:/(?!\\.{1,2}(?:/|$))[A-Za-z0-9._~-]+)+");

  private final Identity identity;
  private final Limits limits;
  private final ClientAddress addresses;
  private final OwnNames names;
  private final Repeats repeats;
  private final Metrics metrics;

  Door(
      Identity identity,
      Limits limits,
      ClientAddress addresses,
      OwnNames names,
      Repeats repeats,
      Metrics metrics) {
    this.identity = identity;
    this.limits = limits;
    this.addresses = addresses;
    this.names = names;
    this.repeats = repeats;
    this.metrics = metrics;
  }

  /** Greets a request, whether or not there is a route for it. */
  void greet(Context ctx) {
    var id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    ctx.attribute(REQUEST_ID, id);
    ctx.attribute(BEGAN, System.nanoTime());
    MDC.put(REQUEST_ID, id);
    ctx.header("X-Request-Id", id);
    SafeHeaders.ALL.forEach(ctx::header);
    limits.count(ClientAddress.key(address(ctx)));
    if (!PLAIN.matcher(ctx.req().getRequestURI()).matches()) {
      throw Refusal.notFound();
    }
    if (!names.isOurs(ctx.header("Host"))) {
      throw Refusal.of(421, "This server is not known by that name; see PUBLIC_URL.");
    }
    if (ctx.header(OVERRIDE) != null) {
      throw Refusal.of(405, "A method cannot be overridden.");
    }
  }

  /** Lets a request go, however it ended. */
  void part(Context ctx) {
    var began = ctx.<Long>attribute(BEGAN);
    var route = ctx.<Route>attribute(ROUTE);
    if (began != null) {
      metrics.answered(
          route == null ? "other" : route.verb().name(),
          route == null ? "other" : route.path(),
          ctx.statusCode(),
          Duration.ofNanos(System.nanoTime() - began));
    }
    MDC.clear();
  }

  static String requestId(Context ctx) {
    var id = ctx.<String>attribute(REQUEST_ID);
    return id == null ? "" : id;
  }

  /** Lets a request through to its route, and the answer out. */
  void through(Route route, Context ctx) throws InterruptedException, IOException {
    ctx.attribute(ROUTE, route);
    var caller = identity.admitted(ctx, route);
    var who = caller == null ? ClientAddress.key(address(ctx)) : "token " + caller.subject();
    if (caller != null) {
      limits.count(who);
    }
    if (route.rule().dear()) {
      limits.dear(who);
    }
    var request =
        new Request(
            new From(caller, address(ctx)),
            path(route, ctx),
            Incoming.queries(route, ctx),
            name -> Optional.ofNullable(ctx.header(name)),
            Incoming.payload(route, ctx));
    var handler = route.traffic().onceAKey() ? repeats.once(route) : route.handler();
    var answer = limits.inTurn(route, handler, request);
    send(answer, ctx);
    if (route.verb() != Route.Verb.GET) {
      LOG.atInfo()
          .addKeyValue("route", route.toString())
          .addKeyValue("status", answer.status())
          .addKeyValue("by", request.who())
          .log("request");
    }
  }

  private static Map<String, String> path(Route route, Context ctx) {
    var values = new LinkedHashMap<String, String>();
    route.variables().forEach(name -> values.put(name, ctx.pathParam(name)));
    return values;
  }

  private InetAddress address(Context ctx) {
    var peer =
        ClientAddress.literal(ctx.req().getRemoteAddr()).orElseGet(InetAddress::getLoopbackAddress);
    return addresses.of(peer, Collections.list(ctx.req().getHeaders("X-Forwarded-For")));
  }

  private static void send(Answer answer, Context ctx) throws InterruptedException, IOException {
    ctx.status(answer.status());
    answer.headers().forEach(ctx::header);
    switch (answer.content()) {
      case Answer.Content.Nothing() -> {}
      case Answer.Content.Text(var type, var text) -> ctx.contentType(type).result(text);
      case Answer.Content.Live(var type, var writer) -> {
        ctx.attribute(BEGAN, null); // it lasts as long as its reader likes
        ctx.contentType(type);
        writer.write(ctx.res().getOutputStream());
      }
    }
  }
}
