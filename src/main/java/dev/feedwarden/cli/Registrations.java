package dev.feedwarden.cli;

import dev.feedwarden.api.SourceFields;
import dev.feedwarden.store.Registered;
import dev.feedwarden.store.Registry;
import java.util.function.Consumer;

/** Sources as the commands show them. */
final class Registrations {
  private static final int PAGE = 500;

  private Registrations() {}

  static void forEach(Registry registry, Consumer<Registered> action) {
    var after = "";
    for (var page = registry.page(after, PAGE);
        !page.isEmpty();
        page = registry.page(after, PAGE)) {
      page.forEach(action);
      after = page.getLast().source().id().value();
    }
  }

  static Fields fields(Registered registered) {
    var fields = new Fields();
    SourceFields.of(registered).forEach(fields::with);
    return fields;
  }
}
