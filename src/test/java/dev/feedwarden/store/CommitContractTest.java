package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.claim;
import static dev.feedwarden.store.Fixtures.entry;
import static dev.feedwarden.store.Fixtures.feed;
import static dev.feedwarden.store.Fixtures.fresh;
import static dev.feedwarden.store.Fixtures.poll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.feedwarden.model.Article;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.Poll.Receipt.Stored;
import dev.feedwarden.model.Poll.Receipt.Superseded;
import dev.feedwarden.model.PollError;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Validators;
import java.nio.file.Path;
import java.time.Duration;
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
final class CommitContractTest {
  private static final PollError NOT_FOUND =
      new PollError(ErrorType.NOT_FOUND, Cause.STATUS, 404, "http://a.example/");

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private Registry registry;
  private Commits commits;
  private Articles articles;
  private SourceId source;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    registry = new Registry(database);
    commits = new Commits(database);
    articles = new Articles(database);
    source = registry.add(feed("http://a.example/feed"), NOW).id();
  }

  @AfterEach
  void close() {
    database.close();
  }

  private Poll.Receipt commit(Poll poll) {
    var receipt = commits.commit(List.of(poll)).getFirst();
    new BatchQueue(database).release(poll.claim().lease(), NOW);
    return receipt;
  }

  private Poll.Receipt seen(Entry... entries) {
    return commit(poll(claim(database, source), fresh(entries)));
  }

  private List<String> titles() {
    return articles.latest(null, Long.MAX_VALUE, 100).stream()
        .map(a -> a.content().title())
        .toList();
  }

  private long count(String table) {
    return database.read(
        h -> h.createQuery("SELECT count(*) FROM " + table).mapTo(Long.class).one());
  }

  @Test
  void new_entries_are_stored_once_and_the_newest_has_the_largest_id() {
    assertThat(seen(entry("k2", "two"), entry("k1", "one"))).isEqualTo(new Stored(2, 0, 0));
    assertThat(seen(entry("k2", "two"), entry("k1", "one"))).isEqualTo(new Stored(0, 0, 2));

    assertThat(titles()).containsExactly("two", "one");
  }

  @Test
  void an_article_comes_back_as_it_was_stored() {
    var entry = entry("k1", "one");
    seen(entry);

    var article = articles.latest(source, Long.MAX_VALUE, 1).getFirst();

    assertThat(article)
        .isEqualTo(
            new Article(
                article.id(),
                source,
                entry.guid(),
                entry.content(),
                entry.dates(),
                new Article.Seen(1, NOW)));
  }

  @Test
  void changed_content_is_a_revision_and_the_old_one_is_kept() {
    seen(entry("k1", "one"));

    assertThat(seen(entry("k1", "one, mended"))).isEqualTo(new Stored(0, 1, 0));

    assertThat(titles()).containsExactly("one, mended");
    assertThat(count("revisions")).isEqualTo(1);
    assertThat(articles.latest(null, Long.MAX_VALUE, 1).getFirst().seen().revision()).isEqualTo(2);
  }

  @Test
  void an_unknown_guid_with_a_known_link_and_title_is_the_same_entry() {
    var before = entry("k1", "one");
    var alias = new Entry.EntryKey("k1", "alias");
    var moved = new Entry.EntryKey("k9", "alias");
    seen(new Entry(alias, "g1", before.content(), before.dates(), before.contentHash()));

    assertThat(seen(new Entry(moved, "g9", before.content(), before.dates(), before.contentHash())))
        .isEqualTo(new Stored(0, 0, 1));
    assertThat(
            seen(
                new Entry(
                    new Entry.EntryKey("k9", null),
                    "g9",
                    before.content(),
                    before.dates(),
                    before.contentHash())))
        .isEqualTo(new Stored(0, 0, 1));
  }

  @Test
  void a_purged_article_does_not_come_back_as_new() {
    seen(entry("k1", "one"));
    database.useWrite(h -> h.execute("DELETE FROM articles"));

    assertThat(seen(entry("k1", "one"))).isEqualTo(new Stored(0, 0, 1));
  }

  @Test
  void R_50_two_sources_may_have_the_same_keys() {
    var other = registry.add(feed("http://b.example/feed"), NOW).id();
    seen(entry("k1", "ours"));

    assertThat(commit(poll(claim(database, other), fresh(entry("k1", "theirs")))))
        .isEqualTo(new Stored(1, 0, 0));
    assertThat(titles()).containsExactly("theirs", "ours");
  }

  @Test
  void a_success_stores_validators_and_moves_both_visits() {
    seen(entry("k1", "one"));

    var state = registry.find(source).orElseThrow().state();

    assertThat(state.snapshot()).isEqualTo(new Snapshot(new Validators("\"v1\"", null), "hash", 1));
    assertThat(state.visits().lastPolledAt()).isEqualTo(NOW);
    assertThat(state.visits().lastSuccessAt()).isEqualTo(NOW);
  }

  @Test
  void a_validator_that_the_server_stopped_sending_is_dropped() {
    seen(entry("k1", "one"));

    commit(
        poll(
            claim(database, source),
            new Outcome.Fresh(List.of(), new Snapshot(Validators.NONE, "hash", 1))));

    assertThat(registry.find(source).orElseThrow().state().snapshot().validators())
        .isEqualTo(Validators.NONE);
  }

  @Test
  void a_304_is_a_success_that_keeps_the_document() {
    seen(entry("k1", "one"));

    assertThat(
            commit(
                poll(
                    claim(database, source),
                    new Outcome.NotModified(new Validators("\"v2\"", null)))))
        .isEqualTo(new Stored(0, 0, 1));

    assertThat(registry.find(source).orElseThrow().state().snapshot())
        .isEqualTo(new Snapshot(new Validators("\"v2\"", null), "hash", 1));
  }

  @Test
  void a_failure_keeps_validators_and_the_last_success_and_records_the_error() {
    seen(entry("k1", "one"));
    var health =
        new Health(
            1,
            1,
            new Health.Streak(ErrorType.NOT_FOUND, 1, 1),
            0,
            new Health.LastError(ErrorType.NOT_FOUND, NOT_FOUND.message()));

    commit(
        poll(
            claim(database, source), new Outcome.Failed(NOT_FOUND, null), health, Standing.ACTIVE));

    var state = registry.find(source).orElseThrow().state();
    assertThat(state.health()).isEqualTo(health);
    assertThat(state.snapshot().validators().etag()).isEqualTo("\"v1\"");
    assertThat(state.visits().lastSuccessAt()).isEqualTo(NOW);
  }

  @Test
  void a_poll_leaves_one_row_of_history() {
    var claim = claim(database, source);
    var poll = poll(claim, new Outcome.Failed(NOT_FOUND, null));
    var visit = new Poll.Visit(NOW, Duration.ofMillis(1_500), 2, 404, 0);

    commit(new Poll(claim, poll.outcome(), poll.transition(), visit));

    var row =
        database.read(
            h ->
                h.createQuery(
                        "SELECT outcome, error_type, cause, status_code, retry_count, duration_ms,"
                            + " next_poll_reason FROM polls")
                    .map(
                        (r, _) ->
                            List.of(
                                r.getString(1),
                                r.getString(2),
                                r.getString(3),
                                r.getInt(4),
                                r.getInt(5),
                                r.getInt(6),
                                r.getString(7)))
                    .one());
    assertThat(row).isEqualTo(List.of("failed", "not_found", "status", 404, 2, 1_500, "interval"));
  }

  @Test
  void a_change_of_standing_is_written_with_its_audit_and_raises_the_revision() {
    var cooling =
        new Standing.Cooling(ErrorType.NOT_FOUND, NOW, NOW.plus(Duration.ofDays(2)), "policy");

    commit(
        poll(claim(database, source), new Outcome.Failed(NOT_FOUND, null), Health.FINE, cooling));

    assertThat(registry.find(source).orElseThrow().source().standing()).isEqualTo(cooling);
    assertThat(registry.find(source).orElseThrow().source().revision()).isEqualTo(2);
    assertThat(count("transitions")).isEqualTo(1);

    seen(entry("k1", "one"));

    assertThat(registry.find(source).orElseThrow().source().standing()).isEqualTo(Standing.ACTIVE);
    assertThat(count("transitions")).isEqualTo(2);
  }

  @Test
  void a_success_of_an_active_feed_does_not_touch_its_registration() {
    var before = registry.find(source).orElseThrow().source();

    seen(entry("k1", "one"));

    assertThat(registry.find(source).orElseThrow().source()).isEqualTo(before);
  }

  @Test
  void R_03_a_poll_whose_lease_was_taken_over_writes_only_history() {
    var stale = claim(database, source);
    var later = NOW.plus(Leases.LENGTH);
    claim(database, source, later);

    assertThat(commits.commit(List.of(poll(stale, fresh(entry("k1", "one"))))))
        .containsExactly(new Superseded());
    assertThat(count("articles")).isZero();
    assertThat(count("polls")).isEqualTo(1);
    assertThat(registry.find(source).orElseThrow().state().visits().lastPolledAt()).isNull();
  }

  @Test
  void a_poll_of_a_source_that_a_person_changed_meanwhile_writes_only_history() {
    var claim = claim(database, source);
    database.useWrite(h -> h.execute("UPDATE sources SET revision = revision + 1"));

    assertThat(commit(poll(claim, fresh(entry("k1", "one"))))).isEqualTo(new Superseded());
    assertThat(count("articles")).isZero();
  }

  @Test
  void a_poll_of_a_source_that_was_deleted_meanwhile_leaves_nothing() {
    var claim = claim(database, source);
    database.useWrite(h -> h.execute("DELETE FROM sources"));

    assertThat(commit(poll(claim, fresh(entry("k1", "one"))))).isEqualTo(new Superseded());
    assertThat(count("polls")).isZero();
  }

  @Test
  void a_group_is_written_as_a_whole_or_not_at_all() {
    var other = registry.add(feed("http://b.example/feed"), NOW).id();
    var good = poll(claim(database, source), fresh(entry("k1", "one")));
    var claim = claim(database, other);
    var bad =
        new Poll(
            claim,
            new Outcome.Deferred(NOW),
            good.transition(),
            new Poll.Visit(NOW, Duration.ZERO, 1, 0, 0));

    assertThatThrownBy(() -> commits.commit(List.of(good, bad)))
        .isInstanceOf(IllegalArgumentException.class);

    assertThat(count("articles")).isZero();
    assertThat(registry.find(source).orElseThrow().state().snapshot()).isEqualTo(Snapshot.NONE);
  }

  @Test
  void a_feed_with_thousands_of_entries_is_stored() {
    var many = new Entry[3_000];
    for (int i = 0; i < many.length; i++) {
      many[i] = entry("key" + i, "title " + i);
    }

    assertThat(seen(many)).isEqualTo(new Stored(3_000, 0, 0));
    assertThat(seen(many)).isEqualTo(new Stored(0, 0, 3_000));
  }
}
