package dev.feedwarden.app;

import dev.feedwarden.api.Api;
import dev.feedwarden.api.Parts;
import dev.feedwarden.api.Vitals;
import dev.feedwarden.api.auth.TokenRules;
import dev.feedwarden.deliver.Addressee;
import dev.feedwarden.deliver.Verdict;
import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Policy;
import dev.feedwarden.policy.RetryPolicy;
import dev.feedwarden.poll.Diagnosis;
import dev.feedwarden.poll.Discovery;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Deliveries;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
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
    var told = vitals.configured(() -> configured(live.shown()));
    return api(live.atStart(), live.map(Wiring::policy), database, fetcher, told);
  }

  /** Settings as the dashboard shows them. */
  public static List<Vitals.Configured> configured(List<Setting.Shown> settings) {
    return settings.stream()
        .map(
            one ->
                new Vitals.Configured(
                    one.name(),
                    one.value(),
                    one.origin() instanceof Origin.Default ? "" : one.origin().label(),
                    one.meaning()))
        .toList();
  }

  /** What a worker shows of itself: how it is, and its numbers. */
  public static Optional<Api> vitals(
      LiveConfig live, Database database, Fetcher fetcher, Vitals vitals) {
    var policy = live.map(Wiring::policy);
    return api(live.atStart(), policy, database, fetcher, vitals, Api.Face.VITALS);
  }

  /** The same under a policy of its own. */
  public static Optional<Api> api(
      Config config, Supplier<Policy> policy, Database database, Fetcher fetcher, Vitals vitals) {
    return api(config, policy, database, fetcher, vitals, Api.Face.WHOLE);
  }

  private static Optional<Api> api(
      Config config,
      Supplier<Policy> policy,
      Database database,
      Fetcher fetcher,
      Vitals vitals,
      Api.Face face) {
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
    return Optional.of(Api.start(setup, parts, InstantSource.system(), face));
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
