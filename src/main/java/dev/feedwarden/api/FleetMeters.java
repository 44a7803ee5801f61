package dev.feedwarden.api;

import dev.feedwarden.model.Incident;
import dev.feedwarden.model.Page;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.FleetNumbers;
import dev.feedwarden.store.FleetNumbers.Backlog;
import dev.feedwarden.store.FleetNumbers.Numbers;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What only the database knows. It is asked at most every ten seconds and nobody waits for it
 * longer than one: what is not known then is no number.
 */
final class FleetMeters {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Duration KEPT = Duration.ofSeconds(10);
  private static final String ALL = "all";
  private static final List<Page.State> WAITING =
      List.of(Page.State.PENDING, Page.State.FETCHING, Page.State.RETRY);

  private final MeterRegistry registry;
  private final Inquiry<Numbers> inquiry;
  private final MultiGauge events;
  private final MultiGauge oldest;
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
    for (var state : WAITING) {
      gauge(
          "waiting.pages",
          numbers -> numbers.queue().pages().getOrDefault(state.wire(), 0L),
          "state",
          state.wire());
    }
    gauge("due.hosts", numbers -> numbers.queue().due());
    gauge("leased.hosts", numbers -> numbers.queue().leased());
    seconds("due.hosts.oldest", numbers -> numbers.queue().oldest());
    events = rows("outbox.events");
    oldest = rows("outbox.oldest");
    show(null);
  }

  /** Asks anew, unless that was done a moment ago. */
  void refresh() throws InterruptedException {
    var known = inquiry.answer().orElse(null);
    latest = known;
    show(known);
  }

  // Destinations are the operator's; they are not known before the database is asked.
  private void show(@Nullable Numbers known) {
    var backlogs = new TreeMap<String, Backlog>();
    if (known != null) {
      backlogs.putAll(known.destinations());
      backlogs.put(ALL, known.outbox());
    }
    events.register(rows(backlogs, backlog -> backlog.events()), true);
    oldest.register(rows(backlogs, backlog -> backlog.oldest().toMillis() / 1_000.0), true);
  }

  private static List<MultiGauge.Row<?>> rows(
      Map<String, Backlog> backlogs, ToDoubleFunction<Backlog> number) {
    return backlogs.isEmpty()
        ? List.of(MultiGauge.Row.of(Tags.of("destination", ALL), Double.NaN))
        : backlogs.entrySet().stream()
            .<MultiGauge.Row<?>>map(
                one ->
                    MultiGauge.Row.of(
                        Tags.of("destination", one.getKey()), number.applyAsDouble(one.getValue())))
            .toList();
  }

  private MultiGauge rows(String name) {
    var builder = MultiGauge.builder("feedwarden." + name).description(Meanings.of(name));
    return (name.endsWith("oldest") ? builder.baseUnit("seconds") : builder).register(registry);
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
