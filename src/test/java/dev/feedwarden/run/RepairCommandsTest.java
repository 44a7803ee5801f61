package dev.feedwarden.run;

import static dev.feedwarden.run.Publisher.rss;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Upstream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A feed that is gone, from the keyboard. */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class RepairCommandsTest {
  @TempDir Path folder;

  @Test
  void a_lost_feed_is_found_accepted_and_taken_back_and_the_host_has_its_books() {
    try (var site = Upstream.start("127.0.24.1").otherwise(Answers.status(404))) {
      var program = new Program(folder);
      var old = site.url("/blog/old.xml");
      site.route("/blog/old.xml", rss("f", 5));
      program.register(List.of(old));
      program.run("ingest").succeeded();
      site.route("/blog/old.xml", Answers.status(410));
      site.route("/blog/feed", rss("f", 5));
      program.run("ingest").succeeded();

      assertThat(program.run("repair", "search").succeeded().out())
          .isEqualTo("Looked for 1 feed.\n");
      var proposed = program.run("repair", "list", "--json").succeeded().json().getFirst();
      var id = proposed.path("source_id").asString();
      assertThat(proposed.path("to_url").asString()).isEqualTo(site.url("/blog/feed"));
      assertThat(program.run("repair", "accept", "1").succeeded().out())
          .isEqualTo("Now at " + site.url("/blog/feed") + "\n");
      assertThat(program.run("repair", "reject", "1").code()).isEqualTo(2);
      assertThat(program.run("sources", "moves", id).succeeded().out()).contains("repair 1");
      assertThat(program.run("repair", "undo", "1").succeeded().out())
          .isEqualTo("Back at " + old + "\n");
      assertThat(program.run("sources", "undo-move", id).err()).contains("has not moved");
      assertThat(program.run("sources", "follow-move", id).code()).isEqualTo(2);
      var books =
          program
              .run("courtesy", site.url("/").replaceAll("^http://|/$", ""), "--json")
              .succeeded()
              .json()
              .getFirst();
      assertThat(books.path("total").path("requests").asInt()).isEqualTo(site.seen().size());
    }
  }
}
