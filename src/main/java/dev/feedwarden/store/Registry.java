package dev.feedwarden.store;

import static java.util.Objects.requireNonNull;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.Lanes;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Overrides;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** The register of sources: what people decide about them. */
public final class Registry {
  private static final NoArgGenerator IDS = Generators.timeBasedEpochGenerator();

  private final Database database;

  public Registry(Database database) {
    this.database = database;
  }

  /** What came of registering one source. */
  public sealed interface Added {
    SourceId id();

    record New(SourceId id) implements Added {}

    /** The feed was registered before; nothing was changed. */
    record Known(SourceId id) implements Added {}
  }

  private static final String FIND_BY_KEY = "SELECT id FROM sources WHERE feed_url_key = :key";

  private static final String INSERT_SOURCE =
      """
      INSERT INTO sources (id, name, feed_url, feed_url_key, host_key, enabled,
                           feed_poll_interval_minutes, ingestion_mode, credentials, policy, notes, tags, search_text,
                           created_at, updated_at)
      VALUES (:id, :name, :url, :key, :host, :enabled, :interval, :mode, :credentials, :policy, :notes,
              :tags, :search, :now, :now)
      ON CONFLICT (feed_url_key) DO NOTHING
      """;

  private static final String INSERT_STATE =
      """
      INSERT INTO feed_state (source_id, host_key, enabled, next_poll_at, next_poll_reason,
                              created_at, updated_at)
      VALUES (:id, :host, :enabled, :now, :reason, :now, :now)
      """;

  private static final String QUEUE_HOST =
      """
      INSERT INTO host_queue (key, due_at) VALUES (:host, :now)
      ON CONFLICT (key) DO UPDATE
      SET changes = host_queue.changes + 1,
          due_at = CASE WHEN host_queue.due_at <= excluded.due_at THEN host_queue.due_at
                        ELSE excluded.due_at END
      """;

  /** Registers one source. */
  public Added add(Settings settings, Instant now) {
    return addAll(List.of(settings), now).getFirst();
  }

  /** Registers all or, if anything goes wrong, none. */
  public List<Added> addAll(List<Settings> sources, Instant now) {
    FollowedRegistry.demandNone(database);
    return database.write(h -> addAll(h, sources, now));
  }

  static List<Added> addAll(Handle h, List<Settings> sources, Instant now) {
    var results = new ArrayList<Added>();
    var hosts = new TreeSet<HostKey>();
    var lanes = LaneTable.read(h);
    for (var settings : sources) {
      var id = new SourceId(IDS.generate().toString());
      var added = add(h, id, settings, lanes, now.toEpochMilli());
      results.add(added);
      if (added instanceof Added.New && settings.feedUrl() != null) {
        hosts.add(lanes.key(settings.feedUrl().hostKey(), id));
      }
    }
    // Last and in the order of their keys, so that no poll waits long for a host, nor we and it for
    // each other.
    hosts.forEach(host -> queue(h, host, now));
    return results;
  }

  static Added add(Handle h, SourceId id, Settings settings, Lanes lanes, long now) {
    var url = settings.feedUrl();
    var host = url == null ? null : lanes.key(url.hostKey(), id).value();
    var inserted =
        h.createUpdate(INSERT_SOURCE)
            .bind("id", id.value())
            .bind("name", settings.name())
            .bind("url", url == null ? null : url.text())
            .bind("key", url == null ? null : url.key())
            .bind("host", host)
            .bind("enabled", settings.enabled())
            .bind("interval", minutes(settings))
            .bind("mode", settings.intake().mode().wire())
            .bind("credentials", credentials(settings))
            .bind("policy", policy(settings))
            .bind("notes", settings.label().notes())
            .bind("tags", TagRows.joined(settings.label()))
            .bind("search", SearchText.of(settings.name(), url))
            .bind("now", now)
            .execute();
    if (inserted == 0 && url != null) {
      return new Added.Known(requireNonNull(holder(h, url)));
    }
    h.createUpdate(INSERT_STATE)
        .bind("id", id.value())
        .bind("host", host)
        .bind("enabled", settings.enabled())
        .bind("reason", NextPoll.Reason.FIRST.wire())
        .bind("now", now)
        .execute();
    TagRows.add(h, id, settings.label());
    return new Added.New(id);
  }

  /** Makes a host due, unless it is already. */
  static void queue(Handle h, HostKey host, Instant now) {
    h.createUpdate(QUEUE_HOST).bind("host", host.value()).bind("now", now.toEpochMilli()).execute();
  }

  static @Nullable Long minutes(Settings settings) {
    return settings.interval() == null ? null : settings.interval().toMinutes();
  }

  static @Nullable String policy(Settings settings) {
    return settings.policy() == null ? null : settings.policy().text();
  }

  static @Nullable String credentials(Settings settings) {
    return settings.credentials() == null ? null : settings.credentials().text();
  }

  /** Whose feed it is, if anybody's. */
  static @Nullable SourceId holder(Handle h, WebUrl url) {
    return h.createQuery(FIND_BY_KEY)
        .bind("key", url.key())
        .mapTo(String.class)
        .findOne()
        .map(SourceId::new)
        .orElse(null);
  }

  private static final String FIND =
      "SELECT "
          + Rows.REGISTERED
          + " FROM sources s JOIN feed_state f ON f.source_id = s.id WHERE s.id = :id";

  /** One source. */
  public Optional<Registered> find(SourceId id) {
    return database.read(h -> find(h, id));
  }

  static Optional<Registered> find(Handle h, SourceId id) {
    return h.createQuery(FIND)
        .bind("id", id.value())
        .map((row, _) -> Rows.registered(row))
        .findOne();
  }

  /** The source of a feed, whichever way its URL is spelt. */
  public Optional<SourceId> findByFeed(WebUrl url) {
    return database.read(h -> Optional.ofNullable(holder(h, url)));
  }

  private static final String PAGE =
      "SELECT "
          + Rows.REGISTERED
          + """
           FROM sources s JOIN feed_state f ON f.source_id = s.id
          WHERE s.id > :after ORDER BY s.id LIMIT :limit
          """;

  /** The sources that follow one, in the order of their ids; begin with the empty text. */
  public List<Registered> page(String after, int limit) {
    return database.read(
        h ->
            h.createQuery(PAGE)
                .bind("after", after)
                .bind("limit", limit)
                .map((row, _) -> Rows.registered(row))
                .list());
  }

  /** Every policy that some source has of its own, with one such source. */
  public Map<SourceId, Overrides> policies() {
    return database.read(
        h ->
            h
                .createQuery(
                    "SELECT min(id) AS id, policy FROM sources WHERE policy IS NOT NULL"
                        + " GROUP BY policy")
                .map(
                    (row, _) ->
                        Map.entry(
                            new SourceId(row.getString("id")),
                            Overrides.ofText(row.getString("policy"))))
                .stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue)));
  }

  /** How many sources are registered. */
  public long count() {
    return database.read(
        h -> h.createQuery("SELECT count(*) FROM sources").mapTo(Long.class).one());
  }
}
