package dev.feedwarden.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * What tells how the service is.
 *
 * @param loops what must go on, by its name in {@code /health}
 * @param metricsPublic whether the numbers are for everybody
 */
public record Vitals(
    Map<String, BooleanSupplier> loops, String version, Metrics metrics, boolean metricsPublic) {
  public Vitals {
    loops = Collections.unmodifiableMap(new LinkedHashMap<>(loops));
  }
}
