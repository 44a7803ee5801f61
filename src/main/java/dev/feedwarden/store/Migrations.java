package dev.feedwarden.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Whether a database has exactly the migrations of this build. Flyway takes half of a start to find
 * that out; whatever is not as expected is left to it.
 */
final class Migrations {
  private static final String HISTORY = "flyway_schema_history";

  private Migrations() {}

  static boolean areDone(DataSource connections, String folder) {
    return Jdbi.create(connections).withHandle(h -> exists(h) && done(h).equals(ours(folder)));
  }

  /** How a database stands to this build. */
  enum Fit {
    /** It has some of our migrations, or all. */
    OURS,
    /** It has others besides. */
    NEWER,
    /** It has none at all. */
    NONE
  }

  static Fit judge(Handle h, String folder) {
    if (!exists(h)) {
      return Fit.NONE;
    }
    return ours(folder).containsAll(done(h)) ? Fit.OURS : Fit.NEWER;
  }

  private static boolean exists(Handle h) {
    var connection = h.getConnection();
    try (var tables =
        connection
            .getMetaData()
            .getTables(null, connection.getSchema(), HISTORY, new String[] {"TABLE"})) {
      return tables.next();
    } catch (SQLException unreadable) {
      throw new IllegalStateException(unreadable);
    }
  }

  private record Done(String script, int checksum, boolean success) {}

  // Flyway's own first row, if it made the schema, has no version.
  private static Set<Done> done(Handle h) {
    return h.createQuery(
            """
            SELECT script, checksum, success FROM flyway_schema_history
            WHERE version IS NOT NULL
            """)
        .map((row, _) -> new Done(row.getString(1), row.getInt(2), row.getBoolean(3)))
        .set();
  }

  private static Set<Done> ours(String folder) {
    var all = new HashMap<String, Integer>();
    try {
      var place =
          Path.of(
              requireNonNull(Migrations.class.getProtectionDomain().getCodeSource())
                  .getLocation()
                  .toURI());
      for (var from : List.of("db/migration", folder)) {
        all.putAll(
            Files.isDirectory(place) ? inFolder(place.resolve(from)) : inJar(place, from + "/"));
      }
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
    return all.entrySet().stream()
        .map(one -> new Done(one.getKey(), one.getValue(), true))
        .collect(Collectors.toSet());
  }

  private static Map<String, Integer> inFolder(Path folder) throws IOException {
    var found = new HashMap<String, Integer>();
    try (var files = Files.list(folder)) {
      for (var file : files.toList()) {
        try (var text = Files.newInputStream(file)) {
          found.put(file.getFileName().toString(), checksum(text));
        }
      }
    }
    return found;
  }

  private static Map<String, Integer> inJar(Path jar, String folder) throws IOException {
    var found = new HashMap<String, Integer>();
    try (var open = new JarFile(jar.toFile())) {
      for (var entry : Collections.list(open.entries())) {
        var name = entry.getName();
        if (name.startsWith(folder) && !entry.isDirectory()) {
          try (var text = open.getInputStream(entry)) {
            found.put(name.substring(folder.length()), checksum(text));
          }
        }
      }
    }
    return found;
  }

  // As Flyway counts it: every line without its end.
  private static int checksum(InputStream text) throws IOException {
    var sum = new CRC32();
    new String(text.readAllBytes(), UTF_8)
        .lines()
        .forEach(line -> sum.update(line.getBytes(UTF_8)));
    return (int) sum.getValue();
  }
}
