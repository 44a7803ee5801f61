package dev.feedwarden.api;

import dev.feedwarden.model.Incident;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.FleetNumbers;
import dev.feedwarden.store.FleetNumbers.Numbers;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What only the database knows. It is asked at most every ten seconds and nobody waits for it
 * longer than one: what is not known then is no number.
 */
final class FleetMeters {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Duration KEPT = Duration.ofSeconds(10);

  private final MeterRegistry registry;
  private final Inquiry<Numbers> inquiry;
  private volatile @Nullable Numbers latest;

  FleetMeters(MeterRegistry registry, Database database) {
    this.registry = registry;
    this.inquiry =
        new Inquiry<>("fleet numbers", new FleetNumbers(database)::count, PATIENCE, KEPT);
    gauge("sources", Numbers::sources);
    for (var reason : FleetNumbers.reasons()) {
      gauge(
          "disabled.feeds",
          numbers -> numbers.disabled().getOrDefault(reason, 0L),
          "reason",
          reason);
    }
    for (var kind : Incident.Kind.values()) {
      gauge(
          "open.incidents",
          numbers -> numbers.incidents().getOrDefault(kind.wire(), 0L),
          "kind",
          kind.wire());
    }
    gauge("due.hosts", numbers -> numbers.queue().due());
    gauge("leased.hosts", numbers -> numbers.queue().leased());
    seconds("due.hosts.oldest", numbers -> numbers.queue().oldest());
    gauge("outbox.events", numbers -> numbers.outbox().events(), "destination", "all");
    seconds("outbox.oldest", numbers -> numbers.outbox().oldest(), "destination", "all");
  }

  /** Asks anew, unless that was done a moment ago. */
  void refresh() throws InterruptedException {
    latest = inquiry.answer().orElse(null);
  }

  private interface Length {
    Duration of(Numbers numbers);
  }

  private void seconds(String name, Length length, String... tags) {
    Gauge.builder(
            "feedwarden." + name, this, me -> me.value(n -> length.of(n).toMillis() / 1_000.0))
        .description(Meanings.of(name))
        .baseUnit("seconds")
        .tags(tags)
        .register(registry);
  }

  private void gauge(String name, ToDoubleFunction<Numbers> value, String... tags) {
    Gauge.builder("feedwarden." + name, this, me -> me.value(value))
        .description(Meanings.of(name))
        .tags(tags)
        .register(registry);
  }

  private double value(ToDoubleFunction<Numbers> value) {
    var known = latest;
    return known == null ? Double.NaN : value.applyAsDouble(known);
  }
}
