package dev.feedwarden.run;

import dev.feedwarden.run.Sabotage.Deed;
import dev.feedwarden.run.Sabotage.Order;
import java.util.Random;

/** The points at which a service is killed, by the methods that it passes there. */
enum KillPoint {
  BEFORE_LEASE("dev.feedwarden.store.HostQueue turn", false, 3),
  AFTER_LEASE("dev.feedwarden.store.HostQueue turn", true, 3),
  BEFORE_FETCH("dev.feedwarden.fetch.Fetcher fetch", false, 12),
  AFTER_FETCH("dev.feedwarden.fetch.Fetcher fetch", true, 12),
  BEFORE_PARSE("dev.feedwarden.feed.FeedReader read", false, 6),
  AFTER_PARSE("dev.feedwarden.feed.FeedReader read", true, 6),
  BEFORE_TRANSACTION("dev.feedwarden.store.Commits commitReady", false, 2),
  BEFORE_STATEMENT(
      "org.sqlite.core.DB execute", "org.postgresql.core.v3.QueryExecutorImpl execute", false, 40),
  AFTER_STATEMENT(
      "org.sqlite.core.DB execute", "org.postgresql.core.v3.QueryExecutorImpl execute", true, 40),
  BEFORE_COMMIT(
      "org.sqlite.SQLiteConnection commit", "org.postgresql.jdbc.PgConnection commit", false, 2),
  AFTER_COMMIT(
      "org.sqlite.SQLiteConnection commit", "org.postgresql.jdbc.PgConnection commit", true, 2),
  BEFORE_DELIVERY("dev.feedwarden.deliver.Webhook carry", false, 4),
  AFTER_DELIVERY("dev.feedwarden.deliver.Webhook carry", true, 4),
  BEFORE_ACKNOWLEDGEMENT("dev.feedwarden.store.Deliveries pass", false, 4),
  AFTER_ACKNOWLEDGEMENT("dev.feedwarden.store.Deliveries pass", true, 4);

  private final String sqlite;
  private final String postgresql;
  private final boolean after;
  private final String thread;
  private final int most;

  KillPoint(String method, boolean after, int most) {
    this.sqlite = method;
    this.postgresql = method;
    this.after = after;
    this.thread = "";
    this.most = most;
  }

  // Within the transaction of polls, and no other.
  KillPoint(String sqlite, String postgresql, boolean after, int most) {
    this.sqlite = sqlite;
    this.postgresql = postgresql;
    this.after = after;
    this.thread = "commits-";
    this.most = most;
  }

  /** To be killed there, the first time or a later one. */
  Order order(boolean isSqlite, Random dice) {
    var method = (isSqlite ? sqlite : postgresql).split(" ", -1);
    return new Order(method[0], method[1], after, thread, 1 + dice.nextInt(most), Deed.HALT);
  }
}
