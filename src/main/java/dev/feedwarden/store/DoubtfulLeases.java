package dev.feedwarden.store;

import dev.feedwarden.model.Lease;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;

/**
 * Leases that we may have without knowing it: the transaction that took them failed, perhaps after
 * its COMMIT had arrived. Nobody would be at those hosts until the leases run out, and who took
 * them over then would suspect their feeds. So they are freed before others are taken.
 */
final class DoubtfulLeases {
  private final Database database;
  private final Set<Lease> leases = ConcurrentHashMap.newKeySet();

  DoubtfulLeases(Database database) {
    this.database = database;
  }

  /**
   * Frees what is in doubt, and takes others.
   *
   * @param take adds what it takes to the list before it commits; that is in doubt if it fails
   */
  <T> T settled(Instant now, Function<List<Lease>, T> take) {
    leases.removeIf(lease -> !lease.until().isAfter(now));
    if (!leases.isEmpty()) {
      free();
    }
    var taken = new ArrayList<Lease>();
    try {
      return take.apply(taken);
    } catch (RuntimeException | Error fault) {
      leases.addAll(taken);
      throw fault;
    }
  }

  private void free() {
    // Everybody who locks more than one host does it in the order of their keys.
    var order = Comparator.comparing((Lease lease) -> lease.host().value());
    var all = leases.stream().sorted(order).toList();
    var ended = database.write(h -> all.stream().filter(lease -> free(h, lease)).toList());
    ended.forEach(leases::remove);
  }

  private static final String LOCK = "SELECT key FROM host_queue WHERE key = :key ";

  // If it was not committed, the epoch may be that of somebody else's lease.
  private static final String FREE =
      """
      UPDATE host_queue SET leased_until = 0, owner = NULL
      WHERE key = :key AND epoch = :epoch AND owner = :owner AND leased_until = :until
      """;

  // Whose row is locked may be in the hands of the transaction itself: then it has not ended.
  private boolean free(Handle h, Lease lease) {
    var key = lease.host().value();
    var ended =
        h.createQuery(LOCK + database.engine().skippingLocked())
            .bind("key", key)
            .mapTo(String.class)
            .findOne()
            .isPresent();
    if (ended) {
      h.createUpdate(FREE)
          .bind("key", key)
          .bind("epoch", lease.epoch())
          .bind("owner", database.engine().owner())
          .bind("until", lease.until().toEpochMilli())
          .execute();
    }
    return ended;
  }
}
