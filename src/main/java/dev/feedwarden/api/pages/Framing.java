package dev.feedwarden.api.pages;

import dev.feedwarden.api.Parts;
import dev.feedwarden.api.Request;
import dev.feedwarden.api.auth.Scope;
import dev.feedwarden.model.Incident;
import dev.feedwarden.store.Incidents;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Makes what is around each page from who asks and how things are. */
final class Framing {
  private static final int SOME = 50;

  private final Parts parts;
  private final Incidents incidents;

  Framing(Parts parts) {
    this.parts = parts;
    this.incidents = new Incidents(parts.database());
  }

  Frame of(Request request, String section, String title) {
    return new Frame(title, section, viewer(request), outage(now()), Told.of(request));
  }

  Instant now() {
    return parts.database().now();
  }

  private static Frame.Viewer viewer(Request request) {
    var caller = request.from().caller();
    return caller == null
        ? new Frame.Viewer("everybody", false, false)
        : new Frame.Viewer(
            Remote.line(caller.subject()),
            caller.scope().includes(Scope.WRITE),
            caller.scope().includes(Scope.ADMIN));
  }

  private Frame.@Nullable Outage outage(Instant now) {
    return incidents.list(true, Long.MAX_VALUE, SOME).stream()
        .filter(one -> one.kind() == Incident.Kind.LOCAL_OUTAGE)
        .findFirst()
        .map(one -> new Frame.Outage(Remote.line(one.evidence(), 400), When.of(one.beganAt(), now)))
        .orElse(null);
  }
}
