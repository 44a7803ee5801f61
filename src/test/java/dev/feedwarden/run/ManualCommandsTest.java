package dev.feedwarden.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.parser.Parser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Does what the manual says, as it is written: blocks tagged {@code console run} in the order of
 * their page, in one folder. What stands below a command must be printed; "…" is anything.
 */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class ManualCommandsTest {
  private static final long PATIENCE_SECONDS = 120;

  private static World world;

  @TempDir Path folder;
  private final List<Process> background = new ArrayList<>();

  private record Block(String info, String text) {
    boolean is(String start) {
      return info.equals(start) || info.startsWith(start + " ");
    }

    /** The lines of the commands, without their prompts. */
    String commands() {
      var lines = new ArrayList<String>();
      for (var line : text.lines().toList()) {
        if (line.startsWith("$ ")) {
          lines.add(line.substring(2));
        } else if (!lines.isEmpty() && lines.getLast().endsWith("\\")) {
          lines.add(line);
        }
      }
      return String.join("\n", lines);
    }

    List<Pattern> printed() {
      var patterns = new ArrayList<Pattern>();
      var continued = false;
      for (var line : text.lines().toList()) {
        if (!line.startsWith("$ ") && !continued) {
          patterns.add(
              Pattern.compile(
                  Stream.of(line.strip().split("…", -1))
                      .map(part -> Pattern.quote(part.strip()))
                      .collect(Collectors.joining(".*"))));
        }
        continued = (line.startsWith("$ ") || continued) && line.endsWith("\\");
      }
      return patterns;
    }
  }

  @BeforeAll
  static void open() throws IOException {
    world = new World();
  }

  @AfterAll
  static void close() throws IOException {
    world.close();
  }

  @AfterEach
  void stop() throws InterruptedException {
    for (var process : background) {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static List<Path> pages() throws IOException {
    try (var files = Files.walk(Path.of("docs"))) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
  }

  static Stream<Path> pagesToRun() throws IOException {
    var found = new ArrayList<Path>();
    for (var page : pages()) {
      if (blocks(page).stream().anyMatch(block -> block.is("console run"))) {
        found.add(page);
      }
    }
    return found.stream();
  }

  private static List<Block> blocks(Path page) throws IOException {
    var blocks = new ArrayList<Block>();
    Parser.builder()
        .build()
        .parse(Files.readString(page))
        .accept(
            new AbstractVisitor() {
              @Override
              public void visit(FencedCodeBlock block) {
                blocks.add(new Block(block.getInfo(), block.getLiteral()));
              }
            });
    return blocks;
  }

  @Test
  void every_command_is_run() throws IOException {
    for (var page : pages()) {
      assertThat(blocks(page))
          .as("%s", page)
          .filteredOn(block -> !isTriedElsewhere(page, block))
          .noneMatch(block -> block.is("console") && !block.is("console run"))
          .noneMatch(block -> block.is("sh") || block.is("bash") || block.is("shell"));
      if (isStepByStep(page)) {
        assertThat(blocks(page)).as("%s", page).isNotEmpty();
      }
    }
  }

  // Packages are made and installed by tools/package; pg_dump must be as new as the server.
  private static boolean isTriedElsewhere(Path page, Block block) {
    return page.endsWith("install.md")
        || (page.endsWith("backup.md") && block.text().contains("pg_"));
  }

  /** Whether a page begins with nothing; on the others there is a source already. */
  private static boolean isStepByStep(Path page) {
    return page.endsWith("tutorial.md") || page.startsWith("docs/howto");
  }

  @ParameterizedTest
  @MethodSource("pagesToRun")
  void what_is_written_can_be_done(Path page) throws Exception {
    try (var around = new Around(page)) {
      for (var block : blocks(page)) {
        var text = around.here(block.text());
        if (block.is("console run background")) {
          goOn(new Block(block.info(), text), around);
        } else if (block.is("console run")) {
          run(new Block(block.info(), text), around);
        } else if (block.info().contains(" file ")) {
          Files.writeString(folder.resolve(block.info().replaceFirst(".* file ", "")), text);
        } else if (block.is("sql run")) {
          around.sql(text);
        }
      }
    }
  }

  private void run(Block block, Around around) throws IOException, InterruptedException {
    var out = folder.resolve("out.txt");
    var process = bash(block, around, out);
    assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    var said = Files.readString(out);

    assertThat(process.exitValue()).as("%s%n%s", block.commands(), said).isZero();
    assertThat(missing(block, said)).as("%s%n%s", block.commands(), said).isEmpty();
  }

  private void goOn(Block block, Around around) throws IOException {
    var out = folder.resolve("background.txt");
    background.add(bash(block, around, out));
    await()
        .atMost(Duration.ofSeconds(PATIENCE_SECONDS))
        .untilAsserted(() -> assertThat(missing(block, Files.readString(out))).isEmpty());
  }

  private static List<Pattern> missing(Block block, String said) {
    return block.printed().stream().filter(line -> !line.matcher(said).find()).toList();
  }

  private Process bash(Block block, Around around, Path out) throws IOException {
    Files.deleteIfExists(out);
    var builder =
        new ProcessBuilder("bash", "-euo", "pipefail", "-c", block.commands())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("FEEDWARDEN_"));
    builder.environment().remove("XDG_DATA_HOME");
    builder.environment().put("HOME", folder.toString());
    around.settings().forEach(line -> builder.environment().put(line.get(0), line.get(1)));
    return builder.start();
  }

  /**
   * What is around a page here: a checkout's launcher, and others where the manual has examples.
   */
  private final class Around implements AutoCloseable {
    private final String page;
    private final int port;
    private final List<Closeable> others = new ArrayList<>();
    private String database = "";
    private String broker = "";
    private String source = "ID";

    Around(Path page) throws Exception {
      this.page = Files.readString(page);
      try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        port = free.getLocalPort();
      }
      launcher();
      world.authority(folder);
      if (!isStepByStep(page)) {
        source = added();
      }
      if (this.page.contains("db.example.org")) {
        run(
            new Block("", "$ ./feedwarden sources add https://example.org/feed"),
            this); // in SQLite
        var postgres = EmbeddedPostgres.start();
        others.add(postgres);
        database = "127.0.0.1:" + postgres.getPort();
      }
      if (this.page.contains("kafka.example.org")) {
        var kafka = Broker.shared();
        kafka.topic("news.articles", Map.of());
        kafka.topic("feedwarden.events", Map.of());
        broker = kafka.direct();
      }
    }

    private String added() throws IOException, InterruptedException {
      run(new Block("", "$ ./feedwarden sources add https://blog.example.org/feed.xml"), this);
      var said = Files.readString(folder.resolve("out.txt"));
      var id = Pattern.compile("[0-9a-f]{8}-[0-9a-f-]{27}").matcher(said);
      assertThat(id.find()).as(said).isTrue();
      return id.group();
    }

    private void launcher() throws IOException {
      var command =
          Launch.command(List.of()).stream()
              .map(part -> "'" + part + "'")
              .collect(Collectors.joining(" "));
      var file = folder.resolve("feedwarden");
      Files.writeString(
          file, "#!/bin/sh\nexec " + command + " \"$@\"\n", StandardOpenOption.CREATE);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    /** The same text with the addresses of this machine in place of examples. */
    String here(String text) {
      return text.replace("127.0.0.1:8080", "127.0.0.1:" + port)
          .replace("proxy.example.org:3128", world.address())
          .replace("db.example.org", database)
          .replaceAll("\\bID\\b", source)
          .replace("kafka.example.org:9092", broker);
    }

    List<List<String>> settings() {
      var settings = new ArrayList<List<String>>();
      settings.add(List.of("FEEDWARDEN_SSL_CA_FILE", folder.resolve("world.pem").toString()));
      settings.add(List.of("FEEDWARDEN_LISTEN", "127.0.0.1:" + port));
      settings.add(List.of("FEEDWARDEN_ALLOWED_ADDRESSES", "127.0.0.0/8"));
      if (!page.contains("proxy.example.org")) {
        settings.add(List.of("FEEDWARDEN_PROXY", "http://" + world.address()));
      }
      return settings;
    }

    void sql(String text) throws SQLException {
      for (var other : others) {
        if (other instanceof EmbeddedPostgres postgres) {
          try (var connection = postgres.getPostgresDatabase().getConnection();
              var statement = connection.createStatement()) {
            for (var one : text.split(";\\s*", -1)) {
              if (!one.isBlank()) {
                statement.execute(one);
              }
            }
          }
        }
      }
    }

    @Override
    public void close() throws IOException {
      for (var other : others) {
        other.close();
      }
    }
  }
}
