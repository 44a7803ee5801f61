package dev.feedwarden.app;

import static dev.feedwarden.app.KnownSettings.DB_POOL_IDLE;
import static dev.feedwarden.app.KnownSettings.DB_POOL_MAX;
import static dev.feedwarden.app.KnownSettings.DEVELOPMENT;
import static dev.feedwarden.app.KnownSettings.POLL_DEADLINE;
import static dev.feedwarden.app.KnownSettings.REGISTRY_TOKEN;
import static dev.feedwarden.app.KnownSettings.REGISTRY_URL;
import static dev.feedwarden.app.KnownSettings.REQUEST_TIMEOUT;
import static dev.feedwarden.app.KnownSettings.SSL_VERIFY;

import java.util.ArrayList;
import java.util.List;

/** Settings that are good alone and senseless together. */
final class Consistency {
  private Consistency() {}

  /** All problems of the settings: each alone, then together those that are good alone. */
  static List<String> problems(Settings settings) {
    var problems = new ArrayList<>(settings.problems());
    order(settings, REQUEST_TIMEOUT, POLL_DEADLINE, problems);
    order(settings, DB_POOL_IDLE, DB_POOL_MAX, problems);
    if (settings.isGood(DEVELOPMENT)
        && !settings.value(SSL_VERIFY)
        && !settings.value(DEVELOPMENT)) {
      problems.add(
          settings.label(SSL_VERIFY)
              + ": certificates are always checked, except on a developer's machine with "
              + settings.origin(SSL_VERIFY).spelling(DEVELOPMENT.name())
              + " set to true");
    }
    together(settings, REGISTRY_URL, REGISTRY_TOKEN, problems);
    together(settings, REGISTRY_TOKEN, REGISTRY_URL, problems);
    return List.copyOf(problems);
  }

  private static void together(
      Settings settings, Setting<?> one, Setting<?> other, List<String> problems) {
    if (settings.isGood(one)
        && settings.isGood(other)
        && settings.ifGiven(one).isPresent()
        && settings.ifGiven(other).isEmpty()) {
      problems.add(
          settings.label(one) + ": needs " + settings.origin(one).spelling(other.name()) + " too");
    }
  }

  private static <T extends Comparable<? super T>> void order(
      Settings settings, Setting<T> lesser, Setting<T> greater, List<String> problems) {
    if (settings.isGood(lesser)
        && settings.isGood(greater)
        && settings.value(lesser).compareTo(settings.value(greater)) > 0) {
      problems.add(
          "%s: %s is more than %s, which is %s"
              .formatted(
                  settings.label(lesser),
                  lesser.kind().print(settings.value(lesser)),
                  settings.label(greater),
                  greater.kind().print(settings.value(greater))));
    }
  }
}
