package dev.feedwarden.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bad input gets one clear sentence, exit code 2, and changes nothing. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class BadInputTest {
  @TempDir Path folder;
  private Program program;

  @BeforeEach
  void open() throws IOException {
    program = new Program(folder);
    Files.writeString(
        folder.resolve("cut.opml"), "<opml><body><outline xmlUrl='http://a.example/'");
    Files.writeString(folder.resolve("page.html"), "<html><body>Hello</body></html>");
    Files.writeString(folder.resolve("bad.yaml"), "request_timeuot: 3\n");
    Files.writeString(
        folder.resolve("garbage.db"), "this is not a database, but long enough to be read as one");
  }

  static Stream<Arguments> mistakes() {
    return Stream.of(
        mistake("Unknown option: '--foo'", "ingest", "--foo"),
        mistake("There is no command 'ingets'; did you mean ingest?", "ingets"),
        mistake("SECRET_KEY", "config", "check", "--secret-key", "short"),
        mistake("not both", "parse", "page.html", "--inputs", "list.jsonl"),
        mistake("--limit takes a number from 1, not 0.", "ingest", "--limit", "0"),
        mistake(
            "Invalid value for option '--limit': 'many' is not a whole number",
            "ingest",
            "--limit",
            "many"),
        mistake("--parallel takes 1 to 256, not 999.", "ingest", "--parallel", "999"),
        mistake(
            "The id 7 is not a source id; see 'feedwarden sources list'.",
            "ingest",
            "--only-source-id",
            "7"),
        mistake(
            "The URL example.org/feed does not begin with http:// or https://.",
            "sources",
            "add",
            "example.org/feed"),
        mistake(
            "The URL ftp://example.org/ does not begin with http:// or https://.",
            "sources",
            "add",
            "ftp://example.org/"),
        mistake("The URL ***@x/feed does not", "sources", "add", "http:/u:PW3@x/feed"),
        mistake(
            "The URL ***@example.org/ contains a user name or password.",
            "sources",
            "add",
            "http://u:p@example.org/"),
        mistake(
            "--interval takes 1 to 1440 minutes, not 0.",
            "sources",
            "add",
            "https://example.org/",
            "--interval",
            "0"),
        mistake("cut.opml cannot be imported: ", "sources", "import", "cut.opml"),
        mistake(
            "page.html cannot be imported: the file is not OPML: its first element is \"html\".",
            "sources",
            "import",
            "page.html"),
        mistake("The file none.opml does not exist.", "sources", "import", "none.opml"),
        mistake("There is no article 5.", "articles", "show", "5"),
        mistake(
            "There is no source 01900000-0000-7000-8000-000000000000; see 'feedwarden sources"
                + " list'.",
            "sources",
            "show",
            "01900000-0000-7000-8000-000000000000"),
        mistake("the key request_timeuot in bad.yaml", "config", "check", "--config", "bad.yaml"),
        mistake(
            "--request-timeout: 'soon' is not a duration",
            "config",
            "check",
            "--request-timeout",
            "soon"),
        mistake(
            "garbage.db cannot be used: it is damaged or not a SQLite database.",
            "sources",
            "list",
            "--database-url",
            "jdbc:sqlite:garbage.db"),
        mistake(
            "cannot be used: its folder does not exist.",
            "sources",
            "list",
            "--database-url",
            "jdbc:sqlite:nowhere/x.db"));
  }

  private static Arguments mistake(String sentence, String... args) {
    return Arguments.of(sentence, List.of(args));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("mistakes")
  void a_mistake_is_told_in_a_sentence(String sentence, List<String> args) {
    var result = program.run(args.toArray(String[]::new));

    assertThat(result.err()).contains(sentence);
    assertThat(result.err().lines().filter(line -> !line.startsWith("Try '"))).hasSize(1);
    assertThat(result.err()).startsWith("feedwarden: ");
    assertThat(result.out()).isEmpty();
    assertThat(result.code()).isEqualTo(2);
  }

  @Test
  void nothing_is_changed_by_a_mistake() throws IOException {
    program.run("sources", "add", "https://example.org/feed").succeeded();
    var before = program.run("sources", "list", "--json").out();
    var garbage = Files.readAllBytes(folder.resolve("garbage.db"));

    program.run("sources", "add", "https://EXAMPLE.org:443/feed#x");
    program.run("sources", "import", "cut.opml");
    program.run("sources", "list", "--database-url", "jdbc:sqlite:garbage.db");

    assertThat(program.run("sources", "list", "--json").out()).isEqualTo(before);
    assertThat(Files.readAllBytes(folder.resolve("garbage.db"))).isEqualTo(garbage);
  }

  @Test
  void a_feed_that_is_registered_is_not_registered_again() {
    program.run("sources", "add", "https://example.org/feed").succeeded();

    var again = program.run("sources", "add", "https://example.org/feed");

    assertThat(again.err()).startsWith("feedwarden: The feed is registered already, as ");
    assertThat(again.code()).isEqualTo(2);
  }

  @Test
  void an_unknown_variable_stops_the_start() {
    var result = program.with("REQUEST_TIMEUOT", "3").run("ingest");

    assertThat(result.err()).contains("FEEDWARDEN_REQUEST_TIMEUOT");
    assertThat(result.code()).isEqualTo(2);
    assertThat(program.data()).doesNotExist();
  }

  @Test
  void R_07_a_database_that_vanished_or_was_emptied_is_not_silently_replaced() throws IOException {
    program.run("sources", "add", "https://example.org/feed").succeeded();
    var file = program.data().resolve("feedwarden.db");
    Files.write(file, new byte[0]);
    assertThat(program.run("sources", "list").err()).contains("missing or empty");

    Files.delete(file);

    var result = program.run("ingest");
    assertThat(result.err()).contains("it was used before and is now missing or empty");
    assertThat(result.code()).isEqualTo(2);
    assertThat(file).doesNotExist();
  }

  @Test
  void private_addresses_are_refused_in_the_same_words_whatever_lies_behind() {
    program.with("ALLOWED_ADDRESSES", "127.0.0.9/32");

    var texts =
        Stream.of(
                "http://127.0.0.1:1/",
                "http://10.0.0.1/",
                "http://169.254.169.254/",
                "http://[::1]/")
            .map(url -> program.run("sources", "add", url).err().replace(url, "URL"))
            .distinct();

    assertThat(texts).hasSize(1);
    program.run("sources", "add", "http://127.0.0.9:8080/").succeeded();
  }

  @Test
  void an_empty_register_says_what_to_do_next() {
    var result = program.run("ingest").succeeded();

    assertThat(result.out()).startsWith("No sources yet. Add one with: feedwarden sources add URL");
  }

  @Test
  void an_import_registers_the_good_rows_and_reports_the_others() throws IOException {
    Files.write(
        folder.resolve("mixed.opml"),
        """
        <opml version="2.0"><body>
        <outline text="A"><outline text="B" xmlUrl="https://example.org/b"/></outline>
        <outline text="C" xmlUrl="javascript:alert(1)"/>
        <outline text="D" xmlUrl="http://169.254.169.254/"/>
        <outline text="B again" xmlUrl="https://example.org/b"/>
        </body></opml>
        """
            .getBytes(UTF_8));

    var result = program.run("sources", "import", "mixed.opml").succeeded();

    assertThat(result.out()).isEqualTo("1 added, 1 known already, 2 refused.\n");
    assertThat(result.err()).contains("line 3: refused", "line 4: refused");
    assertThat(program.sources()).containsOnlyKeys("https://example.org/b");
  }

  @Test
  void an_export_can_be_imported_again() throws IOException {
    program
        .run("sources", "add", "https://example.org/a?b=1&c=2", "--name", "A <b> & \"c\"")
        .succeeded();
    program.run("sources", "export", "out.opml").succeeded();
    var other = new Program(Files.createDirectory(folder.resolve("other")));

    other.run("sources", "import", folder.resolve("out.opml").toString()).succeeded();

    assertThat(other.source("https://example.org/a?b=1&c=2").path("name").asString())
        .isEqualTo("A <b> & \"c\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ingest", "sources", "sources add", "articles list", "config show", "demo"})
  void every_command_has_help(String command) {
    var args = Stream.concat(Arrays.stream(command.split(" ")), Stream.of("--help"));

    var result = program.run(args.toArray(String[]::new)).succeeded();

    assertThat(result.out()).startsWith("Usage: feedwarden " + command);
  }

  @Test
  void output_that_cannot_be_written_is_a_failure() {
    program.run("sources", "add", "https://example.org/feed").succeeded();

    assertThat(program.runInto(Path.of("/dev/full"), "sources", "export").code()).isEqualTo(1);
  }
}
