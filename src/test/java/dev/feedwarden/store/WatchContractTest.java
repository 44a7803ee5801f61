package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.claim;
import static dev.feedwarden.store.Fixtures.entry;
import static dev.feedwarden.store.Fixtures.feed;
import static dev.feedwarden.store.Fixtures.fresh;
import static dev.feedwarden.store.Fixtures.poll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Beats;
import dev.feedwarden.model.FeedState.Reliability;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.FeedState.Unmodified;
import dev.feedwarden.model.Gap;
import dev.feedwarden.model.Happening;
import dev.feedwarden.model.Happening.Subject;
import dev.feedwarden.model.Lie;
import dev.feedwarden.model.Oddity;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Remark;
import dev.feedwarden.model.Rhythm;
import dev.feedwarden.model.SourceFilter;
import dev.feedwarden.model.SourceFilter.Notice;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Suspicion;
import dev.feedwarden.model.Watch;
import dev.feedwarden.model.Watch.Baseline;
import dev.feedwarden.model.Watch.Doubt;
import dev.feedwarden.model.Watch.Silence;
import java.nio.file.Path;
import java.util.List;
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
final class WatchContractTest {
  private static final Doubt ONCE = new Doubt(Suspicion.FOREIGN, "b.example", 1, NOW);
  private static final Doubt TWICE = new Doubt(Suspicion.FOREIGN, "b.example", 2, NOW);
  private static final Watch USUAL =
      new Watch(
          new Baseline(12_345, "a.example", 20),
          null,
          new Silence(NOW.plusSeconds(9), NOW.plusSeconds(10)));

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private SourceId source;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    source = new Registry(database).add(feed("http://a.example/feed"), NOW).id();
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void commit(Watch watch, Remark... remarks) {
    var made = poll(claim(database, source), fresh(entry("k", "title")));
    var fresh = (Outcome.Fresh) made.outcome();
    var old = fresh.snapshot();
    var snapshot =
        new Snapshot(
            old.validators(),
            old.bodyHash(),
            old.itemCount(),
            old.reliability(),
            old.rhythm(),
            watch);
    new Commits(database)
        .commit(
            List.of(
                new Poll(
                    made.claim(),
                    new Outcome.Fresh(fresh.changes(), snapshot),
                    made.transition(),
                    made.visit(),
                    null,
                    List.of(remarks))));
    new BatchQueue(database).release(made.claim().lease(), NOW);
  }

  private Watch watch() {
    return new Registry(database).find(source).orElseThrow().state().snapshot().watch();
  }

  private List<Happening> told() {
    return new Deliveries(database)
        .page(new OutboxPlace(0, 0), 99).stream().map(item -> item.event().what()).toList();
  }

  @Test
  void what_a_feed_is_like_and_what_is_odd_about_it_is_kept() {
    commit(USUAL.doubting(ONCE), Remark.FOREIGN, Remark.GAP);

    assertThat(watch()).isEqualTo(USUAL.doubting(ONCE));
    var past = new PollHistory(database).before(source, PollHistory.Place.END, 9).getFirst();
    assertThat(past.course().remarks()).containsExactly(Remark.FOREIGN, Remark.GAP);
  }

  @Test
  void a_poll_of_which_nothing_is_odd_has_no_remarks() {
    commit(Watch.NONE);

    assertThat(watch()).isEqualTo(Watch.NONE);
    var past = new PollHistory(database).before(source, PollHistory.Place.END, 9).getFirst();
    assertThat(past.course().remarks()).isEmpty();
  }

  @Test
  void a_doubt_is_told_when_it_comes_again_and_when_it_is_gone() {
    var subject = Subject.of(new Registry(database).find(source).orElseThrow().source());
    commit(USUAL);
    commit(USUAL.doubting(ONCE));
    assertThat(told()).isEmpty();

    commit(USUAL.doubting(TWICE));
    commit(USUAL);
    commit(USUAL.doubting(ONCE));
    commit(USUAL);

    assertThat(told())
        .containsExactly(
            new Happening.FeedOdd(
                subject,
                Oddity.SUSPECT,
                "it is a feed of b.example with nothing that we know, after one of a.example"),
            new Happening.FeedPlain(subject, Oddity.SUSPECT));
  }

  @Test
  void sources_are_found_by_what_is_odd_about_them() {
    commit(USUAL.doubting(ONCE));
    new Registry(database).add(feed("http://b.example/feed"), NOW);
    var lists = new SourceLists(database);

    for (var notice : List.of(Notice.SUSPECT, Notice.STALE)) {
      assertThat(
              lists.after(SourceFilter.of(notice), null, 9, NOW).stream()
                  .map(found -> found.source().id()))
          .containsExactly(source);
    }
  }

  @Test
  void beats_and_gaps_are_kept() {
    var beats = new Beats(List.of(492_000L, 492_001L, 500_000L));
    var gap = new Gap(NOW.minusSeconds(9), NOW, null, new Gap.Filling(2, 7, true));
    var made = poll(claim(database, source), fresh(entry("k", "title")));
    var fresh = (Outcome.Fresh) made.outcome();
    var changes = fresh.changes().behind(gap).heard(beats);

    new Commits(database)
        .commit(
            List.of(
                new Poll(
                    made.claim(),
                    new Outcome.Fresh(changes, fresh.snapshot()),
                    made.transition(),
                    made.visit())));

    assertThat(new Heartbeats(database).of(source)).isEqualTo(beats);
    assertThat(new Gaps(database).before(source, Long.MAX_VALUE, 9))
        .containsExactly(new Gaps.Found(1, NOW, gap));
  }

  @Test
  void what_is_known_of_validators_is_kept() {
    var reliability =
        new Reliability(NOW, null, 2, new Lie(Lie.Kind.ANSWER, NOW), new Unmodified(7, NOW));
    var made = poll(claim(database, source), fresh(entry("k", "title")));
    var fresh = (Outcome.Fresh) made.outcome();
    var snapshot = new Snapshot(fresh.snapshot().validators(), "hash", 1, reliability, Rhythm.NONE);

    new Commits(database)
        .commit(
            List.of(
                new Poll(
                    made.claim(),
                    new Outcome.Fresh(fresh.changes(), snapshot),
                    made.transition(),
                    made.visit())));

    assertThat(new Registry(database).find(source).orElseThrow().state().snapshot())
        .isEqualTo(snapshot);
  }

  @Test
  void a_feed_that_begins_anew_is_compared_with_nothing() {
    commit(USUAL.doubting(ONCE));
    new Interventions(database).disable(source, new Standing.Stopped(NOW, "ann", ""), "ann", NOW);

    new Interventions(database).enable(source, "ann", NOW);

    assertThat(watch()).isEqualTo(Watch.NONE);
  }
}
