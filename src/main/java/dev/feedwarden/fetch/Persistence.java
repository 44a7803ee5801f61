package dev.feedwarden.fetch;

import dev.feedwarden.fetch.Fetcher.Request;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.FetchResult.Refrained;
import dev.feedwarden.model.FetchResult.Unanswered;
import dev.feedwarden.policy.CauseTable;
import dev.feedwarden.policy.Classification;
import dev.feedwarden.policy.RetryAfter;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Asks until there is an answer that another attempt would not better, or no time for one.
 *
 * @param longest what one attempt may take
 * @param inAll what all of them may take, the waits between them included
 */
public record Persistence(
    Once once, Duration longest, Duration inAll, Time time, RandomGenerator dice) {

  /** One attempt, however it is made. */
  public interface Once {
    /**
     * Asks once.
     *
     * @param number 1 for the first attempt
     * @param began the first attempt, by the time of these attempts
     */
    FetchResult ask(Request request, int number, Duration longest, long began)
        throws InterruptedException;
  }

  /** Asks as often as it takes. */
  public FetchResult fetch(Request request) throws InterruptedException {
    var began = time.nanos();
    for (int made = 1; ; made++) {
      var result = once.ask(request, made, shorter(longest, inAll.minus(since(began))), began);
      var pause = pause(request, made, result);
      if (pause.isEmpty() || since(began).plus(pause.get()).compareTo(inAll) >= 0) {
        return result;
      }
      time.sleep(pause.get());
    }
  }

  private Duration since(long began) {
    return Duration.ofNanos(time.nanos() - began);
  }

  private Optional<Duration> pause(Request request, int made, FetchResult result) {
    return switch (result) {
      case Answered a when a.status() < 400 -> Optional.empty();
      case Answered a -> {
        var told = RetryAfter.of(a.headers(), Instant.now()).orElse(null);
        yield pause(request, made, Classification.row(a).retry(), told);
      }
      case Refrained _ -> Optional.empty();
      case Unanswered(var cause, _) -> pause(request, made, CauseTable.of(cause).retry(), null);
    };
  }

  private Optional<Duration> pause(
      Request request, int made, CauseTable.Retry retry, @Nullable Duration told) {
    return request.retries().waitAfter(made, retry, told, request.gap(), dice.nextDouble());
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }
}
