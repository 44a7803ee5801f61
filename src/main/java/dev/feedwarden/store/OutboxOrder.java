package dev.feedwarden.store;

/**
 * The order in which events were committed, as SQL on {@code outbox o}.
 *
 * @param turn the number of the transaction that wrote an event
 * @param after what follows the place {@code :turn}, {@code :id}
 * @param settled what no transaction still open can precede
 * @param by for ORDER BY
 * @param backwards for ORDER BY, the latest first
 * @param end the place after all that is there now
 */
record OutboxOrder(
    String turn, String after, String settled, String by, String backwards, String end) {
  // One writer at a time: ids are given in the order of commits.
  static final OutboxOrder OF_ONE_WRITER =
      new OutboxOrder(
          "0",
          "o.id > :id AND :turn = 0",
          "TRUE",
          "o.id",
          "o.id DESC",
          "SELECT 0 AS turn, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'outbox'), 0)"
              + " AS id");

  // Before the oldest transaction still open nothing is missing; its own events come after this.
  static final OutboxOrder OF_MANY_WRITERS =
      new OutboxOrder(
          "CAST(CAST(o.tx AS TEXT) AS BIGINT)",
          "(o.tx, o.id) > (CAST(CAST(:turn AS TEXT) AS xid8), :id)",
          "o.tx < pg_snapshot_xmin(pg_current_snapshot())",
          "o.tx, o.id",
          "o.tx DESC, o.id DESC",
          "SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT) - 1 AS"
              + " turn, CAST(9223372036854775807 AS BIGINT) AS id");
}
