package dev.feedwarden.app;

import dev.feedwarden.deliver.Addressee;
import dev.feedwarden.deliver.Destination;
import dev.feedwarden.deliver.Verdict;
import dev.feedwarden.store.Database;
import java.util.List;
import java.util.Optional;

/**
 * Sends a single message to one destination, for a person who waits to see what comes of it.
 *
 * @param named by the operator
 */
record Telling(Config config, List<Addressee> named, Database database) {
  Telling {
    named = List.copyOf(named);
  }

  interface Manner {
    Verdict send(Destination destination) throws InterruptedException;
  }

  /** Nothing if there is no destination of that name. */
  Optional<Verdict> with(String name, Manner manner) throws InterruptedException {
    try (var sender = WayOut.sender(config)) {
      var found =
          new Destinations(config, named, database, sender)
              .enlisted().stream().filter(one -> one.name().equals(name)).findFirst();
      if (found.isEmpty()) {
        return Optional.empty();
      }
      try (var destination = found.get().open().get()) {
        return Optional.of(manner.send(destination));
      }
    }
  }
}
