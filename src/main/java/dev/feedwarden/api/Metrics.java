package dev.feedwarden.api;

import dev.feedwarden.frontier.Ending;
import dev.feedwarden.poll.Pulse;
import dev.feedwarden.poll.Tally;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.PoolState;
import dev.feedwarden.store.Timing;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The numbers of one process, for Prometheus; docs/metrics.md says what each of them means. */
public final class Metrics {
  static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";
  private static final Duration[] ANSWERS = {
    Duration.ofMillis(5),
    Duration.ofMillis(25),
    Duration.ofMillis(100),
    Duration.ofMillis(500),
    Duration.ofMillis(2_500)
  };

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Tally tally = new PollMeters(registry);
  private final Map<Ending, Counter> visits = new EnumMap<>(Ending.class);
  private final Map<Timing.Kind, Timer> transactions = new EnumMap<>(Timing.Kind.class);
  private @Nullable FleetMeters fleet;
  private @Nullable RegistryMeters followed;

  public Metrics(String version) {
    MachineMeters.bind(registry);
    Gauge.builder("feedwarden.build.info", () -> 1)
        .description(Meanings.of("build.info"))
        .tag("version", version)
        .register(registry);
    for (var ending : Ending.values()) {
      visits.put(
          ending,
          Counter.builder("feedwarden.page.visits")
              .description(Meanings.of("page.visits"))
              .tag("ending", ending.wire())
              .register(registry));
    }
    for (var kind : Timing.Kind.values()) {
      transactions.put(
          kind,
          Timer.builder("feedwarden.transaction")
              .description(Meanings.of("transaction"))
              .tag("kind", kind.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
  }

  /** Who counts polls. */
  public Tally tally() {
    return tally;
  }

  /** Who counts visits to pages. */
  public Consumer<Ending> visits() {
    return ending -> {
      var counter = visits.get(ending);
      if (counter != null) {
        counter.increment();
      }
    };
  }

  /** Who times transactions. */
  public Timing timing() {
    return (kind, length) -> {
      var timer = transactions.get(kind);
      if (timer != null) {
        timer.record(length);
      }
    };
  }

  /** Shows what a database knows, and its pools. */
  public void watch(Database database) {
    fleet = new FleetMeters(registry, database);
    followed = new RegistryMeters(registry, database);
    for (var pool : database.pools()) {
      connections(database, pool.pool(), "active", PoolState::active);
      connections(database, pool.pool(), "idle", PoolState::idle);
      connections(database, pool.pool(), "waiting", PoolState::waiting);
      connections(database, pool.pool(), "most", PoolState::most);
    }
  }

  private void connections(
      Database database, String pool, String state, ToIntFunction<PoolState> number) {
    Gauge.builder(
            "feedwarden.database.connections",
            database,
            all ->
                all.pools().stream().filter(one -> one.pool().equals(pool)).mapToInt(number).sum())
        .description(Meanings.of("database.connections"))
        .tag("pool", pool)
        .tag("state", state)
        .register(registry);
  }

  /** Shows whether a loop goes on. */
  public void watch(String loop, Pulse pulse) {
    Gauge.builder("feedwarden.tick.age", pulse, one -> one.age().toMillis() / 1_000.0)
        .description(Meanings.of("tick.age"))
        .baseUnit("seconds")
        .tag("loop", loop)
        .register(registry);
    Gauge.builder("feedwarden.loop.alive", pulse, one -> one.isAlive() ? 1 : 0)
        .description(Meanings.of("loop.alive"))
        .tag("loop", loop)
        .register(registry);
  }

  /** Shows a number that this process knows at any time. */
  public void watch(String name, IntSupplier number) {
    Gauge.builder("feedwarden." + name, number, IntSupplier::getAsInt)
        .description(Meanings.of(name))
        .register(registry);
  }

  /** Counts an answer of the API. */
  void answered(String method, String route, int status, Duration length) {
    Timer.builder("feedwarden.http.requests")
        .description(Meanings.of("http.requests"))
        .tag("method", method)
        .tag("route", route)
        .tag("status", String.valueOf(status))
        .serviceLevelObjectives(ANSWERS)
        .register(registry)
        .record(length);
  }

  /** Everything, as Prometheus reads it. */
  String scrape() throws InterruptedException {
    if (fleet != null) {
      fleet.refresh();
    }
    if (followed != null) {
      followed.refresh();
    }
    return registry.scrape();
  }
}
