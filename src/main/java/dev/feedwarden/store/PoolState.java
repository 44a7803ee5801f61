package dev.feedwarden.store;

import com.zaxxer.hikari.HikariDataSource;

/**
 * How many connections a pool has.
 *
 * @param waiting who waits for one
 * @param most how many it may have
 */
public record PoolState(String pool, int active, int idle, int waiting, int most) {
  static PoolState of(HikariDataSource source) {
    var now = source.getHikariPoolMXBean();
    return now == null
        ? new PoolState(source.getPoolName(), 0, 0, 0, source.getMaximumPoolSize())
        : new PoolState(
            source.getPoolName(),
            now.getActiveConnections(),
            now.getIdleConnections(),
            now.getThreadsAwaitingConnection(),
            source.getMaximumPoolSize());
  }
}
