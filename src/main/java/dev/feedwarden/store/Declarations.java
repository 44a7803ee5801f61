package dev.feedwarden.store;

import static java.util.Objects.requireNonNull;

import dev.feedwarden.model.Credentials.Encrypted;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Interventions.Done;
import dev.feedwarden.store.Registry.Added;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The sources that one file declares. Each step is a transaction of its own and asks for a state,
 * not for a change: what was interrupted is finished by the next time.
 */
public final class Declarations {
  private final Database database;
  private final Registry registry;
  private final Interventions interventions;
  private final String file;
  private final BiPredicate<Encrypted, Encrypted> alike;

  /**
   * @param alike whether two locked credentials are the same
   */
  public Declarations(Database database, String file, BiPredicate<Encrypted, Encrypted> alike) {
    this.alike = alike;
    this.database = database;
    this.registry = new Registry(database);
    this.interventions = new Interventions(database);
    this.file = file;
  }

  /** How much had to be done. */
  public record Applied(int added, int changed, int removed) {}

  /** Makes the register say what the file says; the settings have a feed each, and none twice. */
  public Applied apply(List<Settings> wanted, Instant now) {
    FollowedRegistry.demandNone(database);
    var own = own();
    var known = new LinkedHashMap<SourceId, Settings>();
    var fresh = new ArrayList<Settings>();
    for (var settings : wanted) {
      var id = registry.findByFeed(feed(settings)).orElse(own.get(feed(settings).key()));
      if (id == null || known.putIfAbsent(id, settings) != null) {
        fresh.add(settings);
      }
    }
    var gone = new HashSet<>(own.values());
    gone.removeAll(known.keySet());
    moved(fresh, gone)
        .forEach(
            (id, settings) -> {
              known.put(id, settings);
              fresh.remove(settings);
              gone.remove(id);
            });
    int changed = 0;
    for (var entry : known.entrySet()) {
      changed += change(entry.getKey(), entry.getValue(), now) ? 1 : 0;
    }
    var added = add(fresh, now);
    gone.forEach(interventions::remove);
    return new Applied(added, changed, gone.size());
  }

  // One that went and one that came under the same name are one that got another address; what is
  // stored of it is kept.
  private Map<SourceId, Settings> moved(List<Settings> fresh, Iterable<SourceId> gone) {
    var pairs = new LinkedHashMap<SourceId, Settings>();
    var names = new HashSet<String>();
    var ambiguous = new HashSet<String>();
    for (var id : gone) {
      var name = registry.find(id).map(found -> found.source().settings().name()).orElse("");
      var alike = fresh.stream().filter(settings -> settings.name().equals(name)).toList();
      if (!names.add(name) || alike.size() > 1) {
        ambiguous.add(name);
      } else if (alike.size() == 1) {
        pairs.put(id, alike.getFirst());
      }
    }
    pairs.values().removeIf(settings -> ambiguous.contains(settings.name()));
    return pairs;
  }

  private boolean change(SourceId id, Settings wanted, Instant now) {
    var before = registry.find(id).map(found -> found.source().settings());
    if (before.isEmpty()) {
      return false;
    }
    database.useWrite(h -> follow(h, id, feed(wanted)));
    var settings = withCredentialsOf(before.get(), wanted);
    return !settings.equals(before.get())
        && switch (interventions.change(id, settings, file, now)) {
          case Done.Changed _, Done.CredentialsDropped _ -> true;
          case Done.Unchanged _, Done.Unknown _, Done.Stale _, Done.Stopped _, Done.Taken _ ->
              false;
        };
  }

  // Another spelling of the same address is none of its own: a feed that is not new stays as it is.
  private Settings withCredentialsOf(Settings before, Settings wanted) {
    var url =
        Optional.ofNullable(before.feedUrl())
            .filter(known -> known.key().equals(feed(wanted).key()))
            .orElse(feed(wanted));
    return new Settings(
        wanted.label(),
        url,
        wanted.enabled(),
        wanted.intake(),
        credentials(before.credentials(), wanted.credentials()),
        wanted.policy());
  }

  // What a file does not speak of is left alone.
  private @Nullable Encrypted credentials(@Nullable Encrypted before, @Nullable Encrypted wanted) {
    return wanted == null || (before != null && alike.test(before, wanted)) ? before : wanted;
  }

  private int add(List<Settings> fresh, Instant now) {
    return database.write(
        h -> {
          var added = Registry.addAll(h, fresh, now);
          int count = 0;
          for (int i = 0; i < fresh.size(); i++) {
            if (added.get(i) instanceof Added.New(var id)) {
              declare(h, id, feed(fresh.get(i)));
              count++;
            }
          }
          return count;
        });
  }

  private Map<String, SourceId> own() {
    return database.read(
        h -> {
          var ids = new LinkedHashMap<String, SourceId>();
          h.createQuery(
                  "SELECT source_id, url_key FROM declared_sources WHERE file = :file"
                      + " ORDER BY source_id")
              .bind("file", file)
              .map((row, _) -> Map.entry(row.getString("url_key"), row.getString("source_id")))
              .forEach(row -> ids.put(row.getKey(), new SourceId(row.getValue())));
          return ids;
        });
  }

  private void declare(Handle h, SourceId id, WebUrl url) {
    h.createUpdate(
            "INSERT INTO declared_sources (source_id, file, url_key) VALUES (:id, :file, :key)")
        .bind("id", id.value())
        .bind("file", file)
        .bind("key", url.key())
        .execute();
  }

  // A file that was renamed takes over what it added under its old name.
  private void follow(Handle h, SourceId id, WebUrl url) {
    h.createUpdate(
            """
            UPDATE declared_sources SET file = :file, url_key = :key
            WHERE source_id = :id AND (file <> :file OR url_key <> :key)
            """)
        .bind("id", id.value())
        .bind("file", file)
        .bind("key", url.key())
        .execute();
  }

  private static WebUrl feed(Settings settings) {
    return requireNonNull(settings.feedUrl());
  }
}
