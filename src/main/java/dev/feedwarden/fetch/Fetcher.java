package dev.feedwarden.fetch;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.Condition;
import dev.feedwarden.model.Credentials;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.FetchResult.Unanswered;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.CauseTable;
import dev.feedwarden.policy.Classification;
import dev.feedwarden.policy.RetryAfter;
import dev.feedwarden.policy.RetryPolicy;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/** Fetches one URL: attempts, redirects and caps included; every failure is a value. */
public final class Fetcher implements AutoCloseable {
  private final FetchLimits limits;
  private final GuardedResolver resolver;
  private final CloseableHttpClient client;
  private final Exchange exchange;
  private final Attempt attempt;
  private final RandomGenerator dice;

  public Fetcher(
      OutboundGuard guard,
      FetchLimits limits,
      Identification identification,
      Route route,
      RandomGenerator dice) {
    this(guard, limits, identification, route, dice, InetAddress::getAllByName);
  }

  Fetcher(
      OutboundGuard guard,
      FetchLimits limits,
      Identification identification,
      Route route,
      RandomGenerator dice,
      Lookup lookup) {
    this.limits = limits;
    var proxy = route.proxy();
    this.resolver = new GuardedResolver(proxy == null ? guard : guard.withProxy(proxy), lookup);
    this.client = Transport.client(resolver, limits, route);
    this.exchange = new Exchange(client, guard, limits.bytes(), identification);
    this.attempt = new Attempt(exchange, limits.redirects());
    this.dice = dice;
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
   */
  public record Request(
      WebUrl url,
      Condition condition,
      @Nullable Credentials credentials,
      RetryPolicy retries,
      Duration gap) {

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
    var began = System.nanoTime();
    for (int made = 1; ; made++) {
      var left = limits.poll().minusNanos(System.nanoTime() - began);
      var result = attempt.run(request, made, Deadline.in(shorter(limits.attempt(), left)), began);
      var pause = pause(request, made, result);
      var spent = Duration.ofNanos(System.nanoTime() - began);
      if (pause.isEmpty() || spent.plus(pause.get()).compareTo(limits.poll()) >= 0) {
        return result;
      }
      Thread.sleep(pause.get());
    }
  }

  private Optional<Duration> pause(Request request, int made, FetchResult result) {
    return switch (result) {
      case Answered a when a.status() < 400 -> Optional.empty();
      case Answered a -> {
        var told = RetryAfter.of(a.headers(), Instant.now()).orElse(null);
        yield pause(request, made, Classification.row(a).retry(), told);
      }
      case Unanswered(Cause cause, _) -> pause(request, made, CauseTable.of(cause).retry(), null);
    };
  }

  private Optional<Duration> pause(
      Request request, int made, CauseTable.Retry retry, @Nullable Duration told) {
    return request.retries().waitAfter(made, retry, told, request.gap(), dice.nextDouble());
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  /** Ends what is under way, and every thread. */
  @Override
  public void close() {
    client.close(CloseMode.IMMEDIATE);
    exchange.close();
    resolver.close();
  }
}
