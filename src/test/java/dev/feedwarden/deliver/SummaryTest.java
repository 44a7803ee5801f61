package dev.feedwarden.deliver;

import static dev.feedwarden.deliver.Events.NOW;
import static dev.feedwarden.deliver.Events.articles;
import static dev.feedwarden.deliver.Events.disabled;
import static dev.feedwarden.deliver.Events.enabled;
import static dev.feedwarden.deliver.Events.key;
import static dev.feedwarden.deliver.Events.source;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.deliver.Notice.Line;
import dev.feedwarden.deliver.Notice.Tone;
import dev.feedwarden.model.Event;
import dev.feedwarden.model.Happening;
import dev.feedwarden.store.Deliveries.Episode;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SummaryTest {
  private final Summary summary = new Summary(Wants.ALL, Set.of(key(3)));
  private int seconds;

  private void add(Happening what) {
    summary.add(new Event(++seconds, NOW.plusSeconds(seconds), what));
  }

  @Test
  void a_summary_says_what_is_wrong_now_what_is_over_and_what_there_is_to_read() {
    add(disabled(1));
    add(disabled(2));
    add(enabled(2));
    add(enabled(3));
    add(articles(1, 3));
    add(new Happening.NewArticles(source(4), true, 20, 0, 1, 20));
    add(articles(1, 2));

    assertThat(summary.notice())
        .isEqualTo(
            new Notice(
                "event-1",
                "digest",
                Tone.BAD,
                "Feedwarden: 7 events from 2026-03-01T12:00:01Z to 2026-03-01T12:00:07Z",
                List.of(
                    new Line("Wrong now (1):"),
                    new Line("• Feed 1 is disabled: not_found"),
                    new Line("Over (1):"),
                    new Line("• Feed 3 is enabled again"),
                    new Line("Came and went meanwhile: 1 incident"),
                    new Line("25 new articles of 2 sources, with the initial sync of 1 source:"),
                    new Line("• Feed 4: 20"),
                    new Line("• Feed 1: 5"))));
    assertThat(summary.opened())
        .containsExactly(new Episode(key(1), "Feed 1 is disabled: not_found", null));
    assertThat(summary.closed()).containsExactly(key(3));
  }

  @Test
  void three_hundred_things_are_ten_lines_and_a_number() {
    for (int i = 1; i <= 300; i++) {
      add(disabled(i + 10));
    }

    var notice = Objects.requireNonNull(summary.notice());

    assertThat(notice.lines()).hasSize(12);
    assertThat(notice.lines().getFirst()).isEqualTo(new Line("Wrong now (300):"));
    assertThat(notice.lines().getLast()).isEqualTo(new Line("… and 290 more"));
  }

  @Test
  void what_came_back_after_it_had_gone_is_wrong_now() {
    add(enabled(3));
    add(disabled(3));

    assertThat(summary.closed()).containsExactly(key(3));
    assertThat(summary.opened()).extracting(Episode::key).containsExactly(key(3));
  }

  @Test
  void nothing_wanted_is_no_message() {
    add(enabled(9));

    assertThat(summary.notice()).isNull();
  }
}
