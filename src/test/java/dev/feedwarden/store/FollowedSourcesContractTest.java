package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.Followed;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.Listed;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.SourcesElsewhere;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.StandingReport;
import dev.feedwarden.model.Tag;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.RegistryReports.Pending;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class FollowedSourcesContractTest {
  private static final SourceId ONE = id(1);
  private static final SourceId TWO = id(2);
  private static final Instant LATER = NOW.plus(Duration.ofHours(2));
  private static final Standing COOLING =
      new Standing.Cooling(ErrorType.GONE, NOW, NOW.plus(Duration.ofDays(3)), "policy");

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private FollowedRegistry link;
  private FollowedSources sources;
  private RegistryReports reports;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    link = new FollowedRegistry(database);
    sources = new FollowedSources(database);
    reports = new RegistryReports(database);
    link.bind("registry-1", "http://registry.example");
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static SourceId id(int number) {
    return new SourceId("00000000-0000-7000-8000-%012d".formatted(number));
  }

  private static Listed listed(SourceId id, String url, Standing standing, long revision) {
    return new Listed(id, new Settings("s", WebUrl.of(url), true, null), standing, revision);
  }

  private static Listed listed(SourceId id, String url) {
    return listed(id, url, Standing.ACTIVE, 7);
  }

  private Registered found(SourceId id) {
    return new Registry(database).find(id).orElseThrow();
  }

  private void disable(SourceId id) {
    var poll = Fixtures.poll(Fixtures.claim(database, id), Fixtures.fresh(), Health.FINE, COOLING);
    new Commits(database).commit(List.of(poll));
  }

  @Test
  void new_sources_have_the_registrys_ids_and_are_due() {
    sources.add(List.of(listed(ONE, "https://a.example/"), listed(TWO, "https://b.example/")), NOW);

    assertThat(sources.known())
        .isEqualTo(Map.of(ONE, new Followed(7, true), TWO, new Followed(7, true)));
    assertThat(found(ONE).state().next()).isEqualTo(new NextPoll(NOW, NextPoll.Reason.FIRST));
  }

  @Test
  void one_whose_cooldown_is_over_comes_as_one_to_be_probed() {
    sources.add(List.of(listed(ONE, "https://a.example/", COOLING, 7)), NOW);

    assertThat(found(ONE).source().standing()).isEqualTo(COOLING);
    assertThat(found(ONE).state().next())
        .isEqualTo(new NextPoll(NOW.plus(Duration.ofDays(3)), NextPoll.Reason.COOLDOWN));
  }

  @Test
  void a_disable_whose_cooldown_ended_before_we_heard_of_it_is_probed_at_once() {
    sources.add(List.of(listed(ONE, "https://a.example/")), NOW);
    var over = new Standing.Cooling(ErrorType.GONE, NOW, NOW.plusSeconds(60), "ann");

    sources.change(listed(ONE, "https://a.example/", over, 9), LATER);

    assertThat(found(ONE).source().standing()).isEqualTo(over);
    assertThat(found(ONE).state().next())
        .isEqualTo(new NextPoll(NOW.plusSeconds(60), NextPoll.Reason.COOLDOWN));
    assertThat(Fixtures.claim(database, ONE, LATER).isProbe()).isTrue();
  }

  @Test
  void every_setting_is_taken_over() {
    sources.add(List.of(listed(ONE, "https://a.example/")), NOW);
    var wanted =
        new Settings(
            new Label("other", List.of(new Tag("x")), "notes"),
            WebUrl.of("https://c.example/feed"),
            true,
            Intake.every(Duration.ofMinutes(5)),
            null,
            null);

    sources.change(new Listed(ONE, wanted, Standing.ACTIVE, 8), LATER);

    assertThat(found(ONE).source().settings()).isEqualTo(wanted);
    assertThat(found(ONE).state().next()).isEqualTo(new NextPoll(LATER, NextPoll.Reason.FIRST));
    assertThat(sources.known()).isEqualTo(Map.of(ONE, new Followed(8, true)));
  }

  @Test
  void what_is_gone_is_not_polled_and_comes_back_as_it_was() {
    sources.add(List.of(listed(ONE, "https://a.example/")), NOW);

    sources.list(ONE, false, NOW);

    assertThat(new BatchQueue(database).plan(Fixtures.ANY, 10, LATER)).isEmpty();
    assertThat(sources.known()).isEqualTo(Map.of(ONE, new Followed(7, false)));
    sources.list(ONE, true, NOW);
    assertThat(new BatchQueue(database).plan(Fixtures.ANY, 10, LATER)).hasSize(1);
  }

  @Test
  void a_feed_that_another_source_has_now_is_taken_from_the_one_that_had_it() {
    sources.add(List.of(listed(ONE, "https://a.example/"), listed(TWO, "https://b.example/")), NOW);

    sources.change(listed(ONE, "https://b.example/", Standing.ACTIVE, 8), LATER);

    assertThat(found(ONE).source().feed()).isEqualTo(WebUrl.of("https://b.example/"));
    assertThat(found(TWO).source().settings().feedUrl()).isNull();
    assertThat(sources.known())
        .isEqualTo(Map.of(ONE, new Followed(8, true), TWO, new Followed(0, false)));
    sources.change(listed(TWO, "https://a.example/", Standing.ACTIVE, 8), LATER);
    assertThat(found(TWO).source().feed()).isEqualTo(WebUrl.of("https://a.example/"));
  }

  @Test
  void one_that_was_removed_there_and_registered_anew_leaves_its_feed_to_its_successor() {
    sources.add(List.of(listed(ONE, "https://a.example/")), NOW);
    sources.list(ONE, false, NOW);

    sources.add(List.of(listed(TWO, "https://a.example/")), LATER);

    assertThat(found(TWO).source().feed()).isEqualTo(WebUrl.of("https://a.example/"));
    assertThat(found(ONE).source().settings().feedUrl()).isNull();
  }

  @Test
  void a_decision_is_queued_with_the_poll_and_a_chain_of_them_follows_the_registrys_revision() {
    sources.add(List.of(listed(ONE, "https://a.example/")), NOW);

    disable(ONE);
    new Commits(database)
        .commit(List.of(Fixtures.poll(Fixtures.claim(database, ONE, LATER), Fixtures.fresh())));

    var first = reports.next(10);
    assertThat(first)
        .extracting(Pending::report)
        .containsExactly(new StandingReport(ONE, 7, COOLING, "a poll succeeded"));
    assertThat(link.find().orElseThrow().pending()).isEqualTo(2);
    reports.accepted(first.getFirst(), 8);
    assertThat(reports.next(10))
        .extracting(Pending::report)
        .containsExactly(new StandingReport(ONE, 8, Standing.ACTIVE, "a poll succeeded"));
    assertThat(sources.known()).isEqualTo(Map.of(ONE, new Followed(8, true)));
  }

  @Test
  void if_more_than_our_report_changed_there_the_next_list_is_taken_over() {
    sources.add(List.of(listed(ONE, "https://a.example/")), NOW);
    disable(ONE);

    reports.accepted(reports.next(10).getFirst(), 9);

    assertThat(sources.known()).isEqualTo(Map.of(ONE, new Followed(7, true)));
  }

  @Test
  void a_refused_report_takes_those_that_were_built_on_it_along_and_is_counted() {
    sources.add(List.of(listed(ONE, "https://a.example/")), NOW);
    disable(ONE);
    new Commits(database)
        .commit(List.of(Fixtures.poll(Fixtures.claim(database, ONE, LATER), Fixtures.fresh())));

    reports.refused(reports.next(10).getFirst());

    assertThat(reports.next(10)).isEmpty();
    assertThat(link.find().orElseThrow().refused()).isEqualTo(2);
    assertThat(sources.known()).isEqualTo(Map.of(ONE, new Followed(0, true)));
  }

  @Test
  void the_registrys_word_undoes_what_was_decided_on_an_older_one() {
    sources.add(List.of(listed(ONE, "https://a.example/")), NOW);
    disable(ONE);

    sources.change(listed(ONE, "https://a.example/", Standing.ACTIVE, 9), LATER);

    assertThat(found(ONE).source().standing()).isEqualTo(Standing.ACTIVE);
    assertThat(found(ONE).state().next()).isEqualTo(new NextPoll(LATER, NextPoll.Reason.FIRST));
    assertThat(reports.next(10)).isEmpty();
    assertThat(link.find().orElseThrow().refused()).isEqualTo(1);
  }

  @Test
  void nobody_changes_the_sources_of_a_crawler() {
    sources.add(List.of(listed(ONE, "https://a.example/")), NOW);
    var hands = new Interventions(database);
    var words = "The sources here are those of the registry http://registry.example; change them";

    assertThatThrownBy(() -> hands.enable(ONE, "ann", NOW))
        .isInstanceOf(SourcesElsewhere.class)
        .hasMessageContaining(words);
    assertThatThrownBy(() -> hands.remove(ONE)).hasMessageContaining(words);
    assertThatThrownBy(() -> new Registry(database).add(Fixtures.feed("https://c.example/"), NOW))
        .hasMessageContaining(words);
    assertThat(hands.pollNow(ONE, NOW)).isEqualTo(new Interventions.Done.Changed());
  }

  @Test
  void a_database_belongs_to_one_registry_which_may_move() {
    link.bind("registry-1", "http://moved.example");

    assertThat(link.find().orElseThrow().url()).isEqualTo("http://moved.example");
    assertThatThrownBy(() -> link.bind("registry-2", "http://other.example"))
        .isInstanceOf(OperatorMistake.class)
        .hasMessage(
            "REGISTRY_URL: http://other.example is another registry than the one that this database"
                + " belongs to (http://moved.example); a crawler has a database for each.");
  }

  @Test
  void who_has_the_lease_keeps_it_until_it_is_given_back() {
    assertThat(link.lease()).isTrue();
    assertThat(link.lease()).isTrue();

    link.release();

    assertThat(link.lease()).isTrue();
  }
}
