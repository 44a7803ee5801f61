package dev.feedwarden.model;

import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The hosts that are asked for several feeds at once, because an operator says that they can bear
 * it.
 *
 * @param of how many lanes a host has, if more than one
 */
public record Lanes(Map<HostKey, Integer> of) {
  public static final Lanes NONE = new Lanes(Map.of());

  public Lanes {
    of = Map.copyOf(of);
  }

  /** The lane of a host that a source is in. */
  public HostKey key(HostKey host, SourceId source) {
    var lanes = count(host);
    return lanes == 1 ? host : lane(host, Math.floorMod(source.value().hashCode(), lanes));
  }

  /** All lanes of a host; the host itself if it has but one. */
  public Stream<HostKey> keys(HostKey host) {
    var lanes = count(host);
    return lanes == 1
        ? Stream.of(host)
        : IntStream.range(0, lanes).mapToObj(number -> lane(host, number));
  }

  public int count(HostKey host) {
    return of.getOrDefault(host, 1);
  }

  // No host name has this sign in it.
  private static HostKey lane(HostKey host, int number) {
    return new HostKey(host.value() + "#" + number);
  }
}
