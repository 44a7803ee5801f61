package dev.feedwarden.api;

import dev.feedwarden.store.RevokedTokens;
import java.time.Duration;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Which tokens were called back, as it was a few seconds ago at most. */
final class Revoked implements Predicate<String> {
  private static final long KEPT_NANOS = Duration.ofSeconds(5).toNanos();

  private final RevokedTokens tokens;
  private volatile @Nullable Known known;

  Revoked(RevokedTokens tokens) {
    this.tokens = tokens;
  }

  private record Known(Set<String> ids, long at) {
    boolean isRecent() {
      return System.nanoTime() - at < KEPT_NANOS;
    }
  }

  @Override
  public boolean test(String id) {
    var recent = known;
    return (recent != null && recent.isRecent() ? recent.ids() : read()).contains(id);
  }

  private synchronized Set<String> read() {
    var recent = known;
    if (recent == null || !recent.isRecent()) {
      recent = new Known(tokens.all(), System.nanoTime());
      known = recent;
    }
    return recent.ids();
  }
}
