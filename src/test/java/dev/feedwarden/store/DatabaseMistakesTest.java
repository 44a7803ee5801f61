package dev.feedwarden.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.store.Access.Pool;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A database that cannot be used is told in a sentence, whatever the reason. */
class DatabaseMistakesTest {
  @TempDir Path folder;

  private static String mistake(Access access) {
    var thrown = catchThrowable(() -> Database.open(access).close());
    assertThat(thrown).isInstanceOf(OperatorMistake.class);
    return String.valueOf(thrown.getMessage());
  }

  private static Access as(String user, String password, String url) {
    return new Access(url.replaceFirst("\\?.*", ""), user, password, Pool.STANDARD);
  }

  @Test
  void a_wrong_password() throws Exception {
    var url = TestEngine.POSTGRESQL.freshUrl(folder);
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement()) {
      statement.execute("CREATE ROLE careful LOGIN PASSWORD 'right'");
      statement.execute("GRANT ALL ON SCHEMA public TO careful");
      var rules = Path.of(first(statement, "SHOW hba_file"));
      Files.writeString(
          rules, "host all careful 127.0.0.1/32 scram-sha-256\n" + Files.readString(rules));
      statement.execute("SELECT pg_reload_conf()");

      await()
          .atMost(Duration.ofSeconds(10)) // the server reads its rules when it comes to it
          .untilAsserted(
              () ->
                  assertThat(mistake(as("careful", "wrong", url)))
                      .isEqualTo(
                          "The database cannot be reached: the user name or password is wrong."));
    }
    Database.open(as("careful", "right", url)).close();
  }

  private static String first(Statement statement, String query) throws SQLException {
    try (var rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }

  @Test
  void nobody_there() throws IOException {
    int free;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    assertThat(mistake(Access.to("jdbc:postgresql://127.0.0.1:" + free + "/feedwarden")))
        .isEqualTo("The database cannot be reached: no server answers there.");
  }

  @Test
  void a_database_that_does_not_exist() {
    var url = TestEngine.POSTGRESQL.freshUrl(folder).replaceFirst("/test\\d+", "/nothing");
    assertThat(mistake(Access.to(url)))
        .isEqualTo("The database cannot be reached: there is no database of that name.");
  }

  @Test
  void a_server_that_is_too_old() throws IOException {
    try (var old = new OldServer()) {
      assertThat(mistake(as("any", "any", old.url())))
          .isEqualTo("The database is PostgreSQL 14; Feedwarden needs 15 or newer.");
    }
  }

  @ParameterizedTest
  @EnumSource(TestEngine.class)
  void a_schema_of_a_newer_version(TestEngine engine) throws SQLException {
    var url = engine.freshUrl(folder);
    Database.open(Access.to(url)).close();
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement()) {
      statement.execute(
          """
          INSERT INTO flyway_schema_history (installed_rank, version, description, type, script,
                                             checksum, installed_by, execution_time, success)
          SELECT max(installed_rank) + 1, '999', 'to come', 'SQL', 'V999__to_come.sql', 1, 'x', 1, %s
          FROM flyway_schema_history
          """
              .formatted(engine == TestEngine.SQLITE ? "1" : "true"));
    }
    assertThat(mistake(Access.to(url)))
        .isEqualTo(
            "The database was written by a newer Feedwarden (schema 999); start that version, or"
                + " restore a backup.");
  }

  /** As much of PostgreSQL's protocol as a client needs to learn the version. */
  private static final class OldServer implements AutoCloseable {
    private final ServerSocket socket = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());

    OldServer() throws IOException {
      Thread.ofVirtual().start(this::accept);
    }

    String url() {
      return "jdbc:postgresql://127.0.0.1:" + socket.getLocalPort() + "/any?";
    }

    private void accept() {
      while (!socket.isClosed()) {
        try {
          var client = socket.accept();
          Thread.ofVirtual().start(() -> talk(client));
        } catch (IOException closed) {
          return;
        }
      }
    }

    private static void talk(Socket client) {
      try (client;
          var in = new DataInputStream(client.getInputStream());
          var out = new DataOutputStream(client.getOutputStream())) {
        int length = in.readInt();
        while (length == 8) { // a question about encryption
          in.skipNBytes(4);
          out.write('N');
          length = in.readInt();
        }
        in.skipNBytes(length - 4L);
        send(out, 'R', new byte[4]);
        for (var known :
            new String[] {
              "server_version\00014.9",
              "client_encoding\0UTF8",
              "server_encoding\0UTF8",
              "DateStyle\0ISO, MDY",
              "integer_datetimes\0on",
              "standard_conforming_strings\0on",
              "TimeZone\0UTC"
            }) {
          send(out, 'S', (known + "\0").getBytes(StandardCharsets.UTF_8));
        }
        send(out, 'K', new byte[8]);
        send(out, 'Z', new byte[] {'I'});
        var isAsked = false; // the only question of the pool is how transactions are isolated
        for (int type = in.read(); type > 0 && type != 'X'; type = in.read()) {
          var body = new String(in.readNBytes(in.readInt() - 4), StandardCharsets.UTF_8);
          switch (type) {
            case 'P' -> {
              isAsked = body.contains("ISOLATION");
              send(out, '1', new byte[0]);
            }
            case 'B' -> send(out, '2', new byte[0]);
            case 'D' -> {
              if (isAsked) {
                send(
                    out,
                    'T',
                    hex(
                        "0001"
                            + "6100"
                            + "00000000"
                            + "0000"
                            + "00000019"
                            + "ffff"
                            + "ffffffff"
                            + "0000"));
              } else {
                send(out, 'n', new byte[0]);
              }
            }
            case 'E' -> {
              if (isAsked) {
                var level = "read committed".getBytes(StandardCharsets.UTF_8);
                send(out, 'D', join(hex("0001" + "%08x".formatted(level.length)), level));
                send(out, 'C', "SHOW\0".getBytes(StandardCharsets.UTF_8));
              } else {
                send(out, 'I', new byte[0]);
              }
            }
            case 'Q' -> {
              send(out, 'I', new byte[0]);
              send(out, 'Z', new byte[] {'I'});
            }
            case 'S' -> send(out, 'Z', new byte[] {'I'});
            default -> throw new IOException("not in this play: " + (char) type);
          }
        }
      } catch (IOException gone) {
        // the client knows enough
      }
    }

    private static byte[] hex(String text) {
      return HexFormat.of().parseHex(text);
    }

    private static byte[] join(byte[] one, byte[] two) {
      var all = Arrays.copyOf(one, one.length + two.length);
      System.arraycopy(two, 0, all, one.length, two.length);
      return all;
    }

    private static void send(DataOutputStream out, char type, byte[] body) throws IOException {
      out.write(type);
      out.writeInt(body.length + 4);
      out.write(body);
      out.flush();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
