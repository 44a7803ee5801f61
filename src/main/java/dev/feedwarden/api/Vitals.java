package dev.feedwarden.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * What tells whether the service is well.
 *
 * @param loops what must go on, by its name in {@code /health}
 */
public record Vitals(Map<String, BooleanSupplier> loops, String version) {
  public Vitals {
    loops = Collections.unmodifiableMap(new LinkedHashMap<>(loops));
  }
}
