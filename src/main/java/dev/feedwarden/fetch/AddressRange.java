package dev.feedwarden.fetch;

import java.net.InetAddress;
import java.util.Optional;

/** A block of addresses in CIDR notation. */
public record AddressRange(InetAddress base, int bits) {
  /** Reads {@code 10.0.0.0/8}, {@code ::1/128} or a single address; never asks DNS. */
  public static Optional<AddressRange> parse(String text) {
    var slash = text.indexOf('/');
    try {
      var base = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
      var whole = base.getAddress().length * 8;
      var bits = slash < 0 ? whole : Integer.parseInt(text.substring(slash + 1));
      return bits < 0 || bits > whole
          ? Optional.empty()
          : Optional.of(new AddressRange(base, bits));
    } catch (IllegalArgumentException notAnAddress) {
      return Optional.empty();
    }
  }

  static AddressRange of(String text) {
    return parse(text).orElseThrow(() -> new IllegalArgumentException(text));
  }

  public boolean contains(InetAddress address) {
    var ours = base.getAddress();
    var theirs = address.getAddress();
    if (ours.length != theirs.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit += 8) {
      var mask = bits - bit >= 8 ? 0xff : 0xff << (8 - (bits - bit)) & 0xff;
      if ((ours[bit / 8] & mask) != (theirs[bit / 8] & mask)) {
        return false;
      }
    }
    return true;
  }
}
