package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.YES_NO;
import static dev.feedwarden.api.Shapes.map;
import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.thing;
import static dev.feedwarden.api.Shapes.word;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whether we are well: what containers, balancers and people ask without a token. */
final class HealthRoutes {
  static final String DATABASE = "database";
  static final String SCHEDULER = "scheduler";
  private static final Set<String> TO_BE_READY = Set.of(DATABASE, SCHEDULER);
  // Whoever asks has the answer within a second.
  private static final Duration PATIENCE = Duration.ofMillis(500);
  private static final Duration KEPT = Duration.ofMillis(100);
  private static final int MOST_CHECKS = 10;

  private final Vitals vitals;
  private final Inquiry<Boolean> database;

  HealthRoutes(Parts parts) {
    this.vitals = parts.vitals();
    this.database =
        new Inquiry<>(
            DATABASE,
            () -> {
              parts.database().check();
              return true;
            },
            PATIENCE,
            KEPT);
  }

  List<Route> routes() {
    return List.of(
        Route.get("/health", Rule.OPEN, "Whether every part works; 503 if not.", _ -> health())
            .answers(200, shape("Health", "healthy", "unhealthy")),
        Route.get("/healthz", Rule.OPEN, "Whether the process answers.", _ -> alive())
            .answers(200, thing("Alive", "status", word(List.of("alive")))),
        Route.get(
                "/readyz", Rule.OPEN, "Whether there is work being done; 503 if not.", _ -> ready())
            .answers(200, shape("Readiness", "ready", "unready")),
        Route.get("/version", Rule.OPEN, "Which version this is.", _ -> version())
            .answers(200, thing("Version", "version", text(100))));
  }

  private static Shape shape(String name, String good, String bad) {
    return thing(name, "status", word(List.of(good, bad)), "checks", map(YES_NO, MOST_CHECKS));
  }

  private Answer health() throws InterruptedException {
    return new Checked(checks()).answer("healthy", "unhealthy");
  }

  private Answer ready() throws InterruptedException {
    var checks = checks();
    checks.keySet().retainAll(TO_BE_READY);
    return new Checked(checks).answer("ready", "unready");
  }

  private static Answer alive() {
    return Answer.json(200, Map.of("status", "alive"));
  }

  private Answer version() {
    return Answer.json(200, Map.of("version", vitals.version()));
  }

  private Map<String, Boolean> checks() throws InterruptedException {
    var checks = new LinkedHashMap<String, Boolean>();
    checks.put(DATABASE, database.answer().isPresent());
    vitals.loops().forEach((name, isAlive) -> checks.put(name, isAlive.getAsBoolean()));
    return checks;
  }
}
