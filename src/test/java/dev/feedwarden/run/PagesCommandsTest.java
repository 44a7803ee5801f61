package dev.feedwarden.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Upstream;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages from the keyboard. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class PagesCommandsTest {
  @TempDir Path folder;

  @Test
  void a_page_is_submitted_listed_shown_and_forgotten() {
    try (var site = Upstream.start("127.0.25.1")) {
      var program = new Program(folder);
      var source =
          program
              .run("sources", "add", site.url("/feed"), "--mode", "feed+pages", "--json")
              .succeeded()
              .json()
              .getFirst()
              .path("id")
              .asString();

      assertThat(program.run("sources", "show", source, "--json").succeeded().out())
          .contains("feed+pages");
      assertThat(
              program.run("pages", "submit", site.url("/a"), "--source", source).succeeded().out())
          .isEqualTo("Queued 1 " + site.url("/a") + "\n");
      assertThat(program.run("pages", "submit", site.url("/a"), "--source", source).code())
          .isEqualTo(2);
      assertThat(program.run("pages", "list").succeeded().out()).contains("pending", "/a");
      assertThat(program.run("pages", "stats").succeeded().out()).contains("pending");
      assertThat(
              program
                  .run("pages", "stats", "--source", "0195f000-0000-7000-8000-000000000001")
                  .code())
          .isEqualTo(2);
      assertThat(program.run("pages", "list", "--limit", "0").err()).contains("--limit takes 1");
      assertThat(program.run("pages", "show", "1").succeeded().out()).contains("pending");
      assertThat(program.run("pages", "retry").err()).contains("Name a page");
      assertThat(program.run("pages", "retry", "1").err()).contains("is pending");
      assertThat(program.run("pages", "delete", "1").succeeded().out()).isEqualTo("Forgotten.\n");
      assertThat(program.run("pages", "show", "1").code()).isEqualTo(2);
      assertThat(program.run("sources", "set", source, "--mode", "x").err())
          .contains("--mode is feed or feed+pages");
    }
  }
}
