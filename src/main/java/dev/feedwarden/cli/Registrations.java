package dev.feedwarden.cli;

import dev.feedwarden.api.SourceFields;
import dev.feedwarden.model.SourceFilter;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.store.Registered;
import dev.feedwarden.store.Registry;
import dev.feedwarden.store.SourceLists;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

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

  static void forEach(
      SourceLists lists, SourceFilter filter, Instant now, Consumer<Registered> action) {
    @Nullable SourceId last = null;
    for (var page = lists.after(filter, last, PAGE, now);
        !page.isEmpty();
        page = lists.after(filter, last, PAGE, now)) {
      page.forEach(action);
      last = page.getLast().source().id();
    }
  }

  static Fields fields(Registered registered) {
    var fields = new Fields();
    SourceFields.of(registered).forEach(fields::with);
    return fields;
  }
}
