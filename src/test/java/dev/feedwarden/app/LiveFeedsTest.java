package dev.feedwarden.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.feedwarden.app.LiveFeeds.News;
import dev.feedwarden.cli.Terminal;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.WebUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class LiveFeedsTest {
  private static final News NOTHING = new News.Nothing();

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void place() {
    file = folder.resolve("feeds.yaml");
  }

  private LiveFeeds started(String text) throws IOException {
    Files.writeString(file, text);
    return new LiveFeeds(
        file,
        new LiveConfig(
            new Configuration(Map.of(), folder, folder.resolve("home"), "1"),
            new Terminal(System.out, System.err, false, false, false)));
  }

  @Test
  void a_change_is_followed_once_when_two_looks_have_found_the_same() throws IOException {
    var live = started("feeds: []");

    Files.writeString(file, "feeds: [https://a.exam");
    assertThat(live.news()).isEqualTo(NOTHING);
    Files.writeString(file, "feeds: [https://a.example/]");

    assertThat(List.of(live.news(), live.news(), live.news()))
        .containsExactly(
            NOTHING,
            new News.Fresh(
                List.of(new Settings("a.example", WebUrl.of("https://a.example/"), true, null))),
            NOTHING);
  }

  @Test
  void an_empty_or_missing_file_is_refused_once() throws IOException {
    var live = started("feeds: []");

    Files.writeString(file, "\n");
    assertThat(List.of(live.news(), live.news(), live.news()))
        .containsExactly(
            NOTHING, new News.Refused(List.of(file + ": the file is empty.")), NOTHING);
    Files.delete(file);

    assertThat(List.of(live.news(), live.news(), live.news()))
        .containsExactly(
            NOTHING, new News.Refused(List.of(file + ": the file does not exist.")), NOTHING);
  }

  @Test
  void a_private_address_stops_the_start() {
    assertThatThrownBy(() -> started("feeds:\n  - http://10.0.0.1/feed\n"))
        .isInstanceOf(OperatorMistake.class)
        .hasMessageContaining("feeds.yaml, line 2: the URL http://10.0.0.1/feed is private");
  }
}
