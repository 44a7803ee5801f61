package dev.feedwarden.store;

/**
 * The order in which articles were committed, as SQL on {@code articles a}.
 *
 * @param turn the number of the transaction that stored an article
 * @param after what follows the place {@code :turn}, {@code :id}
 * @param until what does not follow the place {@code :end_turn}, {@code :end_id}
 * @param settled what no transaction still open can precede
 * @param by for ORDER BY
 * @param newest the turn that no cursor of ours can be past
 */
record ArticleOrder(
    String turn, String after, String until, String settled, String by, String newest) {
  // One writer at a time: ids are given in the order of commits.
  static final ArticleOrder OF_ONE_WRITER =
      new ArticleOrder(
          "0",
          "a.id > :id AND :turn = 0",
          "a.id <= :end_id AND :end_turn = 0",
          "TRUE",
          "a.id",
          "SELECT 0 AS turn");

  static final ArticleOrder OF_MANY_WRITERS =
      new ArticleOrder(
          "a.turn",
          "(a.turn, a.id) > (:turn, :id)",
          "(a.turn, a.id) <= (:end_turn, :end_id)",
          "a.turn < CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT)",
          "a.turn, a.id",
          "SELECT CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS TEXT) AS BIGINT) AS turn");

  /** For ORDER BY, the latest first. */
  String backwards() {
    return by.replace(",", " DESC,") + " DESC";
  }
}
