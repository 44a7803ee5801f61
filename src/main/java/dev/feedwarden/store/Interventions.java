package dev.feedwarden.store;

import dev.feedwarden.model.Happening;
import dev.feedwarden.model.Happening.Subject;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.WebUrl;
import java.time.Instant;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * What people do to a source. Each is one transaction that raises the source's revision, so that a
 * poll in flight cannot undo it.
 */
public final class Interventions {
  private final Database database;
  private final @Nullable Long revision;

  public Interventions(Database database) {
    this(database, null);
  }

  private Interventions(Database database, @Nullable Long revision) {
    this.database = database;
    this.revision = revision;
  }

  /** The same, but only on what is still as somebody last saw it. */
  public Interventions at(long seen) {
    return new Interventions(database, seen);
  }

  /** What came of it. */
  public sealed interface Done {
    record Changed() implements Done {}

    /** Changed, without the credentials: they were another site's. */
    record CredentialsDropped() implements Done {}

    /** It was so already; nothing was written. */
    record Unchanged() implements Done {}

    record Unknown() implements Done {}

    /** Somebody else was faster; nothing was written. */
    record Stale() implements Done {}

    /** A person stopped it; it must be enabled first. */
    record Stopped() implements Done {}

    /** Another source has that feed. */
    record Taken(SourceId by) implements Done {}
  }

  static final NextPoll NEVER = new NextPoll(null, NextPoll.Reason.STOPPED);
  private static final Done CHANGED = new Done.Changed();
  private static final Done UNCHANGED = new Done.Unchanged();

  /** Puts a feed back into the schedule as if it were new. */
  public Done enable(SourceId id, String who, Instant now) {
    return with(
        id,
        (h, found) -> {
          var source = found.source();
          if (source.standing() instanceof Standing.Active && source.settings().enabled()) {
            return UNCHANGED;
          }
          if (found.mergedInto() != null) {
            return new Done.Taken(found.mergedInto());
          }
          stand(h, source, Standing.ACTIVE, now);
          h.execute("UPDATE sources SET enabled = TRUE WHERE id = ?", id.value());
          h.execute("UPDATE feed_state SET enabled = TRUE WHERE source_id = ?", id.value());
          anew(h, id, source.settings().feedUrl(), now);
          History.intervened(h, id, now, "enabled", null, who, "by hand");
          Outbox.add(h, now, new Happening.FeedEnabled(Subject.of(source), who));
          return CHANGED;
        });
  }

  /** Takes a feed out of the schedule; its standing says until when. */
  public Done disable(SourceId id, Standing standing, String who, Instant now) {
    return with(
        id,
        (h, found) -> {
          if (found.mergedInto() != null) {
            return new Done.Taken(found.mergedInto());
          }
          var next =
              standing instanceof Standing.Cooling(_, _, var until, _)
                  ? new NextPoll(until, NextPoll.Reason.COOLDOWN)
                  : NEVER;
          stand(h, found.source(), standing, now);
          schedule(h, id, next, now);
          var columns = StandingColumns.of(standing);
          var note = columns.note() == null ? "" : columns.note();
          History.intervened(
              h, id, now, "disabled", columns.reason(), who, ("by hand " + note).strip());
          Telling.disabled(h, found.source(), standing, note, now);
          return CHANGED;
        });
  }

  // A host in trouble is left alone for hours; who asks need not wait, but for its gap.
  private static final String PROBE_NOW =
      """
      UPDATE host_queue SET ready_at = :now + gap_ms
      WHERE key = (SELECT host_key FROM sources WHERE id = :id)
        AND trouble_since IS NOT NULL AND ready_at > :now + gap_ms
      """;

  /** Makes a feed due at once; a cooldown is cut short by a probe, what is stopped stays so. */
  public Done pollNow(SourceId id, Instant now) {
    return locked(
        id,
        null,
        (h, found) -> {
          if (found.source().standing() instanceof Standing.Stopped
              || !found.source().settings().enabled()) {
            return new Done.Stopped();
          }
          schedule(h, id, new NextPoll(now, NextPoll.Reason.ASKED), now);
          queue(h, id, found.source().settings().feedUrl(), now);
          h.createUpdate(PROBE_NOW)
              .bind("id", id.value())
              .bind("now", now.toEpochMilli())
              .execute();
          return CHANGED;
        });
  }

  /** Forgets a source and all that is stored of it. */
  public Done remove(SourceId id) {
    var now = database.now();
    return with(
        id,
        (h, found) -> {
          h.createUpdate("UPDATE sources SET merged_into = NULL WHERE merged_into = :id")
              .bind("id", id.value())
              .execute();
          History.forget(h, id);
          h.createUpdate("DELETE FROM sources WHERE id = :id").bind("id", id.value()).execute();
          Outbox.add(h, now, new Happening.SourceRemoved(Subject.of(found.source())));
          return CHANGED;
        });
  }

  private static final String CHANGE =
      """
      UPDATE sources
      SET name = :name, feed_url = :url, feed_url_key = :key, host_key = :host,
          enabled = :enabled, feed_poll_interval_minutes = :interval, ingestion_mode = :mode,
          credentials = :credentials, policy = :policy, notes = :notes, tags = :tags,
          search_text = :search, revision = revision + 1, updated_at = :now
      WHERE id = :id
      """;

  /**
   * Names, tags or annotates a source anew, from what it is called when nobody else can change it.
   */
  public Done relabel(SourceId id, UnaryOperator<Label> label, String who, Instant now) {
    return with(
        id,
        (h, found) -> {
          var before = found.source().settings();
          var wanted =
              new Settings(
                  label.apply(before.label()),
                  before.feedUrl(),
                  before.enabled(),
                  before.intake(),
                  before.credentials(),
                  before.policy());
          return change(h, found, wanted, who, now);
        });
  }

  /** Gives a source other settings; a feed at a new address begins anew. */
  public Done change(SourceId id, Settings wanted, String who, Instant now) {
    return with(id, (h, found) -> change(h, found, wanted, who, now), wanted.feedUrl());
  }

  static Done change(Handle h, Registered found, Settings wanted, String who, Instant now) {
    var before = found.source();
    var id = before.id();
    var settings = atItsOrigin(before.settings(), wanted);
    var url = settings.feedUrl();
    if (settings.equals(before.settings())) {
      return UNCHANGED;
    }
    var other = url == null ? null : Registry.holder(h, url);
    if (other != null && !other.equals(id)) {
      return new Done.Taken(other);
    }
    var host = url == null ? null : LaneTable.key(h, url, id).value();
    h.createUpdate(CHANGE)
        .bind("id", id.value())
        .bind("name", settings.name())
        .bind("url", url == null ? null : url.text())
        .bind("key", url == null ? null : url.key())
        .bind("host", host)
        .bind("enabled", settings.enabled())
        .bind("credentials", Registry.credentials(settings))
        .bind("interval", Registry.minutes(settings))
        .bind("mode", settings.intake().mode().wire())
        .bind("policy", Registry.policy(settings))
        .bind("notes", settings.label().notes())
        .bind("tags", TagRows.joined(settings.label()))
        .bind("search", SearchText.of(settings.name(), url))
        .bind("now", now.toEpochMilli())
        .execute();
    h.createUpdate(
            "UPDATE feed_state SET host_key = :host, enabled = :enabled WHERE source_id = :id")
        .bind("id", id.value())
        .bind("host", host)
        .bind("enabled", settings.enabled())
        .execute();
    TagRows.replace(h, id, before.settings().label(), settings.label());
    if (settings.enabled() && !before.settings().enabled()) {
      queue(h, id, url, now); // its host was not told of it while it was switched off
    }
    if (!Objects.equals(url, before.settings().feedUrl())) {
      anew(h, id, url, now);
      var standing = found.mergedInto() == null ? restored(before.standing()) : Standing.ACTIVE;
      stand(h, before, standing, now);
      h.createUpdate("UPDATE sources SET merged_into = NULL WHERE id = :id")
          .bind("id", id.value())
          .execute();
      if (standing instanceof Standing.Stopped) {
        schedule(h, id, NEVER, now);
      }
      History.intervened(h, id, now, "changed", null, who, url == null ? "no feed" : url.masked());
      if (before.standing() instanceof Standing.Cooling) {
        Outbox.add(h, now, new Happening.FeedEnabled(Subject.of(before), who));
      }
    }
    return settings.equals(wanted) ? CHANGED : new Done.CredentialsDropped();
  }

  // A password goes to the site that it was given for, and to no other.
  private static Settings atItsOrigin(Settings before, Settings wanted) {
    var from = before.feedUrl();
    var to = wanted.feedUrl();
    var stays = from != null && to != null && to.isOfOrigin(from);
    return stays || !Objects.equals(wanted.credentials(), before.credentials())
        ? wanted
        : new Settings(
            wanted.label(), to, wanted.enabled(), wanted.intake(), null, wanted.policy());
  }

  // What the machine held against the old address is no matter at the new one.
  private static Standing restored(Standing before) {
    return switch (before) {
      case Standing.Active _, Standing.Cooling _ -> Standing.ACTIVE;
      case Standing.Stopped stopped -> stopped;
    };
  }

  private Done with(SourceId id, BiFunction<Handle, Registered, Done> work) {
    return with(id, work, null);
  }

  private Done with(
      SourceId id, BiFunction<Handle, Registered, Done> work, @Nullable WebUrl another) {
    FollowedRegistry.demandNone(database);
    return locked(id, another, (h, now) -> isStale(now) ? new Done.Stale() : work.apply(h, now));
  }

  // Hosts are locked before sources and in the order of their keys, as a commit does.
  Done locked(SourceId id, @Nullable WebUrl another, BiFunction<Handle, Registered, Done> work) {
    return database.write(
        h -> {
          var found = Registry.find(h, id);
          if (found.isEmpty()) {
            return new Done.Unknown();
          }
          var hosts = new TreeSet<String>();
          var url = found.get().source().settings().feedUrl();
          if (url != null) {
            hosts.add(LaneTable.key(h, url, id).value());
          }
          if (another != null) {
            hosts.add(LaneTable.key(h, another, id).value());
          }
          hosts.forEach(host -> Leases.lock(h, host));
          return Registry.find(h, id).map(now -> work.apply(h, now)).orElse(new Done.Unknown());
        });
  }

  private boolean isStale(Registered now) {
    return revision != null && now.source().revision() != revision;
  }

  private static final String STAND =
      """
      UPDATE sources
      SET feed_disabled_at = :since, feed_disabled_until = :until, feed_disable_reason = :reason,
          feed_disabled_by = :by, feed_disable_note = :note, revision = revision + 1,
          updated_at = :now
      WHERE id = :id
      """;

  static void stand(Handle h, Source source, Standing standing, Instant now) {
    var columns = StandingColumns.of(standing);
    h.createUpdate(STAND)
        .bind("id", source.id().value())
        .bind("since", Rows.millis(columns.since()))
        .bind("until", Rows.millis(columns.until()))
        .bind("reason", columns.reason())
        .bind("by", columns.by())
        .bind("note", columns.note())
        .bind("now", now.toEpochMilli())
        .execute();
  }

  static void schedule(Handle h, SourceId id, NextPoll next, Instant now) {
    h.createUpdate(
            """
            UPDATE feed_state
            SET next_poll_at = :next, next_poll_reason = :reason, updated_at = :now
            WHERE source_id = :id
            """)
        .bind("id", id.value())
        .bind("next", Rows.millis(next.at()))
        .bind("reason", next.reason().wire())
        .bind("now", now.toEpochMilli())
        .execute();
  }

  // Neither the old counters nor the old validators may speak for what comes now.
  private static final String ANEW =
      """
      UPDATE feed_state
      SET last_etag = NULL, last_modified = NULL, body_hash = NULL, whole_at = NULL,
          whole_from = NULL, etag_churn = 0, validators_lied_at = NULL, consecutive_errors = 0,
          streak_type = NULL, same_type_streak = 0, any_type_streak = 0, error_repeats = 0,
          last_error = NULL, last_error_type = NULL, last_error_blame = NULL, failing_since = NULL,
          told_at = NULL,
          moved_to = NULL, moved_how = NULL, moved_sightings = 0, moved_common = 0, moved_of = 0, moved_since = NULL, learned_gap_ms = NULL,
          newest_item_at = NULL, hint_between_ms = NULL, skip_hours = NULL, skip_days = NULL,
          fresh_for_ms = NULL, at_most_ms = NULL, usual_bytes = 0, usual_site = NULL,
          window_size = 0, suspicion = NULL, suspicion_site = NULL, suspicion_sightings = 0,
          suspicion_since = NULL, validators_lie = NULL, unmodified_count = 0,
          unmodified_at = NULL, silent_until = NULL, stale_since = NULL
      WHERE source_id = :id
      """;

  static void anew(Handle h, SourceId id, @Nullable WebUrl feed, Instant now) {
    h.createUpdate(ANEW).bind("id", id.value()).execute();
    schedule(h, id, new NextPoll(now, NextPoll.Reason.FIRST), now);
    queue(h, id, feed, now);
  }

  static void queue(Handle h, SourceId id, @Nullable WebUrl feed, Instant now) {
    if (feed != null) {
      Registry.queue(h, LaneTable.key(h, feed, id), now);
    }
  }
}
