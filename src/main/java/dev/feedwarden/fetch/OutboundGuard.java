package dev.feedwarden.fetch;

import dev.feedwarden.model.WebUrl;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Decides where a packet may go: nowhere but to ordinary hosts of the public Internet, unless the
 * operator allowed more.
 *
 * @param allowed addresses that are let through although they are special
 * @param allowedHosts {@code host:port} pairs that are let through whatever they resolve to
 * @param blocked addresses that are refused although they are ordinary
 * @param own this machine's addresses, refused too: see {@link ThisMachine}
 */
public record OutboundGuard(
    List<AddressRange> allowed,
    Set<String> allowedHosts,
    List<AddressRange> blocked,
    Set<InetAddress> own) {
  // The Fetch standard's bad ports above 1023; below it only 80 and 443 pass.
  private static final Set<Integer> BAD_PORTS =
      Set.of(
          1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
          6669, 6679, 6697, 10080);
  private static final List<String> SPECIAL_NAMES =
      List.of(
          "localhost",
          "local",
          "internal",
          "intranet",
          "lan",
          "home",
          "corp",
          "private",
          "home.arpa",
          "localdomain",
          "invalid",
          "test",
          "onion",
          "arpa");

  public OutboundGuard {
    allowed = List.copyOf(allowed);
    allowedHosts = Set.copyOf(allowedHosts);
    blocked = List.copyOf(blocked);
    own = Set.copyOf(own);
  }

  /** The same guard, which also lets through a server that the operator chose. */
  OutboundGuard with(WebUrl server) {
    var hosts = new HashSet<>(allowedHosts);
    hosts.add(server.host() + ":" + server.port());
    return new OutboundGuard(allowed, hosts, blocked, own);
  }

  /** Whether a URL may be registered or asked at all, as far as can be told without DNS. */
  public boolean admits(WebUrl url) {
    if (isAllowedHost(url.host(), url.port())) {
      return true;
    }
    if (!isUsualPort(url.port())) {
      return false;
    }
    return url.isLiteral()
        ? literal(url).filter(a -> admits(a, url.host(), url.port())).isPresent()
        : !isSpecialName(url.host());
  }

  /** Whether a packet may go to an address that a host name stands for. */
  public boolean admits(InetAddress address, String host, int port) {
    if (isAllowedHost(host, port) || isIn(allowed, address)) {
      return true;
    }
    var reached = SpecialAddresses.reachedBy(address);
    return !SpecialAddresses.contains(reached)
        && !isIn(blocked, address)
        && !isIn(blocked, reached)
        && !own.contains(reached);
  }

  /** Whether the operator named this very address or host as one of their own. */
  public boolean vouchesFor(WebUrl url) {
    return isAllowedHost(url.host(), url.port())
        || (url.isLiteral() && literal(url).filter(a -> isIn(allowed, a)).isPresent());
  }

  // Nothing for what only looks like a literal, such as [1:2].
  private static Optional<InetAddress> literal(WebUrl url) {
    return AddressRange.parse(url.host()).map(AddressRange::base);
  }

  private boolean isAllowedHost(String host, int port) {
    return allowedHosts.contains(host + ":" + port);
  }

  private static boolean isUsualPort(int port) {
    return port == 80 || port == 443 || (port >= 1024 && !BAD_PORTS.contains(port));
  }

  private static boolean isSpecialName(String host) {
    return host.indexOf('.') < 0
        || SPECIAL_NAMES.stream().anyMatch(name -> host.endsWith("." + name));
  }

  private static boolean isIn(List<AddressRange> ranges, InetAddress address) {
    return ranges.stream().anyMatch(range -> range.contains(address));
  }
}
