package dev.feedwarden.app;

import dev.feedwarden.fetch.FetchLimits;
import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.fetch.Onlooker;
import dev.feedwarden.fetch.OutboundGuard;
import dev.feedwarden.fetch.Sender;
import dev.feedwarden.fetch.ThisMachine;
import dev.feedwarden.fetch.Time;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Admission;
import dev.feedwarden.policy.RetryPolicy;
import dev.feedwarden.store.remote.RemoteRegistry;
import java.time.Duration;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** Puts together what leaves for the network: where it may go, how often, how long. */
public final class WayOut {
  private static final Duration POLITE = Duration.ofSeconds(1);

  private WayOut() {}

  /** Where packets may go. */
  public static OutboundGuard guard(Config config) {
    var rules = config.fetch().guard();
    return new OutboundGuard(
        rules.allowed().stream()
            .filter(AddressRule.Range.class::isInstance)
            .map(AddressRule.Range.class::cast)
            .map(AddressRule.Range::range)
            .toList(),
        rules.allowed().stream()
            .filter(AddressRule.Endpoint.class::isInstance)
            .map(AddressRule.Endpoint.class::cast)
            .map(endpoint -> endpoint.host() + ":" + endpoint.port())
            .collect(Collectors.toSet()),
        rules.blocked().stream().map(AddressRule.Range::range).toList(),
        ThisMachine.addresses());
  }

  /** What may be registered. */
  public static Admission admission(Config config) {
    return new Admission(guard(config)::admits);
  }

  /** The one way out. */
  public static Fetcher fetcher(Config config) {
    return fetcher(config, Time.MACHINE);
  }

  /** The one way out, which waits between attempts by a given time. */
  public static Fetcher fetcher(Config config, Time time) {
    return fetcher(config, time, Onlooker.NONE);
  }

  /** The same, and somebody keeps the books. */
  public static Fetcher fetcher(Config config, Time time, Onlooker onlooker) {
    var limits = config.fetch().limits();
    return new Fetcher(
        guard(config),
        new FetchLimits(
            limits.attempt(),
            limits.poll(),
            limits.redirects(),
            Math.toIntExact(limits.response().bytes())),
        new Fetcher.Identification(config.fetch().userAgent()),
        new Fetcher.Route(
            Certificates.trust(config.fetch().transport()), config.fetch().transport().proxy()),
        onlooker,
        time,
        RandomGenerator.getDefault());
  }

  /** The one way out for messages. */
  public static Sender sender(Config config) {
    return new Sender(
        guard(config),
        new Fetcher.Identification(config.fetch().userAgent()),
        new Fetcher.Route(
            Certificates.trust(config.fetch().transport()), config.fetch().transport().proxy()));
  }

  /** The one way out to a registry, which may be where no feed may be. */
  static Sender sender(Config config, WebUrl registry) {
    return Sender.to(
        registry,
        guard(config),
        new Fetcher.Identification(config.fetch().userAgent()),
        new Fetcher.Route(
            Certificates.trust(config.fetch().transport()), config.fetch().transport().proxy()),
        RemoteRegistry.LARGEST_ANSWER);
  }

  /** The least time between two requests to a URL's host. */
  public static Function<WebUrl, Duration> gap(Config config) {
    var guard = guard(config);
    var least = config.schedule().hostMinGap();
    // No gap at all is only for addresses that the operator vouches for.
    return url -> least.isZero() && !guard.vouchesFor(url) ? POLITE : least;
  }

  /** How often a poll asks again. */
  public static RetryPolicy retries(Config config) {
    var retry = config.fetch().retry();
    return new RetryPolicy(retry.attempts(), retry.base(), retry.jitter());
  }
}
