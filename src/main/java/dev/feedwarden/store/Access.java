package dev.feedwarden.store;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Where the database is and how many connections it may have. */
public record Access(String url, @Nullable String user, @Nullable String password, Pool pool) {
  static final String SQLITE = "jdbc:sqlite:";

  /** The pool's limits. */
  public record Pool(int idle, int max, Duration patience, Duration lifetime) {
    public static final Pool STANDARD =
        new Pool(5, 15, Duration.ofSeconds(30), Duration.ofHours(1));
  }

  /** A database that needs no login. */
  public static Access to(String url) {
    return new Access(url, null, null, Pool.STANDARD);
  }

  boolean isSqlite() {
    return url.startsWith(SQLITE);
  }

  @Override
  public String toString() {
    return "Access[***]";
  }
}
