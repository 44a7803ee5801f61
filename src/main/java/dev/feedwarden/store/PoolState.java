package dev.feedwarden.store;

import com.zaxxer.hikari.HikariDataSource;

/**
 * How many connections a pool has.
 *
 * @param waiting who waits for one
 * @param kept how many it keeps open when nobody needs them
 * @param most how many it may have
 */
public record PoolState(String pool, int active, int idle, int waiting, int kept, int most) {
  static PoolState of(HikariDataSource source) {
    var now = source.getHikariPoolMXBean();
    return now == null
        ? new PoolState(
            source.getPoolName(), 0, 0, 0, source.getMinimumIdle(), source.getMaximumPoolSize())
        : new PoolState(
            source.getPoolName(),
            now.getActiveConnections(),
            now.getIdleConnections(),
            now.getThreadsAwaitingConnection(),
            source.getMinimumIdle(),
            source.getMaximumPoolSize());
  }

  /** How many it has beyond those that it keeps open. */
  public int overflow() {
    return Math.max(0, active + idle - kept);
  }
}
