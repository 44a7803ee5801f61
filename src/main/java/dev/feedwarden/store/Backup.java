package dev.feedwarden.store;

import dev.feedwarden.model.OperatorMistake;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;

/**
 * Copies a SQLite database while it is used, and puts a copy back. A copy is a SQLite database
 * itself. PostgreSQL has tools of its own for both; what they put back is only settled here.
 */
public final class Backup {
  private static final String POSTGRESQL_HAS_ITS_OWN =
      "The database is PostgreSQL, which has a tool of its own for this: see docs/backup.md.";

  private Backup() {}

  /**
   * Writes a copy of what is committed at this moment; nobody waits for it.
   *
   * @param again whether a file of that name may be replaced
   * @return its size in bytes
   */
  public static long make(Access from, Path to, boolean again) {
    var database = file(from);
    var copy = to.toAbsolutePath().normalize();
    if (!Files.isRegularFile(database)) {
      throw new OperatorMistake("There is no database " + database + ".");
    }
    if (!Files.isDirectory(copy.resolveSibling("."))) {
      throw new OperatorMistake("The folder of " + copy + " does not exist.");
    }
    if (Files.exists(copy) && (!again || Files.isDirectory(copy) || copy.equals(database))) {
      throw new OperatorMistake(
          copy + " exists already; name another file" + (again ? "." : ", or say --force."));
    }
    return put(filled(copy, aside -> vacuum(from, aside)), copy);
  }

  private static Path file(Access access) {
    if (!access.isSqlite()) {
      throw new OperatorMistake(POSTGRESQL_HAS_ITS_OWN);
    }
    return Path.of(access.url().substring(Access.SQLITE.length())).toAbsolutePath().normalize();
  }

  /** Fills a file. */
  private interface Filling {
    void fill(Path file) throws IOException, SQLException;
  }

  // Aside first: under its own name a file is whole, or as it was.
  private static Path filled(Path file, Filling filling) {
    var aside = file.resolveSibling(file.getFileName() + ".part");
    try {
      Files.deleteIfExists(aside);
      Files.createFile(aside, Sqlite.OWNER_ONLY);
      filling.fill(aside);
      try (var written = FileChannel.open(aside, StandardOpenOption.WRITE)) {
        written.force(true);
      }
      return aside;
    } catch (IOException | SQLException failed) {
      forget(aside);
      throw unwritable(file, failed);
    }
  }

  private static void forget(Path aside) {
    try {
      Files.deleteIfExists(aside);
    } catch (IOException leftBehind) {
      throw new UncheckedIOException(leftBehind);
    }
  }

  private static long put(Path aside, Path file) {
    try {
      Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE);
      return Files.size(file);
    } catch (IOException refused) {
      throw unwritable(file, refused);
    }
  }

  private static OperatorMistake unwritable(Path file, Exception failed) {
    return new OperatorMistake(file + " cannot be written: " + firstLine(failed) + ".");
  }

  private static String firstLine(Exception failed) {
    return String.valueOf(failed.getMessage()).lines().findFirst().orElse("unknown reason");
  }

  private static void vacuum(Access from, Path to) throws SQLException {
    try (var connection = Sqlite.reader(from.url()).getConnection();
        var copying = connection.prepareStatement("VACUUM INTO ?")) {
      copying.setString(1, to.toString());
      copying.execute();
    }
  }

  /**
   * Puts a copy in the place of a database. Nobody may use that; a database that is there already
   * is put aside.
   *
   * @param again whether there may be one
   * @return where the database is now that was there before
   */
  public static Optional<Path> restore(Path copy, Access to, boolean again, Instant now) {
    var database = file(to);
    if (!Files.isRegularFile(copy)) {
      throw new OperatorMistake("There is no file " + copy + ".");
    }
    demandOurs(copy);
    if (Files.exists(database) && !again) {
      throw new OperatorMistake(
          "There is a database already: "
              + database
              + "; say --force to have it put aside, or name another place.");
    }
    try (var lock = OwnerLock.take(database.resolveSibling(database.getFileName() + ".owners"))) {
      if (!lock.isAlone()) {
        throw new OperatorMistake(
            "The database " + database + " is in use; stop Feedwarden there first.");
      }
      return lock.alone(() -> replace(copy, database, now));
    }
  }

  private static Optional<Path> replace(Path copy, Path database, Instant now) {
    var aside =
        filled(
            database,
            file -> {
              try (var bytes = Files.newOutputStream(file)) {
                Files.copy(copy, bytes);
              }
              try (var connection = DriverManager.getConnection(Access.SQLITE + file)) {
                Jdbi.create(connection).useTransaction(Settling::sqlite);
              }
            });
    var before = putAside(database, now);
    put(aside, database);
    return before;
  }

  // With what was not yet written to the file itself; another file must not find it either.
  private static Optional<Path> putAside(Path database, Instant now) {
    var isThere = Files.exists(database);
    var name = database.getFileName() + ".before-" + now.getEpochSecond();
    try {
      for (var end : new String[] {"-wal", "-shm", ""}) {
        var part = database.resolveSibling(database.getFileName() + end);
        if (Files.exists(part)) {
          Files.move(part, database.resolveSibling(name + end), StandardCopyOption.ATOMIC_MOVE);
        }
      }
    } catch (IOException refused) {
      throw new UncheckedIOException(refused);
    }
    return isThere ? Optional.of(database.resolveSibling(name)) : Optional.empty();
  }

  private static void demandOurs(Path copy) {
    try (var connection = DriverManager.getConnection(Access.SQLITE + "file:" + uri(copy));
        var statement = connection.createStatement();
        var rows = statement.executeQuery("PRAGMA quick_check")) {
      if (!rows.next() || !rows.getString(1).equals("ok")) {
        throw new OperatorMistake("The backup " + copy + " is damaged.");
      }
      switch (Jdbi.create(connection).withHandle(h -> Migrations.judge(h, Sqlite.FOLDER))) {
        case OURS -> {}
        case NEWER ->
            throw new OperatorMistake(
                "The backup " + copy + " was written by a newer Feedwarden; start that version.");
        case NONE -> throw notOurs(copy);
      }
    } catch (SQLException unreadable) {
      throw notOurs(copy);
    }
  }

  private static String uri(Path file) {
    return file.toAbsolutePath().toUri().getRawPath() + "?mode=ro";
  }

  private static OperatorMistake notOurs(Path copy) {
    return new OperatorMistake(copy + " is not a backup of Feedwarden's.");
  }

  /** Settles a PostgreSQL database that its own tool has put back. */
  public static void settle(Access access) {
    if (access.isSqlite()) {
      throw new OperatorMistake("Name the backup to restore; --loaded is for PostgreSQL.");
    }
    try (var database = Database.open(access)) {
      database.useWrite(Settling::postgresql);
    }
  }
}
