package dev.feedwarden.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/** The real engines that every contract test runs on. */
public enum TestEngine {
  SQLITE {
    @Override
    public String freshUrl(Path folder) {
      return "jdbc:sqlite:" + folder.resolve("feedwarden.db");
    }
  },
  POSTGRESQL {
    @Override
    public String freshUrl(Path folder) {
      return Server.freshUrl();
    }
  };

  /** The URL of a database that nobody has used yet. */
  public abstract String freshUrl(Path folder);

  Database fresh(Path folder) {
    return Database.open(Access.to(freshUrl(folder)));
  }

  /** One PostgreSQL for the whole test run; it ends with the JVM. */
  private static final class Server {
    private static final EmbeddedPostgres POSTGRES = start();
    private static final AtomicInteger COUNT = new AtomicInteger();

    private static EmbeddedPostgres start() {
      try {
        return EmbeddedPostgres.builder().setServerConfig("fsync", "off").start();
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }

    static String freshUrl() {
      var name = "test" + COUNT.incrementAndGet();
      try (var connection = POSTGRES.getPostgresDatabase().getConnection();
          var statement = connection.createStatement()) {
        statement.execute("CREATE DATABASE " + name);
      } catch (SQLException failed) {
        throw new IllegalStateException(failed);
      }
      return POSTGRES.getJdbcUrl("postgres", name);
    }
  }
}
