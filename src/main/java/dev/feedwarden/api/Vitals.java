package dev.feedwarden.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What tells how the service is.
 *
 * @param loops what must go on, by its name in {@code /health}
 * @param metricsPublic whether the numbers are for everybody
 * @param configuration what is in force now
 */
public record Vitals(
    Map<String, BooleanSupplier> loops,
    String version,
    Metrics metrics,
    boolean metricsPublic,
    Supplier<List<Configured>> configuration) {
  /**
   * One setting.
   *
   * @param value without secrets
   * @param from where it was given; empty where nobody gave it
   */
  public record Configured(String name, String value, String from, String meaning) {}

  public Vitals {
    loops = Collections.unmodifiableMap(new LinkedHashMap<>(loops));
  }

  /** Of a service that tells nobody how it is set up. */
  public Vitals(
      Map<String, BooleanSupplier> loops, String version, Metrics metrics, boolean metricsPublic) {
    this(loops, version, metrics, metricsPublic, List::of);
  }

  /** The same of one that does. */
  public Vitals configured(Supplier<List<Configured>> by) {
    return new Vitals(loops, version, metrics, metricsPublic, by);
  }
}
