package dev.feedwarden.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.app.LiveConfig.News;
import dev.feedwarden.cli.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class LiveConfigTest {
  private static final Terminal TERMINAL =
      new Terminal(System.out, System.err, false, false, false);
  private static final News NOTHING = new News.Nothing();
  private static final News WORKERS = new News.Reloaded(List.of("WORKERS"), List.of());

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void place() {
    file = folder.resolve("feedwarden.yaml");
  }

  private LiveConfig started(String text) throws IOException {
    Files.writeString(file, text);
    return started();
  }

  private LiveConfig started() {
    return new LiveConfig(
        new Configuration(Map.of(), folder, folder.resolve("home"), "1"), TERMINAL);
  }

  private static Config present(LiveConfig live) {
    return live.map(config -> config).get();
  }

  @Test
  void a_change_is_followed_when_two_looks_have_found_the_same() throws IOException {
    var live = started("workers: 3\n");

    Files.writeString(file, "workers: 4");
    assertThat(live.news()).isEqualTo(NOTHING);
    Files.writeString(file, "workers: 48");
    assertThat(live.news()).isEqualTo(NOTHING);
    assertThat(present(live).schedule().workers()).isEqualTo(3);
    assertThat(live.news()).isEqualTo(WORKERS);
    assertThat(present(live).schedule().workers()).isEqualTo(48);
    assertThat(live.news()).isEqualTo(NOTHING);
  }

  @Test
  void a_file_that_becomes_empty_is_refused_once_and_the_last_good_one_stays() throws IOException {
    var live = started("workers: 3\n");

    Files.writeString(file, "\n");

    assertThat(List.of(live.news(), live.news(), live.news()))
        .containsExactly(NOTHING, new News.Refused(List.of(file + ": the file is empty")), NOTHING);
    assertThat(present(live)).isEqualTo(live.atStart());
  }

  @Test
  void a_file_that_vanishes_is_refused_once_and_the_last_good_one_stays() throws IOException {
    var live = started("workers: 3\n");

    Files.delete(file);

    assertThat(List.of(live.news(), live.news(), live.news()))
        .containsExactly(
            NOTHING, new News.Refused(List.of(file + ": the file does not exist")), NOTHING);
    assertThat(present(live)).isEqualTo(live.atStart());
  }

  @Test
  void another_file_does_not_take_the_place_of_one_that_vanished() throws IOException {
    var live = started("workers: 3\n");
    var data = Files.createDirectories(folder.resolve("home/.local/share/feedwarden"));

    Files.move(file, data.resolve("feedwarden.yaml"));

    live.news();
    assertThat(live.news())
        .isEqualTo(new News.Refused(List.of(file + ": the file does not exist")));
  }

  @Test
  void a_file_that_comes_back_is_followed_from_where_it_was() throws IOException {
    var live = started("workers: 3\n");
    Files.delete(file);
    live.news();
    live.news();

    Files.writeString(file, "workers: 4\n");

    live.news();
    assertThat(live.news()).isEqualTo(WORKERS);
  }

  @Test
  void what_needs_a_restart_is_named_without_its_value_and_stays_as_it_was() throws IOException {
    var live = started("secret_key: one\n");

    Files.writeString(
        file,
        """
        secret_key: two
        data_dir: elsewhere
        poll_deadline: 100s
        request_timeout: 20s
        allowed_addresses: 10.0.0.0/8
        ingestion_user_agent: other
        max_redirects: 1
        min_fetch_interval_sec: 9
        proxy: http://proxy.example:3128
        """);

    live.news();
    assertThat(live.news())
        .isInstanceOfSatisfying(
            News.Reloaded.class,
            news -> {
              assertThat(news.followed()).isEmpty();
              assertThat(news.needing())
                  .contains(
                      "SECRET_KEY",
                      "DATA_DIR",
                      "POLL_DEADLINE",
                      "REQUEST_TIMEOUT",
                      "ALLOWED_ADDRESSES",
                      "INGESTION_USER_AGENT",
                      "MAX_REDIRECTS",
                      "MIN_FETCH_INTERVAL_SEC",
                      "PROXY");
              assertThat(news.toString()).doesNotContain("two");
            });
    assertThat(present(live)).isEqualTo(live.atStart());
  }

  @Test
  void what_is_as_it_was_at_the_start_needs_no_restart() throws IOException {
    var live = started("secret_key: one\n");
    Files.writeString(file, "secret_key: two\n");
    live.news();
    assertThat(live.news()).isEqualTo(new News.Reloaded(List.of(), List.of("SECRET_KEY")));

    Files.writeString(file, "secret_key: one\n");

    live.news();
    assertThat(live.news()).isEqualTo(new News.Reloaded(List.of(), List.of()));
  }

  @Test
  void a_first_file_is_followed_and_its_absence_before_was_no_loss() throws IOException {
    var live = started();
    assertThat(live.news()).isEqualTo(NOTHING);

    Files.writeString(file, "workers: 4\n");

    live.news();
    assertThat(live.news()).isEqualTo(WORKERS);
  }
}
