package dev.feedwarden.app;

import dev.feedwarden.deliver.Destination;
import dev.feedwarden.deliver.Verdict;
import dev.feedwarden.store.Database;
import java.util.Optional;

/** Sends a single message to one destination, for a person who waits to see what comes of it. */
record Telling(Config config, Database database) {
  interface Way {
    Verdict send(Destination destination) throws InterruptedException;
  }

  /** Nothing if there is no destination of that name. */
  Optional<Verdict> with(String name, Way way) throws InterruptedException {
    if (config.deliver().isNobody()) {
      return Optional.empty();
    }
    try (var sender = WayOut.sender(config)) {
      var all = Wiring.destinations(config, database, sender);
      try {
        var found = all.stream().filter(one -> one.name().equals(name)).findFirst();
        return found.isEmpty() ? Optional.empty() : Optional.of(way.send(found.get()));
      } finally {
        all.forEach(Destination::close);
      }
    }
  }
}
