package dev.feedwarden.app;

import dev.feedwarden.api.Api;
import dev.feedwarden.api.Metrics;
import dev.feedwarden.api.Parts;
import dev.feedwarden.api.Vitals;
import dev.feedwarden.api.auth.TokenRules;
import dev.feedwarden.deliver.Addressee;
import dev.feedwarden.deliver.Couriers;
import dev.feedwarden.deliver.Verdict;
import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Policy;
import dev.feedwarden.policy.RetryPolicy;
import dev.feedwarden.poll.Diagnosis;
import dev.feedwarden.poll.Discovery;
import dev.feedwarden.poll.Pulse;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Deliveries;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/** Puts together what shows the service to people and programs. */
public final class Faces {
  private Faces() {}

  /** The keys of the API's tokens. */
  public static TokenKeys tokenKeys(Config config) {
    Wiring.makeDataDir(config);
    return TokenKeys.of(config);
  }

  /** The API of a running service; nothing if the operator wants none. */
  public static Optional<Api> api(
      LiveConfig live, Database database, Fetcher fetcher, Vitals vitals) {
    return api(live.atStart(), live.map(Wiring::policy), database, fetcher, vitals);
  }

  /** The same under a policy of its own. */
  public static Optional<Api> api(
      Config config, Supplier<Policy> policy, Database database, Fetcher fetcher, Vitals vitals) {
    if (!(config.api().listen() instanceof Listen.At(var place))) {
      return Optional.empty();
    }
    var proxies = config.api().proxies();
    var setup =
        new Api.Setup(
            place,
            config.api().publicUrl(),
            new Api.Callers(
                tokenKeys(config).ring(), tokenRules(config), config.api().publicRead()),
            address -> proxies.stream().anyMatch(proxy -> proxy.range().contains(address)),
            config.api().rate());
    var parts =
        new Parts(
            database,
            policy,
            WayOut.admission(config),
            credentials -> Wiring.vault(config).lock(credentials),
            new Asking(
                fetcher,
                WayOut.gap(config),
                WayOut.retries(config),
                Wiring.policy(config),
                new Telling(config, Destinations.named(config), database)),
            vitals);
    return Optional.of(Api.start(setup, parts, InstantSource.system()));
  }

  /** What tells how the service is. */
  public static Vitals vitals(
      Config config,
      Metrics metrics,
      String version,
      Map<String, Pulse> pulses,
      Couriers couriers) {
    var loops = new LinkedHashMap<String, BooleanSupplier>();
    pulses.forEach(
        (name, pulse) -> {
          loops.put(name, pulse::isAlive);
          metrics.watch(name, pulse);
        });
    loops.put("deliver", couriers::isAlive);
    return new Vitals(loops, version, metrics, config.api().metricsPublic());
  }

  /** What the API's tokens must say. */
  public static TokenRules tokenRules(Config config) {
    var jwt = config.api().jwt();
    return new TokenRules(jwt.issuer(), jwt.audience(), jwt.longestLife());
  }

  private record Asking(
      Fetcher fetcher,
      Function<WebUrl, Duration> gap,
      RetryPolicy retries,
      Policy policy,
      Telling telling)
      implements Parts.Outbound {
    @Override
    public Discovery.Findings discover(WebUrl page) throws InterruptedException {
      return Discovery.of(page, fetcher, gap);
    }

    @Override
    public Diagnosis test(WebUrl feed) throws InterruptedException {
      return Diagnosis.of(feed, fetcher, retries, policy);
    }

    @Override
    public Optional<Verdict> tell(String destination, Instant now) throws InterruptedException {
      return telling.with(destination, one -> one.test(now));
    }

    @Override
    public Optional<Verdict> again(String destination, Deliveries.Buried letter)
        throws InterruptedException {
      return telling.with(destination, one -> one.again(letter));
    }

    @Override
    public List<Addressee> named() {
      return telling.named();
    }

    @Override
    public String seal(String text) {
      return Wiring.vault(telling.config()).seal(text);
    }
  }
}
