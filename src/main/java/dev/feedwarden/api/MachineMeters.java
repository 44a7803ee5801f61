package dev.feedwarden.api;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/** The virtual machine and what it runs on. */
final class MachineMeters {
  private MachineMeters() {}

  static void bind(MeterRegistry registry) {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    // Micrometer's own meters of collections come into being only with the first of their kind.
    for (var collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      FunctionTimer.builder(
              "jvm.gc",
              collector,
              GarbageCollectorMXBean::getCollectionCount,
              GarbageCollectorMXBean::getCollectionTime,
              TimeUnit.MILLISECONDS)
          .description("Collections of garbage and what they took")
          .tag("gc", collector.getName())
          .register(registry);
    }
  }
}
