package dev.feedwarden.store;

import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.Lease;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Turns.Return;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** Hosts that are asked because a redirect leads to them, whether they have feeds or not. */
public final class HopQueue {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(500);
  private static final Duration FORGOTTEN = Duration.ofDays(7);

  private final Database database;

  public HopQueue(Database database) {
    this.database = database;
  }

  /** What came of asking for a host. */
  public sealed interface Borrowed {
    record Ours(Lease lease) implements Borrowed {}

    /**
     * Somebody is there, or was a moment ago.
     *
     * @param delay before it makes sense to ask again
     */
    record NotNow(Duration delay) implements Borrowed {}
  }

  // A host without feeds is never due.
  private static final String KNOW =
      "INSERT INTO host_queue (key) VALUES (:key) ON CONFLICT (key) DO NOTHING";

  // Where redirects lead is not ours to say: what they led to once must not fill the table.
  private static final String FORGET =
      """
      DELETE FROM host_queue
      WHERE key <> :key AND due_at IS NULL AND owner IS NULL AND ready_at < :before
        AND NOT EXISTS (SELECT 1 FROM feed_state f WHERE f.host_key = host_queue.key)
      """;

  /** Takes a host for a source, if that is possible at once. */
  public Borrowed borrow(WebUrl url, SourceId source) {
    var now = database.now();
    return database
        .doubtful()
        .settled(now, taken -> database.write(h -> borrow(h, url, source, now, taken)));
  }

  private Borrowed borrow(Handle h, WebUrl url, SourceId source, Instant now, List<Lease> taken) {
    var host = LaneTable.key(h, url, source);
    know(h, host, now);
    return switch (Leases.take(h, host, database.engine().owner(), now)) {
      case Leases.Taken.Ours(var lease) -> {
        taken.add(lease);
        yield new Borrowed.Ours(lease);
      }
      case Leases.Taken.Busy _ -> new Borrowed.NotNow(LOOK_AGAIN);
      case Leases.Taken.NotReady(var at) -> new Borrowed.NotNow(Duration.between(now, at));
    };
  }

  private static void know(Handle h, HostKey host, Instant now) {
    if (h.createUpdate(KNOW).bind("key", host.value()).execute() > 0) {
      h.createUpdate(FORGET)
          .bind("key", host.value())
          .bind("before", now.minus(FORGOTTEN).toEpochMilli())
          .execute();
    }
  }

  /** Gives a host back. */
  public void giveBack(Return back) {
    database.useWrite(h -> Leases.release(h, List.of(back), database.engine()));
  }
}
