package dev.feedwarden.app;

import dev.feedwarden.model.Credentials;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.policy.Admission;
import dev.feedwarden.policy.Policy;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Declarations;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The feeds of a running service that a file declares: a changed file is followed, and a bad one is
 * not followed at all.
 */
public final class LiveFeeds {
  private static final Logger LOG = LoggerFactory.getLogger(LiveFeeds.class);

  private final Path file;
  private final Admission admission;
  private final Supplier<Policy> policy;
  private final Config config;
  private Reading<String> seen;
  private Reading<String> judged;
  private @Nullable List<Settings> wanted;

  /** The feeds at the start, which must be good; nothing is written yet. */
  public LiveFeeds(Path file, LiveConfig live) {
    this.file = file;
    this.config = live.atStart();
    this.admission = WayOut.admission(config);
    this.policy = live.map(Wiring::policy);
    this.seen = TextFile.read(file);
    this.judged = seen;
    this.wanted =
        switch (FeedsFile.read(file, seen, admission, policy.get(), auth())) {
          case FeedsFile.Read.Good(var feeds) -> feeds;
          case FeedsFile.Read.Bad(var problems) -> throw new OperatorMistake(problems);
        };
  }

  /** What a look at the file came to. */
  sealed interface News {
    record Nothing() implements News {}

    record Refused(List<String> problems) implements News {}

    record Fresh(List<Settings> feeds) implements News {}
  }

  /** Looks whether the file has changed, and follows it if it is good. */
  public void look(Database database) {
    switch (news()) {
      case News.Nothing() -> {}
      case News.Refused(var problems) ->
          LOG.atError()
              .addKeyValue("problems", problems)
              .log("feeds not reloaded: the last good file stays in force");
      case News.Fresh(var feeds) -> wanted = feeds;
    }
    apply(database);
  }

  /** Makes the register say what the file says; if that fails, the next look tries it again. */
  public void apply(Database database) {
    if (wanted == null) {
      return;
    }
    var name = file.toAbsolutePath().normalize().toString();
    var applied = new Declarations(database, name, this::isAlike).apply(wanted, database.now());
    LOG.atInfo()
        .addKeyValue("file", file.toString())
        .addKeyValue("feeds", wanted.size())
        .addKeyValue("added", applied.added())
        .addKeyValue("changed", applied.changed())
        .addKeyValue("removed", applied.removed())
        .log("feeds applied");
    wanted = null;
  }

  // The key is made on first need, which most files never have.
  private FeedAuth auth() {
    return new FeedAuth(
        file.toAbsolutePath().resolveSibling("."),
        name -> Optional.ofNullable(System.getenv(name)),
        credentials -> Wiring.vault(config).lock(credentials));
  }

  // Locked twice, the same credentials look different.
  private boolean isAlike(Credentials.Encrypted one, Credentials.Encrypted other) {
    var vault = Wiring.vault(config);
    return vault.unlock(one).isPresent() && vault.unlock(one).equals(vault.unlock(other));
  }

  // Somebody may be writing still: a file is judged when two looks have found the same, and once.
  News news() {
    var before = seen;
    seen = TextFile.read(file);
    if (!seen.equals(before) || seen.equals(judged)) {
      return new News.Nothing();
    }
    judged = seen;
    return switch (FeedsFile.read(file, seen, admission, policy.get(), auth())) {
      case FeedsFile.Read.Bad(var problems) -> new News.Refused(problems);
      case FeedsFile.Read.Good(var feeds) -> new News.Fresh(feeds);
    };
  }
}
