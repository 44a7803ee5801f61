package dev.feedwarden.api.auth;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The keys that are good now; to rotate, a new one comes first and the old one leaves later. */
public record KeyRing(List<TokenKey> keys) {
  public KeyRing {
    keys = List.copyOf(keys);
    var kids = new HashSet<String>();
    if (keys.isEmpty() || !keys.stream().map(TokenKey::kid).allMatch(kids::add)) {
      throw new IllegalArgumentException("keys must be there, and have different names");
    }
  }

  /** The keys that a header may mean: the one that it names, or any of the algorithm. */
  List<TokenKey> candidates(String algorithm, @Nullable String kid) {
    return keys.stream()
        .filter(key -> key.algorithm().equals(algorithm))
        .filter(key -> kid == null || key.kid().equals(kid))
        .toList();
  }

  /** The key that new tokens are signed with, if there is one that can. */
  public Optional<TokenKey.Shared> signing() {
    return keys.stream()
        .filter(TokenKey.Shared.class::isInstance)
        .map(TokenKey.Shared.class::cast)
        .findFirst();
  }
}
