package dev.feedwarden.fetch;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.FetchResult.Unanswered;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.CauseTable;
import dev.feedwarden.policy.RetryAfter;
import dev.feedwarden.policy.RetryPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.jspecify.annotations.Nullable;

/** Fetches one URL: attempts, redirects and caps included; every failure is a value. */
public final class Fetcher implements AutoCloseable {
  private final FetchLimits limits;
  private final GuardedResolver resolver;
  private final CloseableHttpClient client;
  private final Attempt attempt;
  private final RandomGenerator dice;

  public Fetcher(
      OutboundGuard guard,
      FetchLimits limits,
      Identification identification,
      boolean verifyTls,
      RandomGenerator dice) {
    this.limits = limits;
    this.resolver = new GuardedResolver(guard, limits.attempt());
    this.client = Transport.client(resolver, limits.attempt(), verifyTls);
    this.attempt = new Attempt(client, guard, limits, identification);
    this.dice = dice;
  }

  /** How we introduce ourselves. */
  public record Identification(String userAgent) {}

  /**
   * One fetch to be made.
   *
   * @param gap the least time between two requests to the host
   */
  public record Request(WebUrl url, Validators validators, RetryPolicy retries, Duration gap) {}

  /** Asks until there is an answer that another attempt would not better, or no time for one. */
  public FetchResult fetch(Request request) throws InterruptedException {
    var began = System.nanoTime();
    for (int made = 1; ; made++) {
      var left = limits.poll().minusNanos(System.nanoTime() - began);
      var result = attempt.run(request, made, shorter(limits.attempt(), left), began);
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
        yield pause(request, made, CauseTable.of(a.status()).retry(), told);
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

  @Override
  public void close() {
    try {
      client.close();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } finally {
      attempt.close();
      resolver.close();
    }
  }
}
