package dev.feedwarden.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicInteger;

/** The real engines that every contract test runs on. */
public enum TestEngine {
  SQLITE {
    @Override
    public String freshUrl(Path folder) {
      return "jdbc:sqlite:" + folder.resolve("feedwarden.db");
    }

    @Override
    String migratedUrl(Path folder) {
      try {
        Files.write(folder.resolve("feedwarden.db"), Migrated.SQLITE);
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
      return freshUrl(folder);
    }
  },
  POSTGRESQL {
    @Override
    public String freshUrl(Path folder) {
      return Server.freshUrl("template1");
    }

    @Override
    String migratedUrl(Path folder) {
      return Server.freshUrl(Migrated.POSTGRESQL);
    }
  };

  /** The URL of a database that nobody has used yet. */
  public abstract String freshUrl(Path folder);

  /** The same with its tables, copied: to make them takes longer than most tests. */
  abstract String migratedUrl(Path folder);

  Database fresh(Path folder) {
    return Database.open(Access.to(migratedUrl(folder)));
  }

  /** An empty database at the present schema, made once. */
  private static final class Migrated {
    static final byte[] SQLITE = sqlite();
    static final String POSTGRESQL = postgresql();

    private static byte[] sqlite() {
      try {
        var folder = Files.createTempDirectory("feedwarden-migrated");
        Database.open(Access.to(TestEngine.SQLITE.freshUrl(folder))).close();
        var bytes = Files.readAllBytes(folder.resolve("feedwarden.db"));
        try (var files = Files.walk(folder)) {
          for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(file);
          }
        }
        return bytes;
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }

    private static String postgresql() {
      var url = Server.freshUrl("template1");
      try (var database = Database.open(Access.to(url))) {
        database.useWrite(h -> h.execute(COPIES_AGREE));
      }
      return url.replaceFirst("^.*/(test\\d+).*$", "$1");
    }

    /**
     * feed_state repeats what its source says, and every writer has to think of both: who forgets
     * one fails in whichever test he is tried by. SQLite, which has the same statements, knows no
     * check at the end of a transaction.
     */
    private static final String COPIES_AGREE =
        """
        CREATE FUNCTION copies_agree() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF EXISTS (
            SELECT 1 FROM sources s JOIN feed_state f ON f.source_id = s.id
            WHERE s.id = to_jsonb(NEW) ->> TG_ARGV[0]
              AND (f.enabled <> s.enabled OR f.host_key IS DISTINCT FROM s.host_key
                   OR (s.feed_disable_reason = 'manual' AND f.next_poll_at IS NOT NULL)))
          THEN
            RAISE EXCEPTION 'feed_state does not say what its source says';
          END IF;
          RETURN NULL;
        END $$;
        CREATE CONSTRAINT TRIGGER copies_agree AFTER INSERT OR UPDATE ON sources
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION copies_agree('id');
        CREATE CONSTRAINT TRIGGER copies_agree AFTER INSERT OR UPDATE ON feed_state
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION copies_agree('source_id');
        """;
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

    static String freshUrl(String template) {
      var name = "test" + COUNT.incrementAndGet();
      try (var connection = POSTGRES.getPostgresDatabase().getConnection();
          var statement = connection.createStatement()) {
        statement.execute("CREATE DATABASE " + name + " TEMPLATE " + template);
      } catch (SQLException failed) {
        throw new IllegalStateException(failed);
      }
      return POSTGRES.getJdbcUrl("postgres", name);
    }
  }
}
