package dev.feedwarden.cli;

import dev.feedwarden.app.Config;
import dev.feedwarden.app.Elsewhere;
import dev.feedwarden.cli.Finding.Bad;
import dev.feedwarden.cli.Finding.Good;
import dev.feedwarden.store.remote.Heard;
import java.util.List;

/** Whether the registry that a crawler follows answers it. */
final class RegistryCheck {
  private static final String WHAT = "registry";

  private RegistryCheck() {}

  /** Nothing where there is none. */
  static List<Finding> look(Config config) throws InterruptedException {
    var registry = Elsewhere.registry(config);
    if (registry.isEmpty()) {
      return List.of();
    }
    try (var remote = registry.get()) {
      return List.of(
          switch (remote.identity()) {
            case Heard.Good<String> _ -> new Good(WHAT, remote.url() + " answers and lets us in");
            case Heard.Silent<String>(var words) -> new Bad(WHAT, words);
            case Heard.Mistaken<String>(var words) -> new Bad(WHAT, words);
          });
    }
  }
}
