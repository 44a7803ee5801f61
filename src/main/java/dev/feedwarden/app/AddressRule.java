package dev.feedwarden.app;

import dev.feedwarden.fetch.AddressRange;
import dev.feedwarden.model.WebUrl;
import java.math.BigInteger;
import java.net.InetAddress;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Addresses that an operator blocks or allows; reading one never asks the DNS. */
public sealed interface AddressRule {
  /** All addresses that share the first bits of one address. */
  record Range(AddressRange range) implements AddressRule {}

  /** One port of one host, named as in {@link WebUrl#host}. */
  record Endpoint(String host, int port) implements AddressRule {}

  /** The rule as it is written in a list. */
  default String text() {
    return switch (this) {
      case Range(var range) -> range.base().getHostAddress() + "/" + range.bits();
      case Endpoint(var host, var port) ->
          (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    };
  }

  /** Reads a CIDR range; an address alone is a range of one. */
  static Reading<Range> readRange(String text) {
    var match = Syntax.RANGE.matcher(text);
    var first = match.matches() ? Syntax.address(match.group(1)) : null;
    if (first == null) {
      return new Reading.Bad<>("is not an address range; write for example 10.0.0.0/8 or fd00::/8");
    }
    var width = first.getAddress().length * Byte.SIZE;
    var bits = match.group(2) == null ? width : Integer.parseInt(match.group(2));
    if (bits > width) {
      return new Reading.Bad<>("has more than " + width + " bits after the slash");
    }
    var lowest = new BigInteger(1, first.getAddress()).getLowestSetBit(); // -1 when there is none
    if (lowest >= 0 && lowest < width - bits) {
      return new Reading.Bad<>("is not the first address of its range; check the bits");
    }
    return new Reading.Good<>(new Range(new AddressRange(first, bits)));
  }

  /** Reads a CIDR range or host:port. */
  static Reading<AddressRule> read(String text) {
    var range = readRange(text).<AddressRule>then(Reading.Good::new);
    if (range instanceof Reading.Good<AddressRule> || text.indexOf('/') >= 0) {
      return range;
    }
    if (Syntax.ENDPOINT.matcher(text).matches()
        && WebUrl.parse("http://" + text) instanceof WebUrl.Parsed.Good(var url)
        && (!url.isLiteral() || Syntax.address(url.host()) != null)) {
      return new Reading.Good<>(new Endpoint(url.host(), url.port()));
    }
    return new Reading.Bad<>(
        "is neither an address range nor host:port; write for example 10.0.0.0/8 or"
            + " localhost:8080");
  }

  /** The spellings that every reader of addresses agrees on. */
  final class Syntax {
    private static final Pattern RANGE = Pattern.compile("([0-9a-fA-F:.]+)(?:/(\\d{1,3}))?");
    private static final Pattern ENDPOINT = Pattern.compile("[^/?#@\\\\\\s]+:\\d{1,5}");
    // InetAddress also takes 10.1 and 010.0.0.1, which others read otherwise.
    private static final Pattern QUAD =
        Pattern.compile("(?:(?:0|[1-9]\\d{0,2})\\.){3}(?:0|[1-9]\\d{0,2})");

    private Syntax() {}

    private static @Nullable InetAddress address(String text) {
      var six = text.indexOf(':') >= 0;
      if (!six && !QUAD.matcher(text).matches()) {
        return null;
      }
      try {
        var address = InetAddress.ofLiteral(text);
        var mapped = six && address.getAddress().length == 4; // ::ffff:10.0.0.0: bits would mislead
        return mapped ? null : address;
      } catch (IllegalArgumentException notAnAddress) {
        return null;
      }
    }
  }
}
