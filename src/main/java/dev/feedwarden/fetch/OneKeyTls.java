package dev.feedwarden.fetch;

import java.io.IOException;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * A handshake that begins with one key. The JDK makes one for each kind of group that it may name,
 * and the second, of which nearly no server makes use, takes a tenth to a fifth of a poll.
 */
final class OneKeyTls implements TlsSocketStrategy {
  /** What nearly all servers know, though they need not (RFC 8446, 9.1). */
  static final String GROUP = "x25519";

  private static final int MOST_REMEMBERED = 4_096;

  private final TlsSocketStrategy one;
  private final TlsSocketStrategy all;
  private final Set<String> others = ConcurrentHashMap.newKeySet(); // who may want another group

  /**
   * @param one names the one group
   * @param all names every group that is safe
   */
  OneKeyTls(TlsSocketStrategy one, TlsSocketStrategy all) {
    this.one = one;
    this.all = all;
  }

  @Override
  public SSLSocket upgrade(
      Socket socket, String target, int port, Object attachment, HttpContext context)
      throws IOException {
    var server = target + ":" + port;
    if (others.contains(server)) {
      return all.upgrade(socket, target, port, attachment, context);
    }
    try {
      return one.upgrade(socket, target, port, attachment, context);
    } catch (IOException failure) {
      switch (Causes.beforeAnswer(failure)) {
        case TLS_PROTOCOL, TLS_HANDSHAKE, RESET -> {
          remember(server); // some refuse with a word, some just hang up
          throw new TryAgain("the server may want another group", failure);
        }
        default -> throw failure;
      }
    }
  }

  private void remember(String server) {
    if (others.size() >= MOST_REMEMBERED) {
      others.clear(); // each costs one more connection, once
    }
    others.add(server);
  }
}
