package dev.feedwarden.app;

import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.policy.Cells;
import dev.feedwarden.poll.Following;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.FollowedRegistry;
import dev.feedwarden.store.remote.RemoteRegistry;
import java.util.Optional;

/** Puts together what makes a crawler of a service: a registry that is somewhere else. */
public final class Elsewhere {
  private Elsewhere() {}

  /** The registry that is followed, to be closed; nothing if the sources are our own. */
  public static Optional<RemoteRegistry> registry(Config config) {
    return Optional.ofNullable(config.registry()).map(registry -> remote(config, registry));
  }

  private static RemoteRegistry remote(Config config, Config.Registry registry) {
    return new RemoteRegistry(
        WayOut.sender(config, registry.url()),
        registry.url(),
        registry.token().value(),
        locked -> Wiring.vault(config).open(locked));
  }

  /** Who keeps a crawler in step with its registry; nothing if the sources are our own. */
  public static Optional<Following> following(Config config, Database database) {
    var registry = config.registry();
    if (registry == null) {
      new FollowedRegistry(database).find().ifPresent(Elsewhere::refuse);
      return Optional.empty();
    }
    var table = Wiring.policy(config).table();
    return Optional.of(
        new Following(
            database,
            remote(config, registry),
            registry.cycle(),
            own -> Cells.write(table, own) instanceof Cells.Written.Good));
  }

  private static void refuse(FollowedRegistry.Link known) {
    throw new OperatorMistake(
        "The database is that of a crawler of the registry "
            + known.url()
            + ": set REGISTRY_URL and REGISTRY_TOKEN.");
  }
}
