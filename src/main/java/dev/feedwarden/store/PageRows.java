package dev.feedwarden.store;

import dev.feedwarden.model.Change;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Lanes;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Page;
import dev.feedwarden.model.Poll;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/** Puts pages into the queue. */
final class PageRows {
  private PageRows() {}

  // What is known by this key already is not asked for twice.
  private static final String INSERT =
      """
      INSERT INTO pages (source_id, url, at_url, host_key, origin, priority, state,
                         next_attempt_at, submitted_at)
      SELECT s.id, CAST(:url AS TEXT), CAST(:url AS TEXT), CAST(:host AS TEXT),
             CAST(:origin AS TEXT), CAST(:priority AS INTEGER), 'pending', CAST(:now AS BIGINT),
             CAST(:now AS BIGINT)
      FROM sources s
      WHERE s.id = :source AND NOT EXISTS (SELECT 1 FROM page_keys k WHERE k.key = :key)
      RETURNING id
      """;

  private static final String KEY =
      "INSERT INTO page_keys (key, page_id) VALUES (:key, :page) ON CONFLICT (key) DO NOTHING";

  /** One page to be queued. */
  record Wanted(WebUrl url, String key, SourceId source, Page.Origin origin, HostKey host) {}

  /** Queues a page unless it is known; its host is to be made due by who calls. */
  static Optional<Long> insert(Handle h, Wanted wanted, Instant now) {
    var id =
        h.createQuery(INSERT)
            .bind("url", wanted.url().text())
            .bind("key", wanted.key())
            .bind("host", wanted.host().value())
            .bind("source", wanted.source().value())
            .bind("origin", wanted.origin().wire())
            .bind("priority", wanted.origin().priority())
            .bind("now", now.toEpochMilli())
            .mapTo(Long.class)
            .findOne();
    if (id.isPresent() && !addKey(h, wanted.key(), id.get())) {
      h.execute("DELETE FROM pages WHERE id = ?", id.get()); // another transaction was first
      return Optional.empty();
    }
    return id;
  }

  static boolean addKey(Handle h, String key, long page) {
    return h.createUpdate(KEY).bind("key", key).bind("page", page).execute() > 0;
  }

  /** Whose key it is, if anybody's. */
  static Optional<Long> holder(Handle h, String key) {
    return h.createQuery("SELECT page_id FROM page_keys WHERE key = :key")
        .bind("key", key)
        .mapTo(Long.class)
        .findOne();
  }

  private static boolean wantsPages(Poll poll) {
    return poll.claim().source().settings().intake().mode() == Intake.Mode.PAGES;
  }

  /** The hosts that pages of these polls may be queued at: to be locked with the polls' own. */
  static Stream<String> hosts(Handle h, List<Poll> polls) {
    if (polls.stream().noneMatch(PageRows::wantsPages)) {
      return Stream.empty();
    }
    var lanes = LaneTable.read(h);
    return polls.stream()
        .filter(PageRows::wantsPages)
        .flatMap(poll -> wanted(poll, lanes))
        .map(wanted -> wanted.host().value());
  }

  /**
   * Queues the pages of what these polls stored as new. Hosts come last and in the order of their
   * keys, so that two groups never wait for each other.
   */
  static void submit(Handle h, List<Commits.Written> written) {
    var fresh =
        written.stream()
            .filter(one -> one.kept().first() != 0 && wantsPages(one.poll()))
            .map(Commits.Written::poll)
            .toList();
    if (fresh.isEmpty()) {
      return;
    }
    var lanes = LaneTable.read(h);
    var now = fresh.getFirst().visit().endedAt();
    var hosts = new TreeSet<HostKey>();
    fresh.stream()
        .flatMap(poll -> wanted(poll, lanes))
        .filter(wanted -> insert(h, wanted, now).isPresent())
        .forEach(wanted -> hosts.add(wanted.host()));
    hosts.forEach(host -> Registry.queue(h, host, now));
  }

  private static Stream<Wanted> wanted(Poll poll, Lanes lanes) {
    var source = poll.claim().source().id();
    return poll.outcome() instanceof Outcome.Fresh(var changes, _)
        ? changes.all().reversed().stream().flatMap(change -> wanted(change, source, lanes))
        : Stream.empty();
  }

  // A link that entries share, such as the home page, has no key and is nobody's page.
  private static Stream<Wanted> wanted(Change change, SourceId source, Lanes lanes) {
    if (!(change instanceof Change.Added(var entry))) {
      return Stream.empty();
    }
    var key = entry.marks().url();
    var link = entry.content().link();
    if (key == null
        || link == null
        || !(WebUrl.parse(link) instanceof WebUrl.Parsed.Good(var url))) {
      return Stream.empty();
    }
    var host = lanes.key(url.hostKey(), source);
    return Stream.of(new Wanted(url, key, source, Page.Origin.FEED, host));
  }
}
