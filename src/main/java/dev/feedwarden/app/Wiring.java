package dev.feedwarden.app;

import dev.feedwarden.api.Api;
import dev.feedwarden.api.Metrics;
import dev.feedwarden.api.Parts;
import dev.feedwarden.api.Vitals;
import dev.feedwarden.api.auth.TokenRules;
import dev.feedwarden.deliver.Couriers;
import dev.feedwarden.deliver.Destination;
import dev.feedwarden.fetch.Domains;
import dev.feedwarden.fetch.FetchLimits;
import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.fetch.OutboundGuard;
import dev.feedwarden.fetch.Sender;
import dev.feedwarden.fetch.ThisMachine;
import dev.feedwarden.fetch.Time;
import dev.feedwarden.fetch.Vault;
import dev.feedwarden.model.Lanes;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.Admission;
import dev.feedwarden.policy.Cells;
import dev.feedwarden.policy.Common;
import dev.feedwarden.policy.HostHealth;
import dev.feedwarden.policy.HostPace;
import dev.feedwarden.policy.Policy;
import dev.feedwarden.policy.RetryPolicy;
import dev.feedwarden.policy.Schedule;
import dev.feedwarden.policy.StartRate;
import dev.feedwarden.poll.Batch;
import dev.feedwarden.poll.CommitQueue;
import dev.feedwarden.poll.Crossing;
import dev.feedwarden.poll.Diagnosis;
import dev.feedwarden.poll.Discovery;
import dev.feedwarden.poll.Housekeeper;
import dev.feedwarden.poll.Loop;
import dev.feedwarden.poll.Poller;
import dev.feedwarden.poll.Pulse;
import dev.feedwarden.poll.Reach;
import dev.feedwarden.poll.Tally;
import dev.feedwarden.poll.Witness;
import dev.feedwarden.poll.Workshop;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Articles;
import dev.feedwarden.store.BatchQueue;
import dev.feedwarden.store.Commits;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.HopQueue;
import dev.feedwarden.store.HostFeeds;
import dev.feedwarden.store.HostQueue;
import dev.feedwarden.store.LaneTable;
import dev.feedwarden.store.Registry;
import dev.feedwarden.store.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts the parts together, by hand. */
public final class Wiring {
  private static final Logger LOG = LoggerFactory.getLogger(Wiring.class);
  private static final Duration POLITE = Duration.ofSeconds(1);
  private static final Duration CAREFUL = Duration.ofMinutes(10);

  private Wiring() {}

  /** The database of a configuration, opened and at the present schema. */
  public static Database database(Config config) {
    return database(config, Timing.NONE);
  }

  /** The same, and somebody is told how long transactions take. */
  public static Database database(Config config, Timing timing) {
    makeDataDir(config);
    var database = config.database();
    var pool = database.pool();
    return Database.open(
        new Access(
            database.url().value(),
            database.user(),
            database.password() == null ? null : database.password().value(),
            new Access.Pool(pool.idle(), pool.max(), pool.patience(), pool.lifetime())),
        timing);
  }

  /** What locks and unlocks credentials. */
  public static Vault vault(Config config) {
    return new Vault(InstallationKey.of(config));
  }

  /** The keys of the API's tokens. */
  public static TokenKeys tokenKeys(Config config) {
    makeDataDir(config);
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
            admission(config),
            credentials -> vault(config).lock(credentials),
            new Asking(fetcher, gap(config), retries(config), policy(config)),
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
      Fetcher fetcher, Function<WebUrl, Duration> gap, RetryPolicy retries, Policy policy)
      implements Parts.Outbound {
    @Override
    public Discovery.Findings discover(WebUrl page) throws InterruptedException {
      return Discovery.of(page, fetcher, gap);
    }

    @Override
    public Diagnosis test(WebUrl feed) throws InterruptedException {
      return Diagnosis.of(feed, fetcher, retries, policy);
    }
  }

  // Only the default place is made for the operator; a place they named must exist.
  private static void makeDataDir(Config config) {
    var mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    try {
      if (!Files.isDirectory(config.dataDir())) {
        Files.createDirectories(config.dataDir(), mode);
      }
    } catch (IOException refused) {
      throw new OperatorMistake("DATA_DIR: the folder " + config.dataDir() + " cannot be made.");
    }
  }

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

  /** Who tells the destinations of a running service; nobody where there are none. */
  public static Couriers couriers(Config config, Database database) {
    if (config.deliver().isNobody()) {
      return new Couriers(List.of(), database, () -> {});
    }
    var sender = sender(config);
    return new Couriers(destinations(config, database, sender), database, sender::close);
  }

  /** All who are to be told; none if the operator names none. */
  public static List<Destination> destinations(Config config, Database database, Sender sender) {
    return new Destinations(config, database, sender).all();
  }

  /** What follows from failures. */
  public static Policy policy(Config config) {
    var common = new Common(config.policy().deactivateAfter(), config.policy().cells());
    return new Policy(
        common.over(config.policy().profile()),
        common,
        new Schedule(config.schedule().defaultInterval()),
        config.fetch().limits().retryAfter(),
        HostHealth.STANDARD);
  }

  /** How often a poll asks again. */
  public static RetryPolicy retries(Config config) {
    var retry = config.fetch().retry();
    return new RetryPolicy(retry.attempts(), retry.base(), retry.jitter());
  }

  /** A batch run's parts. */
  public static Batch batch(
      Config config, Database database, Fetcher fetcher, CommitQueue commits) {
    check(config, database);
    var gap = gap(config);
    return new Batch(
        database,
        new BatchQueue(database),
        poller(
            config,
            policy(config),
            database,
            fetcher,
            commits,
            new Witness(Domains::of),
            Tally.NONE),
        claim -> gap.apply(claim.source().feed()));
  }

  /** The least time between two requests to a URL's host. */
  public static Function<WebUrl, Duration> gap(Config config) {
    var guard = guard(config);
    var least = config.schedule().hostMinGap();
    // No gap at all is only for addresses that the operator vouches for.
    return url -> least.isZero() && !guard.vouchesFor(url) ? POLITE : least;
  }

  // A bad key or policy is told now and not in the middle of a poll.
  private static void check(Config config, Database database) {
    if (config.fetch().secretKey() != null) {
      vault(config);
    }
    var table = policy(config).table();
    new Registry(database)
        .policies()
        .forEach(
            (source, own) -> {
              if (Cells.write(table, own) instanceof Cells.Written.Bad(var problems)) {
                throw new OperatorMistake(
                    problems.stream().map(p -> "source " + source + ": policy: " + p).toList());
              }
            });
  }

  private static Poller poller(
      Config config,
      Policy policy,
      Database database,
      Fetcher fetcher,
      CommitQueue commits,
      Witness witness,
      Tally tally) {
    var gap = gap(config);
    var longest = config.fetch().limits().retryAfter();
    var hops = new HopQueue(database);
    return new Poller(
        new Reach(
            fetcher::fetch,
            new Articles(database)::known,
            commits,
            Time.MACHINE,
            witness,
            source ->
                new Crossing(
                    hops, url -> new HostPace(gap.apply(url), longest), Time.MACHINE, source),
            tally),
        retries(config),
        policy,
        () -> vault(config));
  }

  /** A loop that follows a policy of its own, for ever the same. */
  public static Loop loop(
      Config config,
      Policy policy,
      Database database,
      Fetcher fetcher,
      CommitQueue commits,
      Workshop workshop) {
    var witness = new Witness(Domains::of);
    var manner =
        manner(config, poller(config, policy, database, fetcher, commits, witness, Tally.NONE));
    return new Loop(new HostQueue(database), workshop, witness, () -> manner);
  }

  /** The loop of a running service; it follows the configuration that is in force at each turn. */
  public static Loop loop(
      LiveConfig live,
      Database database,
      Fetcher fetcher,
      CommitQueue commits,
      Workshop workshop,
      Tally tally) {
    check(live.atStart(), database);
    lay(live.atStart().schedule().lanes(), database);
    var witness = new Witness(Domains::of);
    return new Loop(
        new HostQueue(database),
        workshop,
        witness,
        live.map(
            config ->
                manner(
                    config,
                    poller(config, policy(config), database, fetcher, commits, witness, tally))));
  }

  // Only the service says so: what a person types elsewhere must not move every feed of a host.
  private static void lay(Lanes lanes, Database database) {
    var changed = new LaneTable(database).change(lanes);
    if (!changed.isEmpty()) {
      LOG.atInfo().addKeyValue("hosts", changed).log("host lanes changed");
    }
  }

  private static Loop.Manner manner(Config config, Poller poller) {
    var schedule = config.schedule();
    var gap = gap(config);
    return new Loop.Manner(
        poller,
        claim -> gap.apply(claim.source().feed()),
        schedule.workers(),
        new StartRate(schedule.startRate(), CAREFUL),
        config.fetch().limits().poll(),
        schedule.stopGrace());
  }

  /** Who puts old polls away. */
  public static Housekeeper housekeeper(LiveConfig live, Database database) {
    return new Housekeeper(
        database,
        live.map(
            config -> new Housekeeper.Limits(config.history().age(), config.history().rows())));
  }

  /** The writer behind a run. */
  public static CommitQueue commits(Database database) {
    return new CommitQueue(new Commits(database), new HostFeeds(database));
  }
}
