package dev.feedwarden.store;

import dev.feedwarden.model.Claim;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.Siblings;
import dev.feedwarden.model.Siblings.Failing;
import dev.feedwarden.model.Trouble;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The feeds of a host together: how they stand, and when they fail as one. */
public final class HostFeeds {
  private final Database database;

  public HostFeeds(Database database) {
    this.database = database;
  }

  // By the index of a host's last polls: however many feeds it has, only the recent ones are read.
  // What may be our own failure is not known to be theirs.
  private static final String STANDING =
      """
      SELECT last_error_type, count(*) AS feeds, min(failing_since) AS failing_since,
             max(last_success_at) AS last_success_at
      FROM feed_state
      WHERE host_key = :host AND source_id <> :id AND last_polled_at >= :since
        AND (last_error_type IS NULL
             OR (failing_since >= :since AND coalesce(last_error_blame, 'feed') IN ('feed', 'host')))
      GROUP BY last_error_type
      """;

  private record Group(
      @Nullable ErrorType type,
      int feeds,
      @Nullable Instant failingSince,
      @Nullable Instant lastSuccess) {}

  /** How the other feeds of a claim's host have stood since. */
  public Siblings siblings(Claim claim, Instant since) {
    return database.read(h -> siblings(h, claim, since));
  }

  /** Says of a host that nobody is at that it fails as a whole, until it may be asked again. */
  public boolean troubled(HostKey host, Trouble trouble, Instant readyAt) {
    return database.write(h -> Leases.troubled(h, host, trouble, readyAt));
  }

  private static Siblings siblings(Handle h, Claim claim, Instant since) {
    var groups =
        h.createQuery(STANDING)
            .bind("host", claim.lease().host().value())
            .bind("id", claim.source().id().value())
            .bind("since", since.toEpochMilli())
            .map(
                (row, _) ->
                    new Group(
                        Rows.type(row.getString("last_error_type")),
                        row.getInt("feeds"),
                        Rows.maybeTime(row, "failing_since"),
                        Rows.maybeTime(row, "last_success_at")))
            .list();
    return new Siblings(
        groups.stream().mapToInt(Group::feeds).sum(), failing(groups), lastSuccess(groups));
  }

  private static Map<ErrorType, Failing> failing(List<Group> groups) {
    var failing = new EnumMap<ErrorType, Failing>(ErrorType.class);
    for (var group : groups) {
      if (group.type() != null && group.failingSince() != null) {
        failing.put(group.type(), new Failing(group.feeds(), group.failingSince()));
      }
    }
    return failing;
  }

  private static @Nullable Instant lastSuccess(List<Group> groups) {
    return groups.stream()
        .map(Group::lastSuccess)
        .filter(Objects::nonNull)
        .max(Instant::compareTo)
        .orElse(null);
  }
}
