package dev.feedwarden.api;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Who failed to log in waits, twice as long after each further failure. */
final class Guesses {
  private static final int FREE = 5;
  private static final Duration FIRST = Duration.ofSeconds(15);
  private static final Duration LONGEST = Duration.ofMinutes(15);
  private static final int MOST_ADDRESSES = 10_000;

  private final InstantSource clock;
  private final Cache<String, Failures> failures =
      Caffeine.newBuilder()
          .maximumSize(MOST_ADDRESSES)
          .expireAfterWrite(LONGEST.multipliedBy(4))
          .build();

  Guesses(InstantSource clock) {
    this.clock = clock;
  }

  private record Failures(int count, Instant until) {
    Failures next(Instant now) {
      var more = Math.min(count + 1, FREE + 16);
      var wait = more < FREE ? Duration.ZERO : FIRST.multipliedBy(1L << (more - FREE));
      return new Failures(more, now.plus(wait.compareTo(LONGEST) < 0 ? wait : LONGEST));
    }
  }

  /** Refuses an address that must wait, whether or not it would be right this time. */
  void admit(String address) {
    var before = failures.getIfPresent(address);
    var now = clock.instant();
    if (before != null && before.until().isAfter(now)) {
      throw Limits.tooMany(Duration.between(now, before.until()));
    }
  }

  void failed(String address) {
    failures.asMap().compute(address, (_, before) -> next(before));
  }

  private Failures next(@Nullable Failures before) {
    var now = clock.instant();
    return (before == null ? new Failures(0, now) : before).next(now);
  }

  void succeeded(String address) {
    failures.invalidate(address);
  }
}
