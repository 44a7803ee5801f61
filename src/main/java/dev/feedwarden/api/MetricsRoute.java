package dev.feedwarden.api;

import dev.feedwarden.api.Route.Output;
import java.util.List;

/** The numbers of this process; which addresses ask is no proof of who does, so a token is. */
final class MetricsRoute {
  private final Vitals vitals;

  MetricsRoute(Parts parts) {
    this.vitals = parts.vitals();
  }

  List<Route> routes() {
    return List.of(
        Route.get(
                "/metrics",
                vitals.metricsPublic() ? Rule.OPEN : Rule.READ,
                "The numbers of this process, for Prometheus.",
                _ -> Answer.text(Metrics.TYPE, vitals.metrics().scrape()))
            .answers(new Output(200, "text/plain", null)));
  }
}
