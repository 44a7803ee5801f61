package dev.feedwarden.fetch;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/**
 * Which addresses are not ordinary hosts on the public Internet, after IANA's special-purpose
 * registries.
 */
final class SpecialAddresses {
  private static final List<AddressRange> V4 =
      ranges(
          "0.0.0.0/8", // this network
          "10.0.0.0/8", // private
          "100.64.0.0/10", // carrier-grade NAT
          "127.0.0.0/8", // loopback
          "169.254.0.0/16", // link-local, with the clouds' metadata
          "172.16.0.0/12", // private
          "192.0.0.0/24", // protocol assignments
          "192.0.2.0/24", // documentation
          "192.88.99.0/24", // 6to4 relays
          "192.168.0.0/16", // private
          "198.18.0.0/15", // benchmarks
          "198.51.100.0/24", // documentation
          "203.0.113.0/24", // documentation
          "224.0.0.0/4", // multicast
          "240.0.0.0/4", // reserved, broadcast
          "168.63.129.16/32", // a cloud's host agent
          "100.100.100.200/32"); // a cloud's metadata

  private static final AddressRange GLOBAL_UNICAST = AddressRange.of("2000::/3");
  private static final List<AddressRange> V6 =
      ranges(
          "2001::/23", // protocol assignments, with Teredo, ORCHID and benchmarks
          "2001:db8::/32", // documentation
          "2002::/16", // 6to4: an IPv4 address in disguise
          "3fff::/20"); // documentation

  /** The well-known NAT64 prefix: what an IPv6-only network reaches the IPv4 Internet through. */
  private static final AddressRange NAT64 = AddressRange.of("64:ff9b::/96");

  private SpecialAddresses() {}

  static boolean contains(InetAddress address) {
    return switch (reachedBy(address)) {
      case Inet4Address v4 -> isIn(V4, v4);
      case Inet6Address v6 -> !GLOBAL_UNICAST.contains(v6) || isIn(V6, v6);
      default -> true; // a third kind of address does not exist
    };
  }

  /** Where packets for an address end up: behind a NAT64, at the IPv4 address it carries. */
  static InetAddress reachedBy(InetAddress address) {
    return address instanceof Inet6Address v6 && NAT64.contains(v6) ? lastFourBytes(v6) : address;
  }

  private static boolean isIn(List<AddressRange> ranges, InetAddress address) {
    return ranges.stream().anyMatch(range -> range.contains(address));
  }

  private static InetAddress lastFourBytes(Inet6Address address) {
    try {
      return InetAddress.getByAddress(Arrays.copyOfRange(address.getAddress(), 12, 16));
    } catch (UnknownHostException neverForFourBytes) {
      throw new AssertionError(neverForFourBytes);
    }
  }

  private static List<AddressRange> ranges(String... texts) {
    return Arrays.stream(texts).map(AddressRange::of).toList();
  }
}
