package dev.feedwarden.store;

import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.Page;
import dev.feedwarden.model.PageContent;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The pages as people see them: what there is, what came of it, and what they want done. */
public final class Pages {
  private static final int MOST_AT_ONCE = 1_000;

  private final Database database;

  public Pages(Database database) {
    this.database = database;
  }

  /** Which pages. */
  public record Filter(
      @Nullable SourceId source, Page.@Nullable State state, Page.@Nullable Reason reason) {
    public static final Filter ALL = new Filter(null, null, null);
  }

  private static final String MATCHING =
      """
       (CAST(:source AS TEXT) IS NULL OR source_id = :source)
        AND (CAST(:state AS TEXT) IS NULL OR state = :state)
        AND (CAST(:reason AS TEXT) IS NULL OR reason = :reason)
      """;

  /**
   * The newest pages, newest first.
   *
   * @param before only those with a smaller id
   */
  public List<Page> latest(Filter filter, long before, int limit) {
    return found(filter, before, limit, "");
  }

  private List<Page> found(Filter filter, long before, int limit, String only) {
    return database.read(
        h ->
            h.createQuery(
                    "SELECT * FROM pages WHERE id < :before AND"
                        + MATCHING
                        + only
                        + " ORDER BY id DESC LIMIT :limit")
                .bind("source", filter.source() == null ? null : filter.source().value())
                .bind("state", filter.state() == null ? null : filter.state().wire())
                .bind("reason", filter.reason() == null ? null : filter.reason().wire())
                .bind("before", before)
                .bind("limit", limit)
                .map((row, _) -> PageColumns.read(row))
                .list());
  }

  /** One page. */
  public Optional<Page> find(long id) {
    return database.read(h -> find(h, id));
  }

  private static Optional<Page> find(Handle h, long id) {
    return h.createQuery("SELECT * FROM pages WHERE id = :id")
        .bind("id", id)
        .map((row, _) -> PageColumns.read(row))
        .findOne();
  }

  /** What a page had to say, if it was fetched. */
  public Optional<PageContent> content(long id) {
    return database.read(
        h ->
            h.createQuery("SELECT * FROM page_content WHERE page_id = :id")
                .bind("id", id)
                .map((row, _) -> PageColumns.content(row))
                .findOne());
  }

  /** The page behind an article, if there is one. */
  public Optional<Page> ofArticle(long article) {
    return database.read(
        h ->
            h.createQuery(
                    """
                    SELECT p.* FROM articles a JOIN page_keys k ON k.key = a.url_hash
                    JOIN pages p ON p.id = k.page_id WHERE a.id = :id
                    """)
                .bind("id", article)
                .map((row, _) -> PageColumns.read(row))
                .findOne());
  }

  /** How many pages are in one state for one reason. */
  public record Count(Page.State state, Page.@Nullable Reason reason, long pages) {}

  /** How many there are, of one source or of all. */
  public List<Count> counts(@Nullable SourceId source) {
    return database.read(
        h ->
            h.createQuery(
                    """
                    SELECT state, reason, count(*) AS pages FROM pages
                    WHERE CAST(:source AS TEXT) IS NULL OR source_id = :source
                    GROUP BY state, reason ORDER BY state, reason
                    """)
                .bind("source", source == null ? null : source.value())
                .map(
                    (row, _) -> {
                      var reason = row.getString("reason");
                      return new Count(
                          Page.State.ofWire(row.getString("state")),
                          reason == null ? null : Page.Reason.ofWire(reason),
                          row.getLong("pages"));
                    })
                .list());
  }

  /** What came of a person's wish. */
  public sealed interface Submitted {
    record New(long id) implements Submitted {}

    /** It is known already; nothing was changed. */
    record Known(long id) implements Submitted {}

    record NoSuchSource() implements Submitted {}
  }

  /**
   * Queues a page that a person wants.
   *
   * @param key by which it is known
   */
  public Submitted submit(WebUrl url, String key, SourceId source, Instant now) {
    return database.write(
        h -> {
          var host = LaneTable.key(h, url, source);
          Leases.lock(h, host.value());
          var wanted = new PageRows.Wanted(url, key, source, Page.Origin.MANUAL, host);
          var id = PageRows.insert(h, wanted, now);
          if (id.isPresent()) {
            Registry.queue(h, host, now);
            return new Submitted.New(id.get());
          }
          return PageRows.holder(h, key)
              .<Submitted>map(Submitted.Known::new)
              .orElseGet(Submitted.NoSuchSource::new);
        });
  }

  private static final String TO_BE_TRIED = " AND state IN ('dead', 'skipped', 'retry')";

  private static final String AGAIN =
      """
      UPDATE pages
      SET state = 'pending', reason = NULL, next_attempt_at = :now, attempts = 0, losses = 0,
          hops = 0, at_url = url, host_key = :host
      WHERE id = :id
      """
          + TO_BE_TRIED;

  /** Tries pages again that were given up, skipped or wait; says how many, at most a thousand. */
  public int retry(Filter filter, Instant now) {
    return again(found(filter, Long.MAX_VALUE, MOST_AT_ONCE, TO_BE_TRIED), now);
  }

  /** Tries one page again; false if it is not one to be tried again. */
  public boolean retry(long id, Instant now) {
    return again(find(id).stream().toList(), now) > 0;
  }

  private int again(List<Page> pages, Instant now) {
    return database.write(
        h -> {
          var lanes = LaneTable.read(h);
          var hosts = new TreeSet<HostKey>();
          pages.forEach(page -> hosts.add(lanes.key(page.url().hostKey(), page.sourceId())));
          hosts.forEach(host -> Leases.lock(h, host.value()));
          int done = 0;
          for (var page : pages) {
            done +=
                h.createUpdate(AGAIN)
                    .bind("id", page.id())
                    .bind("host", lanes.key(page.url().hostKey(), page.sourceId()).value())
                    .bind("now", now.toEpochMilli())
                    .execute();
          }
          hosts.forEach(host -> Registry.queue(h, host, now));
          return done;
        });
  }

  /** Forgets a page, what it said, and those that were merged into it. */
  public boolean delete(long id) {
    return database.write(
        h -> {
          h.createUpdate(
                  """
                  INSERT INTO article_changes (article_id)
                  SELECT a.id FROM page_keys k JOIN articles a ON a.url_hash = k.key
                  WHERE k.page_id = :id
                  """)
              .bind("id", id)
              .execute();
          return h.execute("DELETE FROM pages WHERE id = ? OR merged_into = ?", id, id) > 0;
        });
  }
}
