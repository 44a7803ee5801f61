package dev.feedwarden.api;

import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.SourcesElsewhere;
import dev.feedwarden.store.Unavailable;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import io.javalin.util.JavalinBindException;
import java.time.Duration;
import java.util.List;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.MinimumDataRateHandler;

/** The one listener: HTTP/1.1 on virtual threads, with a bound for everything that comes in. */
public final class Server implements AutoCloseable {
  private static final Duration IDLE = Duration.ofSeconds(20);
  private static final Duration HEAD = Duration.ofSeconds(10);
  private static final Duration GOODBYE = Duration.ofSeconds(5);
  private static final int LARGEST_HEAD = 16 << 10;
  private static final int LEAST_BYTES_A_SECOND = 100;
  private static final int MOST_CONNECTIONS = 2_000;
  private static final int MOST_WAITING = 512;

  private final Javalin javalin;

  private Server(Javalin javalin) {
    this.javalin = javalin;
  }

  /** Where to listen. */
  public record Place(String host, int port) {
    @Override
    public String toString() {
      return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
  }

  /** Begins to listen; a place that cannot be had is the operator's mistake. */
  static Server start(Place place, List<Route> routes, Door door) {
    var javalin = Javalin.create(config -> configure(config, place, routes, door));
    try {
      return new Server(javalin.start());
    } catch (JavalinBindException taken) {
      throw new OperatorMistake(
          "LISTEN: " + place + " cannot be listened on; is another process there already?");
    }
  }

  private static void configure(JavalinConfig config, Place place, List<Route> routes, Door door) {
    config.concurrency.useVirtualThreads = true;
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.http.prefer405over404 = true;
    config.http.generateEtags = false;
    config.router.ignoreTrailingSlashes = false;
    config.router.caseInsensitiveRoutes = false;
    config.router.treatMultipleSlashesAsSingleSlash = false;
    config.router.javaLangErrorHandler(Problems::ourFault);
    config.jetty.modifyHttpConfiguration(Server::harden);
    config.jetty.addConnector((server, http) -> connector(server, http, place));
    config.jetty.modifyServer(
        server -> {
          server.setStopTimeout(GOODBYE.toMillis());
          server.setErrorHandler(new BareErrors());
          server.setHandler(new MinimumDataRateHandler(LEAST_BYTES_A_SECOND, 0));
          server.addBean(new NetworkConnectionLimit(MOST_CONNECTIONS, server));
        });
    config.jetty.modifyServletContextHandler(context -> context.setErrorHandler(new BareErrors()));
    config.routes.before(door::greet);
    config.routes.after(door::part);
    for (var route : routes) {
      var verb = HandlerType.findOrCreate(route.verb().name());
      config.routes.addHttpHandler(verb, route.path(), ctx -> door.through(route, ctx));
      if (route.verb() == Route.Verb.GET) {
        config.routes.addHttpHandler(
            HandlerType.HEAD, route.path(), ctx -> door.through(route, ctx));
      }
    }
    config.routes.exception(Refusal.class, Problems::tell);
    config.routes.exception(SourcesElsewhere.class, Problems::tell);
    config.routes.exception(Unavailable.class, Problems::tell);
    config.routes.exception(HttpResponseException.class, Problems::tell);
    config.routes.exception(Exception.class, Problems::ourFault);
  }

  private static void harden(HttpConfiguration http) {
    http.setSendServerVersion(false);
    http.setSendXPoweredBy(false);
    http.setRequestHeaderSize(LARGEST_HEAD);
    http.setHttpCompliance(HttpCompliance.RFC9110);
    http.setUriCompliance(UriCompliance.UNSAFE); // the door refuses all that is not plain
  }

  private static ServerConnector connector(
      org.eclipse.jetty.server.Server server, HttpConfiguration http, Place place) {
    var connector = new ServerConnector(server, new HttpConnectionFactory(http));
    connector.setHost(place.host());
    connector.setPort(place.port());
    connector.setIdleTimeout(IDLE.toMillis());
    connector.setAcceptQueueSize(MOST_WAITING);
    connector.addBean(new HeadDeadline(connector.getScheduler(), HEAD));
    return connector;
  }

  /** The port that is listened on. */
  public int port() {
    return javalin.port();
  }

  /** Takes no more requests and lets those that are being answered end. */
  @Override
  public void close() {
    javalin.stop();
  }
}
