package dev.feedwarden.app;

import dev.feedwarden.deliver.Couriers;
import dev.feedwarden.deliver.Destination;
import dev.feedwarden.fetch.Domains;
import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.fetch.Sender;
import dev.feedwarden.fetch.Time;
import dev.feedwarden.fetch.Vault;
import dev.feedwarden.frontier.Ending;
import dev.feedwarden.frontier.Frontier;
import dev.feedwarden.model.Lanes;
import dev.feedwarden.model.Lease;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.policy.Cells;
import dev.feedwarden.policy.Common;
import dev.feedwarden.policy.HostHealth;
import dev.feedwarden.policy.HostPace;
import dev.feedwarden.policy.Policy;
import dev.feedwarden.policy.Schedule;
import dev.feedwarden.policy.StartRate;
import dev.feedwarden.poll.Batch;
import dev.feedwarden.poll.CommitQueue;
import dev.feedwarden.poll.CourtesyLedger;
import dev.feedwarden.poll.Crossing;
import dev.feedwarden.poll.Errands;
import dev.feedwarden.poll.Housekeeper;
import dev.feedwarden.poll.Loop;
import dev.feedwarden.poll.Poller;
import dev.feedwarden.poll.Reach;
import dev.feedwarden.poll.Repairer;
import dev.feedwarden.poll.Repairing;
import dev.feedwarden.poll.StoredMemory;
import dev.feedwarden.poll.Tally;
import dev.feedwarden.poll.Witness;
import dev.feedwarden.poll.Workshop;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Articles;
import dev.feedwarden.store.Backlogs;
import dev.feedwarden.store.BatchQueue;
import dev.feedwarden.store.Commits;
import dev.feedwarden.store.CourtesyBook;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Heartbeats;
import dev.feedwarden.store.HopQueue;
import dev.feedwarden.store.HostFeeds;
import dev.feedwarden.store.HostQueue;
import dev.feedwarden.store.LaneTable;
import dev.feedwarden.store.Moving;
import dev.feedwarden.store.PageCommits;
import dev.feedwarden.store.PageQueue;
import dev.feedwarden.store.Registry;
import dev.feedwarden.store.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts the parts together, by hand. */
public final class Wiring {
  private static final Logger LOG = LoggerFactory.getLogger(Wiring.class);
  private static final Duration CAREFUL = Duration.ofMinutes(10);

  private Wiring() {}

  /** The database of a configuration, opened and at the present schema. */
  public static Database database(Config config) {
    return database(config, Timing.NONE);
  }

  /** The same, and somebody is told how long transactions take. */
  public static Database database(Config config, Timing timing) {
    makeDataDir(config);
    var database = Database.open(access(config, config.database().url()), timing);
    if (config.registry() != null) {
      database.follow(config.registry().url().text().replaceFirst("/$", ""));
    }
    return database;
  }

  /** How a database is reached that may be another than the configured one, with its login. */
  public static Access access(Config config, JdbcUrl url) {
    var database = config.database();
    var pool = database.pool();
    return new Access(
        url.value(),
        database.user(),
        database.password() == null ? null : database.password().value(),
        new Access.Pool(pool.idle(), pool.max(), pool.patience(), pool.lifetime()));
  }

  /** What locks and unlocks credentials. */
  public static Vault vault(Config config) {
    return new Vault(InstallationKey.of(config));
  }

  /** Only the default place is made for the operator; a place they named must exist. */
  public static void makeDataDir(Config config) {
    var mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    try {
      if (!Files.isDirectory(config.dataDir())) {
        Files.createDirectories(config.dataDir(), mode);
      }
    } catch (IOException refused) {
      throw new OperatorMistake("DATA_DIR: the folder " + config.dataDir() + " cannot be made.");
    }
  }

  /** Who tells the destinations of a running service. */
  public static Couriers couriers(Config config, Database database) {
    new Backlogs(database).sweep(database.now().minus(Couriers.KEPT)); // of others, or of before
    var sender = WayOut.sender(config);
    var destinations = new Destinations(config, Destinations.named(config), database, sender);
    return new Couriers(destinations::enlisted, database, sender::close);
  }

  /** All who are to be told, each to be closed; none if there are none. */
  public static List<Destination> destinations(Config config, Database database, Sender sender) {
    return new Destinations(config, Destinations.named(config), database, sender)
        .enlisted().stream().map(one -> one.open().get()).toList();
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

  /** A batch run's parts. */
  public static Batch batch(
      Config config, Database database, Fetcher fetcher, CommitQueue commits) {
    check(config, database);
    var gap = WayOut.gap(config);
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
    return new Poller(
        new Reach(
            fetcher::fetch,
            memory(database),
            commits,
            Time.MACHINE,
            witness,
            crossings(config, database),
            tally),
        WayOut.retries(config),
        policy,
        () -> vault(config));
  }

  private static Reach.Crossings crossings(Config config, Database database) {
    var gap = WayOut.gap(config);
    var longest = config.fetch().limits().retryAfter();
    var hops = new HopQueue(database);
    return source ->
        new Crossing(hops, url -> new HostPace(gap.apply(url), longest), Time.MACHINE, source);
  }

  /** Who looks for feeds that are gone. */
  public static Repairing repairing(Supplier<Config> config, Database database, Fetcher fetcher) {
    return new Repairing(
        database,
        new Repairing.Outside(fetcher::fetch, memory(database), crossings(config.get(), database)),
        () -> {
          var now = config.get();
          var isOurs = now.registry() == null; // else the registry searches
          return new Repairing.Wishes(isOurs && now.repair().search(), now.repair().auto());
        });
  }

  /** The same while a service runs. */
  public static Repairer repairer(LiveConfig live, Database database, Fetcher fetcher) {
    return new Repairer(repairing(live.map(config -> config), database, fetcher));
  }

  private static Reach.Memory memory(Database database) {
    return new StoredMemory(new Articles(database), new Heartbeats(database));
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
      Tally tally,
      Consumer<Ending> visits) {
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
                    poller(config, policy(config), database, fetcher, commits, witness, tally))),
        pages(live, database, fetcher, visits));
  }

  // A host is asked for a page only when no feed of it is due.
  private static Errands pages(
      LiveConfig live, Database database, Fetcher fetcher, Consumer<Ending> visits) {
    var frontier = live.map(config -> frontier(config, database, fetcher, visits));
    var queue = new PageQueue(database);
    return leases -> {
      var errands = new HashMap<Lease, Errands.Errand>();
      queue
          .claims(leases)
          .forEach(
              (lease, claim) -> errands.put(lease, taken -> frontier.get().visit(claim, taken)));
      return errands;
    };
  }

  /** Who visits pages. */
  public static Frontier frontier(
      Config config, Database database, Fetcher fetcher, Consumer<Ending> tally) {
    var gap = WayOut.gap(config);
    var longest = config.fetch().limits().retryAfter();
    var crossings = crossings(config, database);
    return new Frontier(
        new Frontier.Outside(fetcher::fetch, crossings::of, Time.MACHINE),
        new Frontier.Manner(
            WayOut.retries(config),
            url -> new HostPace(gap.apply(url), longest),
            Frontier.Manner.robot(config.fetch().userAgent()),
            config.pages().keepNoindex()),
        new PageCommits(database),
        tally);
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
    var gap = WayOut.gap(config);
    return new Loop.Manner(
        poller,
        new Loop.Gaps(claim -> gap.apply(claim.source().feed()), schedule.hostMinGap().isZero()),
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

  /** Who keeps the books of what we ask of hosts; to be closed after the fetcher. */
  public static CourtesyLedger ledger(Config config, Database database) {
    return new CourtesyLedger(
        new CourtesyBook(database),
        InstantSource.system(),
        System::nanoTime,
        config.fetch().limits().retryAfter());
  }

  /** The writer behind a run. */
  public static CommitQueue commits(Database database) {
    return new CommitQueue(new Commits(database), new HostFeeds(database), new Moving(database));
  }
}
