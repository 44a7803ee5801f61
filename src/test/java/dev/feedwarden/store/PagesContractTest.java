package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static dev.feedwarden.store.Fixtures.claim;
import static dev.feedwarden.store.Fixtures.poll;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Article;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.HostMemory;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.Lanes;
import dev.feedwarden.model.Lease;
import dev.feedwarden.model.Page;
import dev.feedwarden.model.Page.Reason;
import dev.feedwarden.model.Page.State;
import dev.feedwarden.model.PageClaim;
import dev.feedwarden.model.PageContent;
import dev.feedwarden.model.PageVisit;
import dev.feedwarden.model.PageVisit.End;
import dev.feedwarden.model.PageVisit.Receipt;
import dev.feedwarden.model.RobotsFile;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.TextQuery;
import dev.feedwarden.model.Trouble;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Pages.Count;
import dev.feedwarden.store.Pages.Filter;
import dev.feedwarden.store.Pages.Submitted;
import dev.feedwarden.store.Turns.Return;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Pages in the queue, and what visits leave behind. */
@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class PagesContractTest {
  private static final WebUrl URL = WebUrl.of("http://p.example/a");
  private static final Instant LATER = NOW.plus(Duration.ofHours(2));
  private static final PageContent CONTENT =
      new PageContent(
          new PageContent.Facts("T", "B", NOW, "http://c.example/", "en", "http://i.example/"),
          "<p>marmalade</p>",
          "marmalade");

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private HostQueue hosts;
  private PageQueue queue;
  private PageCommits commits;
  private Pages pages;
  private SourceId source;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    hosts = new HostQueue(database);
    queue = new PageQueue(database);
    commits = new PageCommits(database);
    pages = new Pages(database);
    source = new Registry(database).add(settings("http://f.example/feed"), NOW).id();
    database.useWrite(h -> h.execute("UPDATE host_queue SET due_at = NULL"));
    database.useWrite(h -> h.execute("UPDATE feed_state SET next_poll_at = NULL"));
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static Settings settings(String url) {
    return new Settings(
        new Label("n"), WebUrl.of(url), true, new Intake(null, Intake.Mode.PAGES), null, null);
  }

  private long submit(WebUrl url, String key) {
    return ((Submitted.New) pages.submit(url, key, source, NOW)).id();
  }

  private PageClaim claimed(Instant now) {
    var leases = hosts.turn(List.of(), 9, now);
    return queue.claims(leases).values().iterator().next();
  }

  private Receipt commit(PageClaim claim, End end, @Nullable String key) {
    var answer = new Page.Answer(claim.at(), 200, "text/html", "h", NOW);
    return commits.commit(new PageVisit(claim, end, key, answer, null, NOW));
  }

  private void giveBack(Lease lease) {
    hosts.turn(List.of(new Return(lease, NOW)), 0, NOW);
  }

  private State state(long page) {
    return pages.find(page).orElseThrow().progress().state();
  }

  @Test
  void the_mode_of_a_source_is_kept() {
    assertThat(new Registry(database).find(source).orElseThrow().source().settings())
        .isEqualTo(settings("http://f.example/feed"));
  }

  @Test
  void a_page_is_queued_once_and_makes_its_host_due() {
    var id = submit(URL, "k");

    assertThat(pages.submit(URL, "k", source, NOW)).isEqualTo(new Submitted.Known(id));
    assertThat(pages.submit(URL, "x", new SourceId("0195f000-0000-7000-8000-000000000001"), NOW))
        .isEqualTo(new Submitted.NoSuchSource());
    var taken = hosts.turn(List.of(), 9, NOW);
    assertThat(taken).extracting(Lease::host).containsExactly(new HostKey("p.example"));
    assertThat(queue.claims(taken).values())
        .extracting(claim -> claim.page().id())
        .containsExactly(id);
    assertThat(state(id)).isEqualTo(State.FETCHING);
  }

  @Test
  void a_host_is_due_when_its_next_page_is_and_never_when_all_are_done() {
    var id = submit(URL, "k");
    var first = claimed(NOW);
    commit(first, new End.Later(Reason.NETWORK, LATER, false), null);
    giveBack(first.lease());

    assertThat(hosts.turn(List.of(), 9, LATER.minusSeconds(1))).isEmpty();
    var second = claimed(LATER);
    commit(second, new End.Fetched(CONTENT), "k");
    giveBack(second.lease());
    assertThat(hosts.turn(List.of(), 9, LATER.plus(Duration.ofDays(9)))).isEmpty();
    assertThat(state(id)).isEqualTo(State.FETCHED);
    assertThat(pages.content(id)).contains(CONTENT);
    assertThat(pages.find(id).orElseThrow().progress().tries()).isEqualTo(new Page.Tries(2, 0));
  }

  @Test
  void what_a_person_asks_for_goes_before_what_a_feed_brought() {
    feedBrings("a", "http://p.example/feed-page");
    var manual = submit(URL, "k");

    assertThat(claimed(NOW).page().id()).isEqualTo(manual);
  }

  private void feedBrings(String key, String link) {
    var entry =
        new Entry(
            new Entry.EntryKey(key, null),
            key,
            new Entry.Content("Title " + key, link, null, "summary", List.of(), null),
            Entry.Body.NONE,
            Entry.Dates.NONE,
            new Entry.Marks("1:" + key, "hash " + key));
    database.useWrite(h -> h.execute("UPDATE feed_state SET next_poll_at = 0"));
    var poll = poll(claim(database, source), Fixtures.fresh(entry));
    new Commits(database).commit(List.of(poll));
    new BatchQueue(database).release(poll.claim().lease(), NOW);
    database.useWrite(h -> h.execute("UPDATE feed_state SET next_poll_at = NULL"));
    database.useWrite(
        h -> h.execute("UPDATE host_queue SET due_at = NULL WHERE key = 'f.example'"));
  }

  @Test
  void new_entries_are_queued_with_their_poll_and_searched_by_the_words_of_their_page() {
    feedBrings("a", "http://p.example/a");
    feedBrings("a", "http://p.example/a");
    var index = new ArticleIndex(database);
    while (index.turn()) {}
    var before = found("marmalade");

    var claim = claimed(NOW);
    commit(claim, new End.Fetched(CONTENT), "hash a");
    while (index.turn()) {}

    assertThat(claim.page().submission().origin()).isEqualTo(Page.Origin.FEED);
    assertThat(pages.latest(Filter.ALL, Long.MAX_VALUE, 9)).hasSize(1);
    assertThat(before).isEmpty();
    assertThat(found("marmalade")).containsExactly("Title a");
    var article = new Articles(database).latest(null, Long.MAX_VALUE, 1).getFirst();
    assertThat(pages.ofArticle(article.id()).orElseThrow().id()).isEqualTo(claim.page().id());
    pages.delete(claim.page().id());
    while (index.turn()) {}
    assertThat(found("marmalade")).isEmpty();
  }

  private List<String> found(String word) {
    return new ArticleSearch(database)
        .latest(TextQuery.parse(word).orElseThrow(), Long.MAX_VALUE, 9).stream()
            .map(Article::version)
            .map(version -> version.content().title())
            .toList();
  }

  @Test
  void who_lost_the_host_writes_nothing() {
    var id = submit(URL, "k");
    var lost = claimed(NOW);
    var again = claimed(NOW.plus(Turns.LEASE).plusSeconds(1));

    assertThat(commit(lost, new End.Fetched(CONTENT), "k")).isEqualTo(Receipt.SUPERSEDED);
    assertThat(again.page().progress().tries().losses()).isEqualTo(1);
    assertThat(commit(again, new End.Fetched(CONTENT), "k")).isEqualTo(Receipt.WRITTEN);
    assertThat(state(id)).isEqualTo(State.FETCHED);
  }

  @Test
  void a_page_that_was_forgotten_meanwhile_stays_so() {
    var id = submit(URL, "k");
    var claim = claimed(NOW);

    assertThat(pages.delete(id)).isTrue();
    assertThat(commit(claim, new End.Fetched(CONTENT), "k")).isEqualTo(Receipt.SUPERSEDED);
    assertThat(pages.find(id)).isEmpty();
  }

  @Test
  void a_page_that_turns_out_to_be_another_is_merged_with_its_keys() {
    var known = submit(WebUrl.of("http://q.example/x"), "x");
    database.useWrite(h -> h.execute("UPDATE pages SET state = 'dead', next_attempt_at = NULL"));
    var id = submit(URL, "k");
    var claim = claimed(NOW);

    assertThat(commit(claim, new End.Fetched(CONTENT), "x")).isEqualTo(Receipt.MERGED);

    assertThat(pages.find(id).orElseThrow().progress().mergedInto()).isEqualTo(known);
    assertThat(pages.submit(URL, "k", source, NOW)).isEqualTo(new Submitted.Known(known));
    assertThat(pages.content(id)).isEmpty();
  }

  @Test
  void a_page_moves_to_the_host_that_it_was_redirected_to_and_back_when_it_fails_there() {
    var id = submit(URL, "k");
    var first = claimed(NOW);
    commit(first, new End.Elsewhere(WebUrl.of("http://q.example/b"), 1), "b");
    giveBack(first.lease());

    var second = claimed(NOW);
    assertThat(second.lease().host()).isEqualTo(new HostKey("q.example"));
    assertThat(second.at()).isEqualTo(WebUrl.of("http://q.example/b"));
    commit(second, new End.Later(Reason.NETWORK, LATER, false), null);
    giveBack(second.lease());

    var third = claimed(LATER);
    assertThat(third.lease().host()).isEqualTo(new HostKey("p.example"));
    assertThat(third.page().progress().way()).isEqualTo(new Page.Way(URL, 0));
    assertThat(state(id)).isEqualTo(State.FETCHING);
  }

  @Test
  void what_robots_txt_said_is_known_to_the_next_page_of_its_origin() {
    submit(URL, "k");
    var rules = new RobotsFile("Disallow: /", LATER, new RobotsFile.Unreachable(NOW, 3));
    var first = claimed(NOW);
    assertThat(first.robots()).isNull();
    commits.commit(new PageVisit(first, new End.Deferred(NOW), null, null, rules, NOW));
    giveBack(first.lease());

    assertThat(claimed(NOW).robots()).isEqualTo(rules);
  }

  @Test
  void pages_of_a_host_in_trouble_or_a_source_that_is_off_wait() {
    var id = submit(URL, "k");
    var lease = hosts.turn(List.of(), 9, NOW).getFirst();
    var trouble = new HostMemory(lease.memory().pace(), new Trouble(NOW, 0, "all fail"));
    hosts.turn(List.of(new Return(lease, NOW, trouble)), 0, NOW);

    assertThat(queue.claims(hosts.turn(List.of(), 9, NOW))).isEmpty();
    assertThat(state(id)).isEqualTo(State.PENDING);
    assertThat(pages.find(id).orElseThrow().progress().nextAttemptAt()).isAfter(NOW);
  }

  @Test
  void pages_follow_their_source_into_another_lane() {
    submit(URL, "k");

    new LaneTable(database).change(new Lanes(Map.of(new HostKey("p.example"), 3)));

    var claim = claimed(NOW);
    assertThat(claim.lease().host().value()).startsWith("p.example#");
  }

  @Test
  void what_was_given_up_is_listed_counted_and_tried_again() {
    var id = submit(URL, "k");
    var claim = claimed(NOW);
    commit(claim, new End.Dead(Reason.GONE), null);
    giveBack(claim.lease());
    var dead = new Filter(source, State.DEAD, Reason.GONE);

    assertThat(pages.counts(source)).containsExactly(new Count(State.DEAD, Reason.GONE, 1));
    assertThat(pages.latest(dead, Long.MAX_VALUE, 9)).extracting(Page::id).containsExactly(id);
    assertThat(pages.retry(dead, NOW)).isEqualTo(1);
    assertThat(pages.retry(id, NOW)).isFalse();
    assertThat(claimed(NOW).page().progress().tries()).isEqualTo(new Page.Tries(0, 0));
  }

  @Test
  void a_source_takes_its_pages_along() {
    submit(URL, "k");

    new Interventions(database).remove(source);

    assertThat(pages.latest(Filter.ALL, Long.MAX_VALUE, 9)).isEmpty();
  }

  private Instant next(long page) {
    return requireNonNull(pages.find(page).orElseThrow().progress().nextAttemptAt());
  }

  @Test
  void while_robots_txt_cannot_be_had_all_pages_of_its_origin_wait_and_say_why() {
    var first = submit(URL, "k");
    var second = submit(WebUrl.of("http://p.example/b"), "b");
    var secure = submit(WebUrl.of("https://p.example/b"), "s");
    var file = new RobotsFile(null, LATER, new RobotsFile.Unreachable(NOW, 1));
    var claim = claimed(NOW);

    commits.commit(new PageVisit(claim, new End.Deferred(LATER), null, null, file, NOW));

    assertThat(List.of(next(first), next(second), next(secure))).containsExactly(LATER, LATER, NOW);
    assertThat(pages.counts(source))
        .containsExactlyInAnyOrder(
            new Count(State.PENDING, Reason.ROBOTS_UNREACHABLE, 2),
            new Count(State.PENDING, null, 1));
  }

  @Test
  void a_page_that_was_put_off_forgets_why_when_robots_txt_is_there() {
    var id = submit(URL, "k");
    var file = new RobotsFile(null, NOW, new RobotsFile.Unreachable(NOW, 1));
    var first = claimed(NOW);
    commits.commit(new PageVisit(first, new End.Deferred(LATER), null, null, file, NOW));
    giveBack(first.lease());
    var second = claimed(LATER);

    commits.commit(new PageVisit(second, new End.Deferred(LATER), null, null, file, LATER));

    assertThat(pages.counts(source)).containsExactly(new Count(State.PENDING, null, 1));
    assertThat(next(id)).isEqualTo(LATER);
  }

  @Test
  void a_server_that_names_a_time_for_one_page_is_not_asked_for_another_before() {
    submit(URL, "k");
    var other = submit(WebUrl.of("http://p.example/b"), "b");
    var claim = claimed(NOW);

    commit(claim, new End.Later(Reason.RATE_LIMITED, LATER, true), null);
    giveBack(claim.lease());

    assertThat(hosts.turn(List.of(), 9, LATER.minusSeconds(1))).isEmpty();
    assertThat(next(other)).isEqualTo(LATER);
    assertThat(pages.find(other).orElseThrow().progress().tries()).isEqualTo(new Page.Tries(0, 0));
  }

  @Test
  void what_was_given_up_is_found_behind_a_thousand_that_were_fetched() {
    var dead = submit(URL, "k");
    database.useWrite(h -> h.execute("UPDATE pages SET state = 'dead', next_attempt_at = NULL"));
    for (int i = 0; i < 1_100; i++) {
      submit(WebUrl.of("http://p.example/" + i), "k" + i);
    }
    database.useWrite(
        h ->
            h.execute(
                "UPDATE pages SET state = 'fetched', next_attempt_at = NULL WHERE id <> ?", dead));

    assertThat(pages.retry(new Filter(source, null, null), NOW)).isEqualTo(1);
    assertThat(state(dead)).isEqualTo(State.PENDING);
  }

  @Test
  void a_robots_txt_that_nobody_asked_for_again_is_forgotten() {
    submit(URL, "k");
    var claim = claimed(NOW);
    var file = new RobotsFile("", LATER, null);
    commits.commit(new PageVisit(claim, new End.Deferred(NOW), null, null, file, NOW));
    var forgetting = new Forgetting(database);

    assertThat(forgetting.robotsBefore(LATER)).isZero();
    assertThat(forgetting.robotsBefore(LATER.plusMillis(1))).isEqualTo(1);
  }
}
