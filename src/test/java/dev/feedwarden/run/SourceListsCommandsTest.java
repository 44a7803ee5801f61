package dev.feedwarden.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many sources at once: tables in and out, and what is done to all that a filter finds. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class SourceListsCommandsTest {
  @TempDir Path folder;
  private Program program;

  @BeforeEach
  void open() {
    program = new Program(folder);
  }

  private void table(String rows) throws IOException {
    Files.writeString(folder.resolve("feeds.csv"), rows);
  }

  @Test
  void a_table_is_imported_row_by_row_and_exported_without_secrets() throws IOException {
    table(
        """
        \uFEFFname,url,tags,interval,notes
        "=A, ""b\""",https://a.example/?token=s3cret&x=1,"News, daily",30,"two
        lines"
        B,javascript:alert(1),,,
        again,https://A.example:443/?token=s3cret&x=1,,,
        """);

    var imported = program.run("sources", "import", "feeds.csv").succeeded();
    var opml = program.run("sources", "export").succeeded();
    program.run("sources", "export", "--csv", "out.csv").succeeded();
    var secret = program.run("sources", "export", "--csv", "--with-secrets").succeeded();

    assertThat(imported.out()).isEqualTo("1 added, 1 known already, 1 refused.\n");
    assertThat(imported.err())
        .isEqualTo(
            "line 4: refused, the URL does not begin with http:// or https://:"
                + " javascript:alert(1)\n");
    assertThat(opml.out()).contains("xmlUrl=\"https://a.example/?x=1\"").doesNotContain("s3cret");
    assertThat(opml.err())
        .isEqualTo(
            "1 feed without what looks like a secret in the URL; --with-secrets writes it.\n");
    assertThat(folder.resolve("out.csv"))
        .hasContent(
            "url,name,tags,interval,notes\n"
                + "https://a.example/?x=1,\"'=A, \"\"b\"\"\",\"daily, news\",30,\"two\nlines\"\n");
    assertThat(secret.out()).contains("https://a.example/?token=s3cret&x=1,");
    assertThat(secret.err()).isEmpty();
  }

  @Test
  void what_a_filter_finds_is_disabled_enabled_and_polled_with_a_count() throws IOException {
    table("url,tags\nhttps://a.example/,x\nhttps://b.example/,x\nhttps://c.example/,y\n");
    program.run("sources", "import", "feeds.csv").succeeded();

    var disabled = program.run("sources", "disable", "--tag", "x").succeeded();
    var polled = program.run("sources", "poll", "--all").succeeded();
    var enabled = program.run("sources", "enable", "--all", "--json").succeeded();
    var some = program.source("https://c.example/").path("id").asString();
    var one = program.run("sources", "poll", some).succeeded();
    var none = program.run("sources", "enable");
    var both = program.run("sources", "disable", some, "--all");

    assertThat(disabled.out()).isEqualTo("2 sources changed.\n");
    assertThat(polled.out()).isEqualTo("1 source changed, 2 stopped.\n");
    assertThat(enabled.out())
        .isEqualTo("{\"changed\":2,\"unchanged\":1,\"stopped\":0,\"not_found\":0}\n");
    assertThat(one.out()).isEqualTo("Due now: " + some + "\n");
    assertThat(none.code()).isEqualTo(2);
    assertThat(both.code()).isEqualTo(2);
    assertThat(both.err())
        .isEqualTo(
            "feedwarden: Say which sources: ids, or one or more of --tag, --status and --search, or"
                + " --all.\n");
  }
}
