package dev.feedwarden.cli;

import dev.feedwarden.api.Api;
import dev.feedwarden.api.Metrics;
import dev.feedwarden.api.Server;
import dev.feedwarden.api.Vitals;
import dev.feedwarden.app.Config;
import dev.feedwarden.app.Elsewhere;
import dev.feedwarden.app.Faces;
import dev.feedwarden.app.Listen;
import dev.feedwarden.app.LiveConfig;
import dev.feedwarden.app.Logging;
import dev.feedwarden.app.WayOut;
import dev.feedwarden.app.Wiring;
import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.fetch.Pauses;
import dev.feedwarden.poll.Following;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.PoolState;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Polling in the background and the API beside it, until SIGTERM or Ctrl-C. */
final class Service {
  private static final Logger LOG = LoggerFactory.getLogger(Service.class);
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final int LOOKS_AT_POOLS = 10;

  private final Session session;

  Service(Session session) {
    this.session = session;
  }

  /** What else is done before the first poll, and what is done at each look after that. */
  interface Duty {
    void begin(Database database);

    void look(Database database);
  }

  int run(LiveConfig live, Duty duty, Role role) throws InterruptedException {
    var config = live.begin();
    Logging.manualAt(config.api().home());
    var closed = new CountDownLatch(1);
    var pauses = new Pauses();
    var version = session.configuration().version();
    var metrics = new Metrics(version);
    try (var database = Wiring.database(config, metrics.timing());
        var ledger = Wiring.ledger(config, database);
        var fetcher = WayOut.fetcher(config, pauses, ledger);
        var _ = following(role, config, database);
        var work = work(role, live, database, fetcher, pauses, metrics)) {
      duty.begin(database);
      metrics.watch(database);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(work, closed)));
      var watch = Thread.ofVirtual().start(() -> watch(live, duty, database));
      var vitals = new Vitals(work.loops(metrics), version, metrics, config.api().metricsPublic());
      try (var _ = api(role, live, database, fetcher, vitals)) {
        session.terminal().say(work.announced());
        work.run();
      }
      watch.interrupt();
    } finally {
      closed.countDown();
    }
    return CommandTree.OK;
  }

  // Before anything is polled, so that a crawler begins with what its registry says.
  private static @Nullable Following following(Role role, Config config, Database database)
      throws InterruptedException {
    var following = role == Role.API ? null : Elsewhere.following(config, database).orElse(null);
    if (following != null) {
      try {
        following.start();
      } catch (RuntimeException | InterruptedException failed) {
        following.close();
        throw failed;
      }
    }
    return following;
  }

  private static Work work(
      Role role,
      LiveConfig live,
      Database database,
      Fetcher fetcher,
      Pauses pauses,
      Metrics metrics) {
    return role == Role.API
        ? new Work.None()
        : Work.Polling.of(live, database, fetcher, pauses, metrics);
  }

  // Whoever sees the terminal is the operator; at the first start nobody has a token yet.
  private @Nullable Api api(
      Role role, LiveConfig live, Database database, Fetcher fetcher, Vitals vitals) {
    var config = live.atStart();
    if (role == Role.WORKER) {
      var shown = Faces.vitals(live, database, fetcher, vitals).orElse(null);
      if (shown != null) {
        session
            .terminal()
            .remark("Listening on " + address(config, shown) + "; health and metrics only.");
      }
      return shown;
    }
    var isFirst = config.api().listen() instanceof Listen.At && Faces.tokenKeys(config).isNew();
    var api = Faces.api(live, database, fetcher, vitals).orElse(null);
    if (api != null) {
      var terminal = session.terminal();
      var address = address(config, api);
      Logging.manualAt(address);
      terminal.remark("Listening on " + address + "; its API is described at /api/v1/docs.");
      if (isFirst || terminal.errIsSeen()) {
        terminal.remark("Log in, once and within 15 minutes: " + address + api.loginLink());
      }
    }
    return api;
  }

  private static String address(Config config, Api api) {
    var home = config.api().home();
    return home.isEmpty() && config.api().listen() instanceof Listen.At(var place)
        ? "http://" + new Server.Place(place.host(), api.port())
        : home;
  }

  // A stop that was asked for is no failure, whatever code the virtual machine would give it.
  private void stop(Work work, CountDownLatch closed) {
    if (closed.getCount() == 0) {
      return; // it ended by itself
    }
    work.stop();
    try {
      closed.await();
      Logging.finish();
      Runtime.getRuntime().halt(session.terminal().outWasWritten() ? CommandTree.OK : 1);
    } catch (InterruptedException impatient) {
      Thread.currentThread().interrupt();
    }
  }

  private static void watch(LiveConfig live, Duty duty, Database database) {
    try {
      for (var looks = 0L; ; looks++) {
        Thread.sleep(LOOK);
        look(live, duty, database);
        if (looks % LOOKS_AT_POOLS == 0 && LOG.isDebugEnabled()) {
          database.pools().forEach(Service::tell);
        }
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  private static void tell(PoolState pool) {
    LOG.atDebug()
        .addKeyValue("pool", pool.pool())
        .addKeyValue("active", pool.active())
        .addKeyValue("idle", pool.idle())
        .addKeyValue("overflow", pool.overflow())
        .addKeyValue("waiting", pool.waiting())
        .log("connection pool");
  }

  private static void look(LiveConfig live, Duty duty, Database database) {
    try {
      live.look();
      duty.look(database);
    } catch (RuntimeException | Error fault) {
      LOG.error("what a file says was not followed; it is tried again", fault);
    }
  }
}
