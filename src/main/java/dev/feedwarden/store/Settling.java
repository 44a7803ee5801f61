package dev.feedwarden.store;

import org.jdbi.v3.core.Handle;

/**
 * What must not be believed of a database that is older than the world around it. Feeds are asked
 * for whole documents, nobody holds a host, and no number is given again that somebody outside may
 * have seen.
 */
final class Settling {
  /** More than anybody stores between two backups, and far from where numbers end. */
  static final long LEAP = 1_000_000_000;

  private static final String VALIDATORS =
      "UPDATE feed_state SET last_etag = NULL, last_modified = NULL, body_hash = NULL";

  // Whoever still holds a lease of before has lost it.
  private static final String HOSTS =
      "UPDATE host_queue SET owner = NULL, leased_until = 0, lost = 0, epoch = epoch + 1";

  private static final String DESTINATIONS =
      "UPDATE destinations SET owner = NULL, leased_until = 0";

  private Settling() {}

  /** A copy of any schema, which is not opened yet. */
  static void sqlite(Handle h) {
    h.execute(VALIDATORS);
    h.execute(HOSTS);
    if (h.createQuery("SELECT count(*) FROM sqlite_schema WHERE name = 'destinations'")
            .mapTo(Long.class)
            .one()
        > 0) {
      h.execute(DESTINATIONS);
    }
    h.execute(
        "UPDATE sqlite_sequence SET seq = seq + ? WHERE name IN ('articles', 'outbox')", LEAP);
  }

  /** An open database. */
  static void postgresql(Handle h) {
    h.execute(VALIDATORS);
    h.execute(HOSTS);
    h.execute(DESTINATIONS);
    for (var table : new String[] {"articles", "outbox"}) {
      h.createQuery(
              "SELECT setval(pg_get_serial_sequence(:table, 'id'),"
                  + " nextval(pg_get_serial_sequence(:table, 'id')) + :leap)")
          .bind("table", table)
          .bind("leap", LEAP)
          .mapTo(Long.class)
          .one();
    }
  }
}
