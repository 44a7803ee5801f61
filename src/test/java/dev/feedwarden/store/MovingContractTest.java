package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.ANY;
import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.claim;
import static dev.feedwarden.store.Fixtures.entry;
import static dev.feedwarden.store.Fixtures.feed;
import static dev.feedwarden.store.Fixtures.fresh;
import static dev.feedwarden.store.Fixtures.poll;
import static dev.feedwarden.store.Fixtures.seen;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Entry;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.MoveCandidate;
import dev.feedwarden.model.MoveCandidate.How;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Overlap;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Poll.Receipt.Stored;
import dev.feedwarden.model.SourceFilter;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.MoveLog.Ground;
import dev.feedwarden.store.Moving.Moved;
import dev.feedwarden.store.Moving.Undone;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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
final class MovingContractTest {
  private static final WebUrl OLD = WebUrl.of("http://a.example/feed");
  private static final WebUrl NEW = WebUrl.of("https://b.example/feed");
  private static final Instant LATER = NOW.plusSeconds(90);
  private static final Ground BY_HAND = new Ground("redirect", "seen", "ann");
  private static final MoveCandidate MOVE =
      new MoveCandidate(NEW, How.REDIRECT, 3, NOW, new Overlap(2, 3));

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private Registry registry;
  private Moving moving;
  private SourceId source;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    registry = new Registry(database);
    moving = new Moving(database);
    source = registry.add(feed(OLD.text()), NOW).id();
  }

  @AfterEach
  void close() {
    database.close();
  }

  private Poll.Receipt store(SourceId id, Entry... entries) {
    var made = poll(claim(database, id), seen(database, id, entries));
    var receipt = new Commits(database).commit(List.of(made)).getFirst();
    new BatchQueue(database).release(made.claim().lease(), NOW);
    return receipt;
  }

  private Registered registered(SourceId id) {
    return registry.find(id).orElseThrow();
  }

  private List<String> hosts(Instant now) {
    return new HostQueue(database)
        .turn(List.of(), 9, now).stream().map(lease -> lease.host().value()).toList();
  }

  @Test
  void a_candidate_is_remembered_between_polls() {
    var claim = claim(database, source);
    var made = poll(claim, fresh(entry("k1", "one")));
    var visit = new Poll.Visit(NOW, Duration.ZERO, 0, 200, 1, MOVE, made.visit().phases());

    new Commits(database)
        .commit(List.of(new Poll(claim, made.outcome(), made.transition(), visit)));

    assertThat(registered(source).state().move()).isEqualTo(MOVE);
  }

  @Test
  void validators_and_schedule_go_with_the_feed_to_its_new_host() {
    store(source, entry("k1", "one"));
    var before = registered(source);

    assertThat(moving.adopt(before.source(), MOVE, LATER)).isEqualTo(new Moved.To(NEW));

    var after = registered(source);
    assertThat(after.source().feed()).isEqualTo(NEW);
    assertThat(after.source().revision()).isGreaterThan(before.source().revision());
    assertThat(after.state()).isEqualTo(before.state());
    assertThat(after.state().snapshot()).isNotEqualTo(Snapshot.NONE);
    assertThat(hosts(LATER)).isEmpty();
    assertThat(hosts(NOW.plus(Duration.ofHours(1)))).containsExactly("b.example");
  }

  @Test
  void who_changed_it_meanwhile_is_not_overruled() {
    var before = registered(source).source();
    new Interventions(database).disable(source, new Standing.Stopped(NOW, "ann", ""), "ann", NOW);

    assertThat(moving.adopt(before, MOVE, LATER)).isEqualTo(new Moved.Stale());
    assertThat(registered(source).source().feed()).isEqualTo(OLD);
  }

  @Test
  void a_poll_in_flight_does_not_undo_a_move() {
    var inFlight = poll(claim(database, source), fresh(entry("k1", "one")));
    moving.to(source, NEW, BY_HAND, LATER);

    assertThat(new Commits(database).commit(List.of(inFlight)))
        .containsExactly(new Poll.Receipt.Superseded());
    assertThat(registered(source).source().feed()).isEqualTo(NEW);
  }

  @Test
  void of_two_with_one_feed_the_first_there_goes_on_and_stores_nothing_twice() {
    var other = registry.add(feed(NEW.text()), NOW).id();
    store(source, entry("k1", "one"), entry("k2", "two"));

    var moved = moving.adopt(registered(source).source(), MOVE, LATER);

    assertThat(moved).isEqualTo(new Moved.Merged(other));
    var merged = registered(source);
    assertThat(merged.mergedInto()).isEqualTo(other);
    assertThat(merged.state().next()).isEqualTo(new NextPoll(null, NextPoll.Reason.STOPPED));
    assertThat(store(other, entry("k1", "one"), entry("k2", "two"), entry("k3", "three")))
        .isEqualTo(new Stored(1, 0, 2));
    var lists = new SourceLists(database);
    assertThat(lists.after(SourceFilter.ofStatus("merged"), null, 9, LATER))
        .extracting(one -> one.source().id())
        .containsExactly(source);
    assertThat(lists.after(SourceFilter.ofStatus("stopped"), null, 9, LATER)).isEmpty();
    assertThat(new BatchQueue(database).plan(ANY, 9, LATER.plus(Duration.ofDays(9))))
        .extracting(BatchQueue.Planned::id)
        .containsExactly(other);
  }

  @Test
  void a_merge_is_taken_back_with_the_articles_of_each() {
    var other = registry.add(feed(NEW.text()), NOW).id();
    store(source, entry("k1", "one"));
    moving.adopt(registered(source).source(), MOVE, LATER);

    assertThat(moving.undo(source, "ann", LATER)).isEqualTo(new Undone.Back(OLD));

    var after = registered(source);
    assertThat(after.mergedInto()).isNull();
    assertThat(after.status()).isEqualTo("active");
    assertThat(after.state().next()).isEqualTo(new NextPoll(LATER, NextPoll.Reason.FIRST));
    assertThat(store(other, entry("k1", "one"))).isEqualTo(new Stored(1, 0, 0));
    assertThat(store(source, entry("k1", "one"))).isEqualTo(new Stored(0, 0, 1));
  }

  @Test
  void when_the_survivor_goes_the_merged_one_may_be_enabled() {
    var other = registry.add(feed(NEW.text()), NOW).id();
    moving.adopt(registered(source).source(), MOVE, LATER);
    var interventions = new Interventions(database);
    interventions.remove(other);

    assertThat(interventions.enable(source, "ann", LATER))
        .isEqualTo(new Interventions.Done.Changed());
    assertThat(registered(source).status()).isEqualTo("active");
  }

  @Test
  void an_address_that_somebody_else_took_meanwhile_is_not_taken_back() {
    moving.to(source, NEW, BY_HAND, NOW);
    var other = registry.add(feed(OLD.text()), NOW).id();

    assertThat(moving.undo(source, "ann", LATER)).isEqualTo(new Undone.Taken(other));
    assertThat(registered(source).source().feed()).isEqualTo(NEW);
  }

  @Test
  void what_was_taken_back_is_adopted_again_only_by_a_person() {
    moving.adopt(registered(source).source(), MOVE, NOW);
    moving.undo(source, "ann", LATER);

    assertThat(moving.adopt(registered(source).source(), MOVE, LATER))
        .isEqualTo(new Moved.Distrusted());
    assertThat(moving.to(source, NEW, BY_HAND, LATER)).isEqualTo(new Moved.To(NEW));
    assertThat(new MoveLog(database).latest(source, 9))
        .extracting(MoveLog.Entry::state)
        .containsExactly("done", "undone");
  }
}
