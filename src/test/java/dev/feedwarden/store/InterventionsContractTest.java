package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.claim;
import static dev.feedwarden.store.Fixtures.entry;
import static dev.feedwarden.store.Fixtures.feed;
import static dev.feedwarden.store.Fixtures.fresh;
import static dev.feedwarden.store.Fixtures.poll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.Credentials;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Overrides;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Interventions.Done;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class InterventionsContractTest {
  private static final Instant LATER = NOW.plusSeconds(90);
  private static final Standing STOPPED = new Standing.Stopped(NOW, "ann", "noisy");
  private static final NextPoll NEVER = new NextPoll(null, NextPoll.Reason.STOPPED);
  private static final SourceId NOBODY = new SourceId("01890000-0000-7000-8000-000000000000");
  private static final PollError GONE =
      new PollError(ErrorType.GONE, Cause.STATUS, 410, "http://a.example/");

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private Registry registry;
  private Interventions interventions;
  private SourceId source;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    registry = new Registry(database);
    interventions = new Interventions(database);
    source = registry.add(feed("http://a.example/feed"), NOW).id();
  }

  @AfterEach
  void close() {
    database.close();
  }

  private Poll.Receipt commit(Poll poll) {
    var receipt = new Commits(database).commit(List.of(poll)).getFirst();
    new BatchQueue(database).release(poll.claim().lease(), NOW);
    return receipt;
  }

  /** A feed with an article, then a failure that disables it. */
  private void disabledByPolicy() {
    commit(poll(claim(database, source), fresh(entry("k1", "one"))));
    var until = NOW.plus(Duration.ofDays(3));
    commit(
        poll(
            claim(database, source),
            new Outcome.Failed(GONE, null),
            new Health(
                1,
                1,
                new Health.Streak(ErrorType.GONE, 1, 1),
                0,
                new Health.LastError(ErrorType.GONE, GONE.message(), new Health.Outage(NOW, NOW))),
            new Standing.Cooling(ErrorType.GONE, NOW, until, "policy")));
  }

  private Registered registered() {
    return registry.find(source).orElseThrow();
  }

  private List<String> audit() {
    return database.read(
        h ->
            h.createQuery(
                    "SELECT kind || ' ' || coalesce(reason, '-') || ' ' || done_by || ' ' ||"
                        + " evidence FROM transitions ORDER BY id")
                .mapTo(String.class)
                .list());
  }

  @Test
  void r_25_enabling_begins_anew_at_once_and_is_audited() {
    disabledByPolicy();

    assertThat(interventions.enable(source, "ann", LATER)).isEqualTo(new Done.Changed());

    var after = registered();
    assertThat(after.source().standing()).isEqualTo(Standing.ACTIVE);
    assertThat(after.source().revision()).isEqualTo(3);
    assertThat(after.state().health()).isEqualTo(new Health(0, 1, Health.Streak.NONE, 0, null));
    assertThat(after.state().snapshot())
        .isEqualTo(new Snapshot(Snapshot.NONE.validators(), null, 1));
    assertThat(after.state().next()).isEqualTo(new NextPoll(LATER, NextPoll.Reason.FIRST));
    assertThat(audit()).last().isEqualTo("enabled - ann by hand");
    assertThat(new HostQueue(database).turn(List.of(), 1, LATER)).hasSize(1);
  }

  @Test
  void enabling_an_enabled_feed_writes_nothing() {
    var before = registered();

    assertThat(interventions.enable(source, "ann", LATER)).isEqualTo(new Done.Unchanged());
    assertThat(registered()).isEqualTo(before);
    assertThat(audit()).isEmpty();
  }

  @Test
  void a_stop_during_a_poll_is_not_lifted_by_it() {
    var inFlight = claim(database, source);
    interventions.disable(source, STOPPED, "ann", LATER);

    assertThat(commit(poll(inFlight, fresh(entry("k1", "one")))))
        .isEqualTo(new Poll.Receipt.Superseded());

    assertThat(registered().source().standing()).isEqualTo(STOPPED);
    assertThat(registered().state().next()).isEqualTo(NEVER);
    assertThat(audit()).containsExactly("disabled manual ann by hand noisy");
  }

  @Test
  void a_cooldown_may_be_begun_by_hand() {
    var until = LATER.plus(Duration.ofHours(5));
    var cooling = new Standing.Cooling(ErrorType.FORBIDDEN, LATER, until, "ann");

    interventions.disable(source, cooling, "ann", LATER);

    assertThat(registered().source().standing()).isEqualTo(cooling);
    assertThat(registered().state().next())
        .isEqualTo(new NextPoll(until, NextPoll.Reason.COOLDOWN));
    assertThat(audit()).containsExactly("disabled forbidden ann by hand");
  }

  @Test
  void a_feed_is_polled_now_when_somebody_asks_even_during_its_cooldown() {
    disabledByPolicy();
    var standing = registered().source().standing();

    assertThat(interventions.pollNow(source, LATER)).isEqualTo(new Done.Changed());

    assertThat(registered().state().next()).isEqualTo(new NextPoll(LATER, NextPoll.Reason.ASKED));
    assertThat(registered().source().standing()).isEqualTo(standing);
    var lease = new HostQueue(database).turn(List.of(), 1, LATER).getFirst();
    assertThat(new HostQueue(database).claim(lease).orElseThrow().isProbe()).isTrue();
  }

  @Test
  void who_asks_during_a_poll_gets_another_one_whatever_comes_of_the_first() {
    var asked = NOW.plusSeconds(1);
    var inFlight = claim(database, source);
    interventions.pollNow(source, asked);

    commit(poll(inFlight, fresh(entry("k1", "one"))));

    assertThat(registered().state().next()).isEqualTo(new NextPoll(asked, NextPoll.Reason.ASKED));
    var lease = new HostQueue(database).turn(List.of(), 1, LATER).getFirst();
    var second = poll(new HostQueue(database).claim(lease).orElseThrow(), fresh());
    interventions.pollNow(source, LATER.plusSeconds(1));
    new Commits(database).postpone(second);
    assertThat(registered().state().next())
        .isEqualTo(new NextPoll(LATER.plusSeconds(1), NextPoll.Reason.ASKED));
  }

  @Test
  void who_asked_before_a_poll_began_got_it() {
    interventions.pollNow(source, NOW);
    var poll = poll(claim(database, source), fresh(entry("k1", "one")));

    commit(poll);

    assertThat(registered().state().next()).isEqualTo(poll.transition().next());
  }

  @Test
  void what_is_stopped_is_not_polled_now() {
    interventions.disable(source, STOPPED, "ann", NOW);

    assertThat(interventions.pollNow(source, LATER)).isEqualTo(new Done.Stopped());
    assertThat(registered().state().next()).isEqualTo(NEVER);
  }

  @Test
  void a_new_address_begins_anew_on_its_own_host() {
    disabledByPolicy();
    var settings = new Settings("b", WebUrl.of("http://b.example/f"), true, Duration.ofMinutes(5));

    assertThat(interventions.change(source, settings, "ann", LATER)).isEqualTo(new Done.Changed());

    var after = registered();
    assertThat(after.source().settings()).isEqualTo(settings);
    assertThat(after.source().standing()).isEqualTo(Standing.ACTIVE);
    assertThat(after.state().health().streak()).isEqualTo(Health.Streak.NONE);
    assertThat(after.state().snapshot().validators()).isEqualTo(Snapshot.NONE.validators());
    assertThat(after.state().next()).isEqualTo(new NextPoll(LATER, NextPoll.Reason.FIRST));
    assertThat(audit()).last().isEqualTo("changed - ann http://b.example/f");
    assertThat(new HostQueue(database).turn(List.of(), 9, LATER))
        .extracting(lease -> lease.host().value())
        .containsExactly("b.example");
  }

  @Test
  void what_is_stopped_stays_stopped_at_its_new_address() {
    interventions.disable(source, STOPPED, "ann", NOW);

    interventions.change(source, feed("http://b.example/f"), "ann", LATER);

    assertThat(registered().source().standing()).isEqualTo(STOPPED);
    assertThat(registered().state().next()).isEqualTo(NEVER);
  }

  @Test
  void other_settings_leave_the_state_alone() {
    commit(poll(claim(database, source), fresh(entry("k1", "one"))));
    var before = registered();
    var url = before.source().settings().feedUrl();
    var policy = new Overrides(Map.of("profile", "adaptive", "gone.cooldown", "1d"));
    var settings = new Settings(new Label("new name"), url, true, Intake.USUAL, null, policy);

    interventions.change(source, settings, "ann", LATER);

    assertThat(registered().source().settings()).isEqualTo(settings);
    assertThat(registered().source().revision()).isEqualTo(before.source().revision() + 1);
    assertThat(registered().state()).isEqualTo(before.state());
    assertThat(interventions.change(source, settings, "ann", LATER))
        .isEqualTo(new Done.Unchanged());
  }

  @Test
  void every_setting_that_is_compared_is_written() {
    var url = WebUrl.of("http://a.example/feed");
    var settings =
        new Settings(
            new Label("a"),
            url,
            false,
            Intake.USUAL,
            new Credentials.Encrypted("locked"),
            Overrides.NONE);

    interventions.change(source, settings, "ann", LATER);

    assertThat(registered().source().settings().enabled()).isFalse();
    assertThat(registered().source().settings().credentials())
        .isEqualTo(new Credentials.Encrypted("locked"));
  }

  @ParameterizedTest(name = "{0}: kept {1}")
  @CsvSource({
    "http://a.example/other, true",
    "http://b.example/feed, false",
    "https://a.example/feed, false",
    "http://a.example:8080/feed, false"
  })
  void credentials_stay_behind_when_the_feed_moves_to_another_origin(String to, boolean kept) {
    var locked = new Credentials.Encrypted("locked");
    var home = WebUrl.of("http://a.example/feed");
    interventions.change(
        source, new Settings(new Label("a"), home, true, Intake.USUAL, locked, null), "ann", NOW);
    var moved = new Settings(new Label("a"), WebUrl.of(to), true, Intake.USUAL, locked, null);

    assertThat(interventions.change(source, moved, "ann", LATER))
        .isEqualTo(kept ? new Done.Changed() : new Done.CredentialsDropped());

    assertThat(registered().source().settings())
        .isEqualTo(
            new Settings(
                new Label("a"), WebUrl.of(to), true, Intake.USUAL, kept ? locked : null, null));
  }

  @Test
  void an_address_that_another_source_has_is_refused() {
    var other = registry.add(feed("http://b.example/feed"), NOW).id();

    assertThat(interventions.change(source, feed("http://B.example/feed"), "ann", LATER))
        .isEqualTo(new Done.Taken(other));
  }

  @Test
  void a_removed_source_is_gone_with_all_that_is_stored_of_it() {
    commit(poll(claim(database, source), fresh(entry("k1", "one"))));

    assertThat(interventions.remove(source)).isEqualTo(new Done.Changed());

    assertThat(registry.find(source)).isEmpty();
    assertThat(new Articles(database).count()).isZero();
  }

  @Test
  void nothing_can_be_done_to_nobody() {
    assertThat(
            List.of(
                interventions.enable(NOBODY, "ann", NOW),
                interventions.disable(NOBODY, STOPPED, "ann", NOW),
                interventions.pollNow(NOBODY, NOW),
                interventions.change(NOBODY, feed("http://c.example/"), "ann", NOW),
                interventions.remove(NOBODY)))
        .containsOnly(new Done.Unknown());
  }

  private static final String DISAGREE =
      """
      SELECT s.feed_url FROM sources s JOIN feed_state f ON f.source_id = s.id
      WHERE f.enabled <> s.enabled OR f.host_key <> s.host_key
        OR (s.feed_disable_reason = 'manual' AND f.next_poll_at IS NOT NULL)
      """;

  private List<String> disagree() {
    return database.read(h -> h.createQuery(DISAGREE).mapTo(String.class).list());
  }

  private static Settings off(String url) {
    return new Settings("a feed", WebUrl.of(url), false, null);
  }

  @Test
  void whatever_is_done_to_a_source_its_feeds_state_says_the_same() {
    var id = registry.add(off("http://b.example/"), NOW).id();
    var elsewhere = off("http://c.example/");
    List<Supplier<Done>> walk =
        List.of(
            () -> interventions.enable(id, "ann", LATER),
            () -> interventions.change(id, off("http://b.example/"), "ann", LATER),
            () -> interventions.disable(id, STOPPED, "ann", LATER),
            () -> interventions.change(id, elsewhere, "ann", LATER),
            () -> interventions.relabel(id, _ -> new Label("b", List.of(), null), "ann", LATER),
            () -> interventions.change(id, feed("http://d.example/"), "ann", LATER),
            () -> interventions.enable(id, "ann", LATER),
            () -> interventions.pollNow(id, LATER));

    assertThat(disagree()).isEmpty();
    for (var step : walk) {
      assertThat(step.get()).isEqualTo(new Done.Changed());
      assertThat(disagree()).isEmpty();
    }
  }
}
