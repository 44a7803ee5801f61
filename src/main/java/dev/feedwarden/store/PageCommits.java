package dev.feedwarden.store;

import dev.feedwarden.model.Happening;
import dev.feedwarden.model.Happening.Subject;
import dev.feedwarden.model.Page;
import dev.feedwarden.model.Page.State;
import dev.feedwarden.model.PageContent;
import dev.feedwarden.model.PageVisit;
import dev.feedwarden.model.PageVisit.End;
import dev.feedwarden.model.PageVisit.Receipt;
import dev.feedwarden.model.RobotsFile;
import dev.feedwarden.model.WebUrl;
import java.time.Instant;
import java.util.Map;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The end of every visit to a page: state, content, keys and robots.txt, in one transaction. */
public final class PageCommits {
  private final Database database;

  public PageCommits(Database database) {
    this.database = database;
  }

  /** Whether an address is known as that of another page. */
  public boolean isAnothers(String key, long page) {
    return database.read(h -> PageRows.holder(h, key).filter(id -> id != page).isPresent());
  }

  /** Writes what a visit came to; one that lost its host, or its page, leaves no trace. */
  public Receipt commit(PageVisit visit) {
    return database.write(
        h -> {
          if (!isOurs(h, visit)) {
            return Receipt.SUPERSEDED;
          }
          if (visit.robots() != null) {
            keep(h, RobotsFile.origin(visit.claim().at()), visit.robots());
          }
          return write(h, visit);
        });
  }

  private static final String EPOCHS =
      "SELECT key, epoch FROM host_queue WHERE key IN (<hosts>) ORDER BY key ";

  // All hosts that may be touched, in the order of their keys, as a poll's commit does it.
  private boolean isOurs(Handle h, PageVisit visit) {
    var lease = visit.claim().lease();
    var page = visit.claim().page();
    var hosts = new TreeSet<String>();
    hosts.add(lease.host().value());
    hosts.add(LaneTable.key(h, page.url(), page.sourceId()).value());
    if (visit.end() instanceof End.Elsewhere(var to, _)) {
      hosts.add(LaneTable.key(h, to, page.sourceId()).value());
    }
    return h.createQuery(EPOCHS + database.engine().locking())
        .bindList("hosts", hosts)
        .map((row, _) -> Map.entry(row.getString("key"), row.getLong("epoch")))
        .list()
        .contains(Map.entry(lease.host().value(), lease.epoch()));
  }

  private static final String KEEP_ROBOTS =
      """
      INSERT INTO robots (origin, rules, expires_at, unreachable_since, failures)
      VALUES (:origin, :rules, :expires, :since, :failures)
      ON CONFLICT (origin) DO UPDATE
      SET rules = excluded.rules, expires_at = excluded.expires_at,
          unreachable_since = excluded.unreachable_since, failures = excluded.failures
      """;

  private static void keep(Handle h, String origin, RobotsFile robots) {
    var trouble = robots.trouble();
    h.createUpdate(KEEP_ROBOTS)
        .bind("origin", origin)
        .bind("rules", robots.rules())
        .bind("expires", robots.expiresAt().toEpochMilli())
        .bind("since", trouble == null ? null : trouble.since().toEpochMilli())
        .bind("failures", trouble == null ? 0 : trouble.failures())
        .execute();
  }

  private static Receipt write(Handle h, PageVisit visit) {
    var page = visit.claim().page().id();
    var known = visit.key() == null ? page : PageRows.holder(h, visit.key()).orElse(page);
    var done =
        switch (visit.end()) {
          case End.Fetched(var content) when known == page -> store(h, visit, content);
          case End.Fetched _ -> merge(h, visit, known);
          case End.Elsewhere(var to, var hops) when known == page ->
              move(h, visit, to, hops, visit.endedAt());
          case End.Elsewhere _ -> merge(h, visit, known);
          case End.Later(var reason, var at, var forAll) -> {
            if (forAll) {
              putOff(h, visit, reason, at);
            }
            yield end(h, visit, new After(State.RETRY, reason, at));
          }
          case End.Dead(var reason) -> end(h, visit, new After(State.DEAD, reason, null));
          case End.Skipped(var reason) -> end(h, visit, new After(State.SKIPPED, reason, null));
          case End.Deferred(var until) -> defer(h, visit, until);
        };
    if (!done) {
      return Receipt.SUPERSEDED;
    }
    return known == page ? Receipt.WRITTEN : Receipt.MERGED;
  }

  /** What a page is to be. */
  private record After(State state, Page.@Nullable Reason reason, @Nullable Instant next) {}

  private static final String FETCHED =
      """
      UPDATE pages
      SET state = :state, reason = CAST(:reason AS TEXT), next_attempt_at = CAST(:next AS BIGINT),
          attempts = attempts + 1, losses = 0, hops = 0, at_url = url,
          final_url = CAST(:final AS TEXT), status_code = :status,
          content_type = CAST(:type AS TEXT), body_hash = CAST(:hash AS TEXT), ended_at = :ended,
          merged_into = CAST(:into AS BIGINT)
      WHERE id = :id AND state = 'fetching'
      """;

  private static boolean end(Handle h, PageVisit visit, After after) {
    var page = visit.claim().page();
    return written(h, visit, after, null)
        && (after.next() == null
            || move(h, visit, page.url(), 0, after.next())); // it begins at its own address anew
  }

  private static boolean written(Handle h, PageVisit visit, After after, @Nullable Long into) {
    var answer = visit.answer();
    var last = answer == null ? null : answer.finalUrl();
    var reason = after.reason();
    return h.createUpdate(FETCHED)
            .bind("id", visit.claim().page().id())
            .bind("state", after.state().wire())
            .bind("reason", reason == null ? null : reason.wire())
            .bind("next", Rows.millis(after.next()))
            .bind("final", last == null ? null : last.text())
            .bind("status", answer == null ? 0 : answer.status())
            .bind("type", answer == null ? null : answer.contentType())
            .bind("hash", answer == null ? null : answer.hash())
            .bind("ended", visit.endedAt().toEpochMilli())
            .bind("into", into)
            .execute()
        > 0;
  }

  private static boolean store(Handle h, PageVisit visit, PageContent content) {
    var page = visit.claim().page().id();
    if (!written(h, visit, new After(State.FETCHED, null, null), null)) {
      return false;
    }
    if (visit.key() != null) {
      PageRows.addKey(h, visit.key(), page);
    }
    put(h, page, content);
    touch(h, page);
    tell(h, visit, page, content);
    return true;
  }

  private static void tell(Handle h, PageVisit visit, long page, PageContent content) {
    var asked = visit.claim().page();
    Registry.find(h, asked.sourceId())
        .ifPresent(
            found ->
                Outbox.addIfHeard(
                    h,
                    visit.endedAt(),
                    new Happening.PageFetched(
                        Subject.of(found.source()),
                        page,
                        asked.url().masked(),
                        content.facts().title())));
  }

  private static final String PUT =
      """
      INSERT INTO page_content (page_id, title, byline, published_at, canonical_url, language,
                                image_url, content_html, content_text)
      VALUES (:id, :title, :byline, :published, :canonical, :language, :image, :html, :text)
      ON CONFLICT (page_id) DO UPDATE
      SET title = excluded.title, byline = excluded.byline, published_at = excluded.published_at,
          canonical_url = excluded.canonical_url, language = excluded.language,
          image_url = excluded.image_url, content_html = excluded.content_html,
          content_text = excluded.content_text
      """;

  private static void put(Handle h, long page, PageContent content) {
    var facts = content.facts();
    h.createUpdate(PUT)
        .bind("id", page)
        .bind("title", facts.title())
        .bind("byline", facts.byline())
        .bind("published", Rows.millis(facts.publishedAt()))
        .bind("canonical", facts.canonicalUrl())
        .bind("language", facts.language())
        .bind("image", facts.imageUrl())
        .bind("html", content.html())
        .bind("text", content.text())
        .execute();
  }

  // The words of a page are its articles' too, for who looks for them.
  private static final String TOUCH =
      """
      INSERT INTO article_changes (article_id)
      SELECT a.id FROM page_keys k JOIN articles a ON a.url_hash = k.key
      WHERE k.page_id = :id AND EXISTS (SELECT 1 FROM page_content c WHERE c.page_id = k.page_id)
      """;

  private static void touch(Handle h, long page) {
    h.createUpdate(TOUCH).bind("id", page).execute();
  }

  private static boolean merge(Handle h, PageVisit visit, long into) {
    var page = visit.claim().page().id();
    if (!written(h, visit, new After(State.MERGED, null, null), into)) {
      return false;
    }
    h.execute("UPDATE page_keys SET page_id = ? WHERE page_id = ?", into, page);
    h.execute("UPDATE pages SET merged_into = ? WHERE merged_into = ?", into, page);
    touch(h, into);
    return true;
  }

  private static final String MOVE =
      """
      UPDATE pages
      SET at_url = :to, host_key = :host, hops = :hops, next_attempt_at = :next,
          state = CASE WHEN attempts = 0 THEN 'pending' ELSE 'retry' END
      WHERE id = :id AND state IN ('fetching', 'retry')
      """;

  private static boolean move(Handle h, PageVisit visit, WebUrl to, int hops, Instant next) {
    var page = visit.claim().page();
    var host = LaneTable.key(h, to, page.sourceId());
    var done =
        h.createUpdate(MOVE)
            .bind("id", page.id())
            .bind("to", to.text())
            .bind("host", host.value())
            .bind("hops", hops)
            .bind("next", next.toEpochMilli())
            .execute();
    if (done > 0 && !host.equals(visit.claim().lease().host())) {
      Registry.queue(h, host, next);
    }
    return done > 0;
  }

  private static final String DEFER =
      """
      UPDATE pages
      SET next_attempt_at = :until, reason = CAST(:reason AS TEXT),
          state = CASE WHEN attempts = 0 THEN 'pending' ELSE 'retry' END
      WHERE id = :id AND state = 'fetching'
      """;

  private static boolean defer(Handle h, PageVisit visit, Instant until) {
    var waits = until.isAfter(visit.endedAt());
    if (waits) {
      putOff(h, visit, Page.Reason.ROBOTS_UNREACHABLE, until);
    }
    return h.createUpdate(DEFER)
            .bind("id", visit.claim().page().id())
            .bind("until", until.toEpochMilli())
            .bind("reason", waits ? Page.Reason.ROBOTS_UNREACHABLE.wire() : null)
            .execute()
        > 0;
  }

  // One by one each would find out for itself.
  private static final String PUT_OFF =
      """
      UPDATE pages SET next_attempt_at = :until, reason = :reason
      WHERE host_key = :host AND next_attempt_at < :until AND state IN ('pending', 'retry')
        AND substr(at_url, 1, length(CAST(:origin AS TEXT))) = :origin
      """;

  private static void putOff(Handle h, PageVisit visit, Page.Reason reason, Instant until) {
    h.createUpdate(PUT_OFF)
        .bind("until", until.toEpochMilli())
        .bind("reason", reason.wire())
        .bind("host", visit.claim().lease().host().value())
        .bind("origin", RobotsFile.origin(visit.claim().at()) + "/")
        .execute();
  }
}
