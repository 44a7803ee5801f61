package dev.feedwarden.fetch;

import dev.feedwarden.model.FetchResult.Tls;
import java.io.IOException;
import java.net.Socket;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;

/** A handshake that tells its course how long it took and what came of it. */
record TimedTls(TlsSocketStrategy strategy) implements TlsSocketStrategy {
  @Override
  public SSLSocket upgrade(
      Socket socket, String target, int port, Object attachment, HttpContext context)
      throws IOException {
    var began = System.nanoTime();
    var secured = strategy.upgrade(socket, target, port, attachment, context);
    Course.CURRENT.get().secured(began, facts(secured.getSession()));
    return secured;
  }

  private static @Nullable Tls facts(SSLSession session) {
    try {
      return session.getPeerCertificates()[0] instanceof X509Certificate leaf
          ? new Tls(
              session.getProtocol(),
              session.getCipherSuite(),
              leaf.getSubjectX500Principal().getName(),
              leaf.getNotAfter().toInstant())
          : null;
    } catch (SSLPeerUnverifiedException anonymous) {
      return null;
    }
  }
}
