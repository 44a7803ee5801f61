package dev.feedwarden.api;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** How much one caller may ask of us, and of others through us; bounded however many there are. */
final class Limits {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final int MOST_CALLERS = 10_000;
  private static final int LEAST_BURST = 20;
  private static final int DEAR_A_MINUTE = 10;
  private static final int DEAR_AT_ONCE = 4;
  private static final int AT_ONCE = 32;
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final int rate;
  private final TimeMeter time;
  private final Semaphore dear = new Semaphore(DEAR_AT_ONCE, true);
  private final Semaphore reading = new Semaphore(AT_ONCE, true);
  private final Semaphore writing = new Semaphore(AT_ONCE, true);
  private final Cache<String, Bucket> buckets =
      Caffeine.newBuilder()
          .maximumSize(MOST_CALLERS)
          .expireAfterAccess(MINUTE.multipliedBy(10))
          .build();

  /**
   * @param rate requests that one caller may make in a minute
   */
  Limits(int rate) {
    this(rate, TimeMeter.SYSTEM_NANOTIME);
  }

  Limits(int rate, TimeMeter time) {
    this.rate = rate;
    this.time = time;
  }

  /** How many callers are remembered. */
  long callers() {
    buckets.cleanUp();
    return buckets.estimatedSize();
  }

  /** Counts one request of a caller. */
  void count(String caller) {
    // A sixth of a minute's worth at once, so that a page of a dashboard is not cut short.
    take(caller, Math.max(LEAST_BURST, rate / 6), rate);
  }

  /** Counts something that a third party feels, for the caller and for that party. */
  void dear(String caller) {
    take("dear " + caller, DEAR_A_MINUTE, DEAR_A_MINUTE);
  }

  private void take(String key, long burst, long perMinute) {
    var bucket = buckets.get(key, _ -> bucket(burst, perMinute));
    var probe = bucket.tryConsumeAndReturnRemaining(1);
    if (!probe.isConsumed()) {
      throw tooMany(Duration.ofNanos(probe.getNanosToWaitForRefill()));
    }
  }

  private Bucket bucket(long burst, long perMinute) {
    return Bucket.builder()
        .withCustomTimePrecision(time)
        .addLimit(limit -> limit.capacity(burst).refillGreedy(perMinute, MINUTE))
        .build();
  }

  /**
   * Does what a route is for, after those who came before. Whoever would wait long is told so at
   * once: a queue for the database's few connections only grows. What is open to all needs none of
   * them, and tells how we are when nothing else can.
   */
  Answer inTurn(Route route, Route.Handler handler, Request request) throws InterruptedException {
    if (route.rule().equals(Rule.OPEN)) {
      return handler.handle(request);
    }
    var turns = route.rule().dear() ? dear : route.verb() == Route.Verb.GET ? reading : writing;
    if (!turns.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      throw route.rule().dear() ? tooMany(PATIENCE) : busy();
    }
    try {
      return handler.handle(request);
    } finally {
      turns.release();
    }
  }

  private static Refusal busy() {
    return Refusal.of(503, "Too much is being done at once; come back later.")
        .with("Retry-After", String.valueOf(PATIENCE.toSeconds()));
  }

  static Refusal tooMany(Duration wait) {
    return Refusal.of(429, "Too many requests; come back later.")
        .with("Retry-After", String.valueOf(Math.max(1, wait.plusMillis(999).toSeconds())));
  }
}
