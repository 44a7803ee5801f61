package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong, in words. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class DoctorTest {
  @TempDir Path folder;

  private static List<String> verdicts(Program.Result result) {
    return result.json().stream()
        .map(line -> line.path("check").asString() + " " + line.path("verdict").asString())
        .toList();
  }

  @Test
  void everything_is_well() {
    try (var publisher = new Publisher()) {
      publisher.serving(rss("a", 1).with("Date", "Mon, 01 Jan 2001 00:00:00 GMT"));
      publisher.serving(rss("b", 1));
      var program = new Program(folder);
      program.register(publisher.urls());

      var well = program.run("doctor", "--json", "--url", publisher.url(1));
      var wrongClock = program.run("doctor", "--json", "--url", publisher.url(0));
      var forPeople = program.run("doctor", "--url", publisher.url(1));

      assertThat(verdicts(well))
          .startsWith("configuration ok")
          .contains("migrations ok", "database ok", "writing ok", "DNS ok", "way out ok")
          .noneMatch(line -> line.endsWith(" fail"));
      assertThat(well.code()).isZero();
      assertThat(verdicts(wrongClock)).contains("clock fail");
      assertThat(wrongClock.code()).isEqualTo(1);
      assertThat(forPeople.out()).contains("ok    database       answers and is whole\n");
    }
  }

  @Test
  void what_is_wrong_is_said_with_what_to_do() throws IOException {
    var program = new Program(folder);

    var misset = program.with("WORKERS", "many").run("doctor");
    program.without("WORKERS").run("sources", "list").succeeded();
    Files.setPosixFilePermissions(
        program.data().resolve("feedwarden.db"), PosixFilePermissions.fromString("rw-r--r--"));
    var nobody = program.run("doctor", "--url", "http://127.0.6.6:54321/");
    Files.write(program.data().resolve("feedwarden.db"), new byte[20_000]);
    var damaged = program.run("doctor");

    assertThat(misset.code()).isEqualTo(1);
    assertThat(misset.out())
        .startsWith("fail  configuration  FEEDWARDEN_WORKERS: 'many' is not a whole number");
    assertThat(nobody.code()).isEqualTo(1);
    assertThat(nobody.out())
        .contains("warn  file mode      ")
        .contains("fail  way out        127.0.6.6 has an address but cannot be reached");
    assertThat(damaged.code()).isEqualTo(1);
    assertThat(damaged.out())
        .contains("fail  database ")
        .contains("it is damaged or not a SQLite database")
        .contains("warn  way out        there is no feed that could be asked");
  }
}
