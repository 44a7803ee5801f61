package dev.feedwarden.fetch;

import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.FetchResult.Unanswered;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.RetryPolicy;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Fetchers that may ask loopback and throw no dice, and what came of a fetch in a word. */
final class Fetching {
  static final FetchLimits SHORT =
      new FetchLimits(Duration.ofSeconds(1), Duration.ofSeconds(6), 3, 2 << 20);

  private Fetching() {}

  /** Lets these ranges through and nothing else that is special. */
  static OutboundGuard allowing(String... ranges) {
    return new OutboundGuard(
        List.of(ranges).stream().map(AddressRange::of).toList(), Set.of(), List.of(), Set.of());
  }

  static Fetcher fetcher(FetchLimits limits) {
    return fetcher(limits, allowing("127.0.0.0/8"), InetAddress::getAllByName);
  }

  static Fetcher fetcher(FetchLimits limits, OutboundGuard guard, Lookup lookup) {
    return new Fetcher(
        guard,
        limits,
        new Fetcher.Identification("Test/1"),
        Fetcher.Route.DIRECT,
        Time.MACHINE,
        () -> 0L,
        lookup);
  }

  /** Asked once, unconditionally. */
  static Fetcher.Request once(String url) {
    return once(url, Validators.NONE);
  }

  static Fetcher.Request once(String url, Validators validators) {
    return new Fetcher.Request(WebUrl.of(url), validators, RetryPolicy.ONCE, Duration.ZERO);
  }

  /** Asked up to three times, with waits of 50 and 100 ms. */
  static Fetcher.Request patiently(String url) {
    var retries = new RetryPolicy(3, Duration.ofMillis(50), Duration.ZERO);
    return new Fetcher.Request(WebUrl.of(url), Validators.NONE, retries, Duration.ZERO);
  }

  /** The status as a number, or the cause. */
  static String end(FetchResult result) {
    return switch (result) {
      case Answered answered -> Integer.toString(answered.status());
      case Unanswered(var cause, _) -> cause.name();
      case FetchResult.Refrained _ -> "refrained";
    };
  }

  /** A fetcher that believes some authorities beside the public ones; names lead to 127.0.0.1. */
  static Fetcher trusting(List<Authority> authorities, FetchLimits limits) {
    var own = authorities.stream().map(Authority::certificate).toList();
    return new Fetcher(
        allowing("127.0.0.0/8"),
        limits,
        new Fetcher.Identification("Test/1"),
        new Fetcher.Route(new Trust.Authorities(own), null),
        Time.MACHINE,
        () -> 0L,
        _ -> new InetAddress[] {InetAddress.ofLiteral("127.0.0.1")});
  }
}
