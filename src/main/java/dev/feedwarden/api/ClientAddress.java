package dev.feedwarden.api;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Where a request comes from: what a header says of that counts only when a proxy of ours says. */
record ClientAddress(Predicate<InetAddress> trusted) {
  private static final int MOST_HOPS = 20;
  private static final int NETWORK_BYTES = 8;

  /**
   * The nearest address that is no proxy of ours.
   *
   * @param forwarded the values of X-Forwarded-For, in their order
   */
  InetAddress of(InetAddress peer, List<String> forwarded) {
    var hops = List.of(String.join(",", forwarded).split(",", -1)).reversed();
    var nearest = peer;
    for (var hop : hops.subList(0, Math.min(hops.size(), MOST_HOPS))) {
      var before = literal(hop.strip());
      if (!trusted.test(nearest) || before.isEmpty()) {
        return nearest;
      }
      nearest = before.get();
    }
    return nearest;
  }

  /** What is counted as one: a whole network of IPv6, as one machine has all of its addresses. */
  static String key(InetAddress address) {
    var bytes = address.getAddress();
    return HexFormat.of().formatHex(Arrays.copyOf(bytes, Math.min(bytes.length, NETWORK_BYTES)));
  }

  static Optional<InetAddress> literal(String text) {
    try {
      return Optional.of(InetAddress.ofLiteral(text));
    } catch (IllegalArgumentException notAnAddress) {
      return Optional.empty();
    }
  }
}
