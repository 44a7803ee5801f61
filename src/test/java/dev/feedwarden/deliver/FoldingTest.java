package dev.feedwarden.deliver;

import static dev.feedwarden.deliver.Events.NOW;
import static dev.feedwarden.deliver.Events.articles;
import static dev.feedwarden.deliver.Events.disabled;
import static dev.feedwarden.deliver.Events.enabled;
import static dev.feedwarden.deliver.Events.failing;
import static dev.feedwarden.deliver.Events.item;
import static dev.feedwarden.deliver.Events.key;
import static dev.feedwarden.deliver.Events.source;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.deliver.Folding.Plan;
import dev.feedwarden.model.Happening;
import dev.feedwarden.store.Deliveries.Item;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FoldingTest {
  private static final Wants INCIDENTS = new Wants(Set.of(Topic.INCIDENTS), Set.of(), Set.of());

  private static Plan plan(List<Item> page, Set<String> known) {
    return Folding.plan(page, false, INCIDENTS, known, false, NOW);
  }

  @Test
  void one_thing_is_one_message() {
    var page = List.of(item(1, disabled(1)), item(2, disabled(2)));

    assertThat(plan(page, Set.of())).isEqualTo(new Plan.One(page.get(0), Set.of()));
  }

  @Test
  void an_episode_that_is_known_is_told_no_second_time() {
    var page = List.of(item(1, failing(1)), item(2, disabled(1)), item(3, disabled(2)));

    assertThat(plan(page, Set.of(key(1)))).isEqualTo(new Plan.One(page.get(2), Set.of()));
  }

  @Test
  void an_end_is_told_to_those_who_heard_of_the_beginning() {
    var page = List.of(item(1, enabled(1)), item(2, enabled(2)));

    assertThat(plan(page, Set.of(key(2)))).isEqualTo(new Plan.One(page.get(1), Set.of()));
    assertThat(plan(page, Set.of())).isEqualTo(new Plan.Nothing());
  }

  @Test
  void what_a_person_did_ends_an_episode_without_a_word() {
    var byHand = new Happening.FeedDisabled(source(1), "manual", "eve", "broken for good", null);
    var page = List.of(item(1, byHand), item(2, new Happening.SourceRemoved(source(2))));

    assertThat(plan(page, Set.of(key(1), key(2), key(3))))
        .isEqualTo(new Plan.Skip(page.get(1).place(), Set.of(key(1), key(2))));
  }

  @Test
  void what_nobody_asked_for_is_passed_now_and_then() {
    var page = List.of(item(1, articles(1, 5)));

    assertThat(plan(page, Set.of())).isEqualTo(new Plan.Nothing());
    assertThat(Folding.plan(page, true, INCIDENTS, Set.of(), false, NOW))
        .isEqualTo(new Plan.Skip(page.get(0).place(), Set.of()));
    assertThat(Folding.plan(page, false, INCIDENTS, Set.of(), false, NOW.plusSeconds(61)))
        .isEqualTo(new Plan.Skip(page.get(0).place(), Set.of()));
  }

  @Test
  void much_at_once_is_one_message() {
    var ten = IntStream.rangeClosed(1, 10).mapToObj(i -> item(i, disabled(i))).toList();
    var eleven = IntStream.rangeClosed(1, 11).mapToObj(i -> item(i, disabled(i))).toList();

    assertThat(plan(ten, Set.of())).isEqualTo(new Plan.One(ten.get(0), Set.of()));
    assertThat(plan(eleven, Set.of())).isEqualTo(new Plan.All());
  }

  @Test
  void what_is_late_is_one_message_unless_it_is_one_thing() {
    var page = List.of(item(1, disabled(1)), item(2, disabled(2)));
    var late = NOW.plus(Folding.LATE).plus(Duration.ofMillis(1));

    assertThat(Folding.plan(page, false, INCIDENTS, Set.of(), false, NOW.plus(Folding.LATE)))
        .isEqualTo(new Plan.One(page.get(0), Set.of()));
    assertThat(Folding.plan(page, false, INCIDENTS, Set.of(), false, late))
        .isEqualTo(new Plan.All());
    assertThat(Folding.plan(page.subList(0, 1), false, INCIDENTS, Set.of(), false, late))
        .isEqualTo(new Plan.One(page.get(0), Set.of()));
  }

  @Test
  void who_was_told_too_much_is_told_the_rest_together() {
    var page = List.of(item(1, disabled(1)), item(2, disabled(2)));

    assertThat(Folding.plan(page, false, INCIDENTS, Set.of(), true, NOW)).isEqualTo(new Plan.All());
  }

  @Test
  void a_destination_hears_of_its_own_tags_and_sources_and_of_incidents() {
    var tagged = new Wants(Set.of(Topic.values()), Set.of("news"), Set.of());
    var own = new Wants(Set.of(Topic.values()), Set.of(), Set.of(source(2).id()));

    assertThat(tagged.wants(articles(1, 1, "news", "daily"))).isTrue();
    assertThat(tagged.wants(articles(1, 1, "daily"))).isFalse();
    assertThat(tagged.wants(disabled(1))).isFalse();
    assertThat(tagged.wants(Events.outage())).isTrue();
    assertThat(own.wants(disabled(2))).isTrue();
    assertThat(own.wants(disabled(1))).isFalse();
    assertThat(INCIDENTS.wants(articles(1, 1))).isFalse();
  }

  @Test
  void r_41_what_a_feed_only_touched_up_is_no_news_to_people() {
    var edited = new Happening.NewArticles(source(1), false, 0, 3, 1, 3);
    var page = List.of(item(1, edited), item(2, articles(2, 1)));

    assertThat(Folding.plan(page, false, Wants.ALL, Set.of(), false, NOW))
        .isEqualTo(new Plan.One(page.get(1), Set.of()));
    var summary = new Summary(Wants.ALL, Set.of());
    summary.add(page.getFirst().event());
    assertThat(summary.notice()).isNull();
  }
}
