package dev.feedwarden.store;

import static java.util.Objects.requireNonNull;

import dev.feedwarden.model.Followed;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.model.Listed;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Interventions.Done;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The sources of a crawler, which a registry elsewhere decides about. Here a source is enabled
 * exactly while the registry's list has it.
 */
public final class FollowedSources {
  private static final String WHO = "registry";

  private final Database database;
  private final Interventions interventions;

  public FollowedSources(Database database) {
    this.database = database;
    this.interventions = new Interventions(database);
  }

  /** Every source that the list ever had. */
  public Map<SourceId, Followed> known() {
    return database.read(
        h ->
            h
                .createQuery(
                    """
                    SELECT f.source_id, f.revision, s.enabled
                    FROM followed_sources f JOIN sources s ON s.id = f.source_id
                    """)
                .map(
                    (row, _) ->
                        Map.entry(
                            new SourceId(row.getString("source_id")),
                            new Followed(row.getLong("revision"), row.getBoolean("enabled"))))
                .stream()
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue)));
  }

  /** Registers sources under the registry's ids. */
  public void add(List<Listed> fresh, Instant now) {
    fresh.forEach(one -> free(one.settings().feedUrl(), one.id(), now));
    database.useWrite(
        h -> {
          var lanes = LaneTable.read(h);
          var hosts = new TreeSet<HostKey>();
          for (var one : fresh) {
            var added = Registry.add(h, one.id(), one.settings(), lanes, now.toEpochMilli());
            if (added instanceof Registry.Added.New(var id)) {
              var url = requireNonNull(one.settings().feedUrl());
              hosts.add(lanes.key(url.hostKey(), id));
              h.createUpdate("INSERT INTO followed_sources (source_id, revision) VALUES (:id, :r)")
                  .bind("id", id.value())
                  .bind("r", one.revision())
                  .execute();
              if (!(one.standing() instanceof Standing.Active)) {
                var source = Registry.find(h, id).orElseThrow().source();
                stand(h, source, one.standing(), now);
              }
            }
          }
          hosts.forEach(host -> Registry.queue(h, host, now));
        });
  }

  /** Makes a source what the registry says; what was decided here on an older word is dropped. */
  public void change(Listed one, Instant now) {
    free(one.settings().feedUrl(), one.id(), now);
    interventions.locked(
        one.id(),
        one.settings().feedUrl(),
        (h, found) -> {
          if (Interventions.change(h, found, one.settings(), WHO, now)
              instanceof Done.Taken taken) {
            return taken; // the next list tells how that ends
          }
          var source = Registry.find(h, one.id()).orElseThrow().source();
          if (!source.standing().equals(one.standing())) {
            stand(h, source, one.standing(), now);
            Interventions.queue(h, one.id(), one.settings().feedUrl(), now);
          }
          RegistryReports.forget(h, one.id(), one.revision());
          return new Done.Changed();
        });
  }

  /** The list has it again, or no longer. */
  public void list(SourceId id, boolean isListed, Instant now) {
    interventions.locked(
        id,
        null,
        (h, found) -> {
          var settings = found.source().settings();
          return Interventions.change(
              h, found, with(settings, settings.feedUrl(), isListed), WHO, now);
        });
  }

  // In the registry no two sources have one feed. Who has it here must have lost it there.
  private void free(@Nullable WebUrl url, SourceId by, Instant now) {
    var holder = url == null ? null : new Registry(database).findByFeed(url).orElse(null);
    if (holder == null || holder.equals(by)) {
      return;
    }
    interventions.locked(
        holder,
        null,
        (h, found) -> {
          var bare = with(found.source().settings(), null, false);
          RegistryReports.forget(h, holder, 0);
          return Interventions.change(h, found, bare, WHO, now);
        });
  }

  private static Settings with(Settings settings, @Nullable WebUrl url, boolean enabled) {
    return new Settings(
        settings.label(),
        url,
        enabled,
        settings.intake(),
        settings.credentials(),
        settings.policy());
  }

  private static void stand(Handle h, Source source, Standing standing, Instant now) {
    Interventions.stand(h, source, standing, now);
    var columns = StandingColumns.of(standing);
    var by = columns.by() == null ? WHO : columns.by();
    switch (standing) {
      case Standing.Active _ ->
          Interventions.anew(h, source.id(), source.settings().feedUrl(), now);
      case Standing.Cooling(_, _, var until, _) ->
          Interventions.schedule(
              h, source.id(), new NextPoll(until, NextPoll.Reason.COOLDOWN), now);
      case Standing.Stopped _ -> Interventions.schedule(h, source.id(), Interventions.NEVER, now);
    }
    History.intervened(
        h,
        source.id(),
        now,
        standing instanceof Standing.Active ? "enabled" : "disabled",
        columns.reason(),
        by,
        "told by the registry");
  }
}
