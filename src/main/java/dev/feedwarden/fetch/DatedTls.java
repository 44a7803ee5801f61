package dev.feedwarden.fetch;

import java.io.IOException;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Collections;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * A handshake whose certificate is within its dates even where it resumes an earlier one: the JDK
 * judges that in full handshakes only.
 */
record DatedTls(SSLContext context, TlsSocketStrategy strategy) implements TlsSocketStrategy {
  @Override
  public SSLSocket upgrade(
      Socket socket, String target, int port, Object attachment, HttpContext http)
      throws IOException {
    var secured = strategy.upgrade(socket, target, port, attachment, http);
    try {
      judge(secured.getSession());
      return secured;
    } catch (CertificateException over) {
      secured.close();
      forget(target, port);
      throw new TryAgain("a certificate that was shown to an earlier connection is over", over);
    }
  }

  // The server's own and no other: what else it sends need not be part of the path that was judged.
  private static void judge(SSLSession session) throws CertificateException, SSLException {
    if (session.getPeerCertificates()[0] instanceof X509Certificate leaf) {
      leaf.checkValidity();
    }
  }

  private void forget(String host, int port) {
    var sessions = context.getClientSessionContext();
    for (var id : Collections.list(sessions.getIds())) {
      var session = sessions.getSession(id);
      if (session != null && host.equals(session.getPeerHost()) && port == session.getPeerPort()) {
        session.invalidate();
      }
    }
  }
}
