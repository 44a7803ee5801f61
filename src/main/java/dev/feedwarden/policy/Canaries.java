package dev.feedwarden.policy;

import dev.feedwarden.model.Domain;
import dev.feedwarden.model.SourceId;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Whom to ask when nobody knows whether our line works: the feeds that went well last, one of a
 * domain, each in its turn.
 */
final class Canaries {
  static final int MOST = 50;

  private final LinkedHashMap<Domain, SourceId> inTurn = new LinkedHashMap<>();

  void succeeded(Domain domain, SourceId source) {
    inTurn.putFirst(domain, source);
    if (inTurn.size() > MOST) {
      inTurn.pollLastEntry();
    }
  }

  /** The next of a fitting domain, which then comes last. */
  Optional<SourceId> next(Predicate<Domain> fits) {
    var domain = inTurn.keySet().stream().filter(fits).findFirst();
    domain.ifPresent(one -> inTurn.putLast(one, inTurn.get(one)));
    return domain.map(inTurn::get);
  }
}
