package dev.feedwarden.store;

import dev.feedwarden.model.Happening;
import dev.feedwarden.model.Happening.Subject;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.WebUrl;
import java.time.Instant;
import org.jdbi.v3.core.Handle;

/** Another address for a feed, with or without what is remembered of it. */
final class Readdressing {
  private Readdressing() {}

  // A password goes to the site that it was given for, and to no other.
  private static final String ADDRESS =
      """
      UPDATE sources
      SET feed_url = :url, feed_url_key = :key, host_key = :host, search_text = :search,
          credentials = CASE WHEN :same_site THEN credentials END,
          revision = revision + 1, updated_at = :now
      WHERE id = :id
      """;

  private static final String FORGET_CANDIDATE =
      """
      UPDATE feed_state
      SET host_key = :host, moved_to = NULL, moved_how = NULL, moved_sightings = 0,
          moved_since = NULL, moved_common = 0, moved_of = 0, updated_at = :now
      WHERE source_id = :id
      """;

  private static HostKey address(Handle h, Source source, WebUrl to, Instant now) {
    var host = LaneTable.key(h, to, source.id());
    h.createUpdate(ADDRESS)
        .bind("id", source.id().value())
        .bind("url", to.text())
        .bind("key", to.key())
        .bind("host", host.value())
        .bind("search", SearchText.of(source.settings().name(), to))
        .bind("same_site", to.isOfOrigin(source.feed()))
        .bind("now", now.toEpochMilli())
        .execute();
    h.createUpdate(FORGET_CANDIDATE)
        .bind("id", source.id().value())
        .bind("host", host.value())
        .bind("now", now.toEpochMilli())
        .execute();
    Leases.dueAnew(h, LaneTable.key(h, source.feed(), source.id()));
    return host;
  }

  /** The validators are those of the document at the new address; it is due when it was. */
  static void keeping(Handle h, Registered found, WebUrl to, Instant now) {
    var host = address(h, found.source(), to, now);
    var next = found.state().next().at();
    if (next != null && found.source().settings().enabled() && !isStopped(found.source())) {
      Registry.queue(h, host, next);
    }
  }

  /** Nothing that was held against the old address holds at this one; what is stopped stays so. */
  static void anew(Handle h, Registered found, WebUrl to, Instant now) {
    var source = found.source();
    address(h, source, to, now);
    if (source.standing() instanceof Standing.Cooling) {
      Interventions.stand(h, source, Standing.ACTIVE, now);
      Outbox.add(h, now, new Happening.FeedEnabled(Subject.of(source), "policy"));
    }
    Interventions.anew(h, source.id(), to, now);
    if (isStopped(source)) {
      Interventions.schedule(h, source.id(), Interventions.NEVER, now);
    }
  }

  private static boolean isStopped(Source source) {
    return source.standing() instanceof Standing.Stopped;
  }
}
