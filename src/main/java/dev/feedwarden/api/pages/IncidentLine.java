package dev.feedwarden.api.pages;

import dev.feedwarden.model.Incident;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An incident as lists show it. */
public record IncidentLine(
    long id, String kind, String scope, String evidence, When began, @Nullable When ended) {
  private static final String HOST = "a host";

  public boolean isHost() {
    return kind.equals(HOST);
  }

  static IncidentLine of(Incident incident, Instant now) {
    return new IncidentLine(
        incident.id(),
        switch (incident.kind()) {
          case LOCAL_OUTAGE -> "our own line";
          case HOST -> HOST;
        },
        Remote.line(incident.scope()),
        Remote.line(incident.evidence(), 400),
        When.of(incident.beganAt(), now),
        When.maybe(incident.endedAt(), now));
  }
}
