package dev.feedwarden.fetch;

import dev.feedwarden.model.Condition;
import dev.feedwarden.model.Credentials;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.RetryPolicy;
import java.net.InetAddress;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/** Fetches one URL: attempts, redirects and caps included; every failure is a value. */
public final class Fetcher implements AutoCloseable {
  private final GuardedResolver resolver;
  private final CloseableHttpClient client;
  private final Exchange exchange;
  private final Persistence persistence;

  public Fetcher(
      OutboundGuard guard,
      FetchLimits limits,
      Identification identification,
      Route route,
      Time time,
      RandomGenerator dice) {
    this(guard, limits, identification, route, Onlooker.NONE, time, dice);
  }

  /** The same, and somebody keeps the books. */
  public Fetcher(
      OutboundGuard guard,
      FetchLimits limits,
      Identification identification,
      Route route,
      Onlooker onlooker,
      Time time,
      RandomGenerator dice) {
    this(guard, limits, identification, route, time, dice, InetAddress::getAllByName, onlooker);
  }

  Fetcher(
      OutboundGuard guard,
      FetchLimits limits,
      Identification identification,
      Route route,
      Time time,
      RandomGenerator dice,
      Lookup lookup) {
    this(guard, limits, identification, route, time, dice, lookup, Onlooker.NONE);
  }

  private Fetcher(
      OutboundGuard guard,
      FetchLimits limits,
      Identification identification,
      Route route,
      Time time,
      RandomGenerator dice,
      Lookup lookup,
      Onlooker onlooker) {
    var proxy = route.proxy();
    this.resolver = new GuardedResolver(proxy == null ? guard : guard.with(proxy), lookup);
    this.client = Transport.client(resolver, limits, route);
    this.exchange = new Exchange(client, guard, limits.bytes(), identification, onlooker);
    var attempt = new Attempt(exchange, limits.redirects());
    this.persistence =
        new Persistence(
            (request, number, longest, began) ->
                attempt.run(request, number, Deadline.in(longest), began),
            limits.attempt(),
            limits.poll(),
            time,
            dice);
  }

  /**
   * What lies between us and a server.
   *
   * @param proxy through which everything goes; where it connects to is then its own business
   */
  public record Route(Trust trust, @Nullable WebUrl proxy) {
    public static final Route DIRECT = new Route(Trust.inPublic(), null);
  }

  /** How we introduce ourselves. */
  public record Identification(String userAgent) {
    public Identification {
      if (!Fitness.isFit(userAgent)) {
        throw new IllegalArgumentException("a user agent is a line of printable ASCII");
      }
    }
  }

  /**
   * One fetch to be made.
   *
   * @param credentials sent to the URL's own origin only
   * @param gap the least time between two requests to the host
   * @param hops whom to ask before another host is
   */
  public record Request(
      WebUrl url,
      Purpose purpose,
      Condition condition,
      @Nullable Credentials credentials,
      RetryPolicy retries,
      Duration gap,
      Hops hops) {

    /** A request for a feed. */
    public Request(
        WebUrl url,
        Condition condition,
        @Nullable Credentials credentials,
        RetryPolicy retries,
        Duration gap,
        Hops hops) {
      this(url, Purpose.FEED, condition, credentials, retries, gap, hops);
    }

    /** A request that may lead anywhere. */
    public Request(
        WebUrl url,
        Condition condition,
        @Nullable Credentials credentials,
        RetryPolicy retries,
        Duration gap) {
      this(url, condition, credentials, retries, gap, Hops.FREE);
    }

    /** A request for what anybody may read. */
    public Request(WebUrl url, Validators validators, RetryPolicy retries, Duration gap) {
      this(url, new Condition(validators, null), null, retries, gap);
    }
  }

  /**
   * Asks until there is an answer that another attempt would not better, or no time for one. On a
   * virtual thread an interrupt ends it at once, on a platform thread after the silence in hand.
   */
  public FetchResult fetch(Request request) throws InterruptedException {
    return persistence.fetch(request);
  }

  /** Ends what is under way, and every thread. */
  @Override
  public void close() {
    client.close(CloseMode.IMMEDIATE);
    exchange.close();
    resolver.close();
  }
}
