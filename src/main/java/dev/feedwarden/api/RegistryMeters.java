package dev.feedwarden.api;

import dev.feedwarden.store.Database;
import dev.feedwarden.store.FollowedRegistry;
import dev.feedwarden.store.FollowedRegistry.Link;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** How a crawler stands with its registry; no number where there is none. */
final class RegistryMeters {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Duration KEPT = Duration.ofSeconds(1);

  private final Database database;
  private final Inquiry<Optional<Link>> inquiry;
  private volatile Optional<Link> latest = Optional.empty();

  RegistryMeters(MeterRegistry registry, Database database) {
    this.database = database;
    this.inquiry = new Inquiry<>("registry", new FollowedRegistry(database)::find, PATIENCE, KEPT);
    gauge(registry, "registry.reports.pending", Link::pending);
    gauge(registry, "registry.reports.refused", Link::refused);
    Gauge.builder("feedwarden.registry.sync.age", this, me -> me.value(me::age))
        .description(Meanings.of("registry.sync.age"))
        .baseUnit("seconds")
        .register(registry);
  }

  void refresh() throws InterruptedException {
    latest = inquiry.answer().orElse(Optional.empty());
  }

  private void gauge(MeterRegistry registry, String name, ToDoubleFunction<Link> value) {
    Gauge.builder("feedwarden." + name, this, me -> me.value(value))
        .description(Meanings.of(name))
        .register(registry);
  }

  private double value(ToDoubleFunction<Link> value) {
    return latest.map(link -> value.applyAsDouble(link)).orElse(Double.NaN);
  }

  private double age(Link link) {
    var at = link.syncedAt();
    return at == null ? Double.NaN : Duration.between(at, database.now()).toMillis() / 1_000.0;
  }
}
