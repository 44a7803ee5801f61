package dev.feedwarden.fetch;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.HostnameVerificationPolicy;
import org.apache.hc.client5.http.ssl.HttpsSupport;
import org.apache.hc.client5.http.ssl.NoopHostnameVerifier;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ssl.TLS;
import org.apache.hc.core5.http.ssl.TlsCiphers;
import org.apache.hc.core5.reactor.ssl.SSLBufferMode;
import org.apache.hc.core5.ssl.SSLContexts;

/** Which servers are believed to be who they say. */
public sealed interface Trust {
  /** How long what was seen in one handshake is believed in others that resume it. */
  Duration LONGEST_SESSION = Duration.ofHours(1);

  /** Each holds a ticket, and those of one full handshake the certificates seen in it. */
  int MOST_SESSIONS = 4_096;

  /** Those that the platform's authorities vouch for, and the operator's own. */
  record Authorities(List<X509Certificate> own) implements Trust {
    public Authorities {
      own = List.copyOf(own);
    }
  }

  /** Anybody: for a developer's machine. */
  record Anybody() implements Trust {}

  /** The platform's authorities and nobody else. */
  static Trust inPublic() {
    return new Authorities(List.of());
  }

  /** The client's side of a handshake under this trust. */
  default TlsSocketStrategy strategy() {
    var context = context();
    return switch (this) {
      case Anybody _ ->
          strategy(context, HostnameVerificationPolicy.CLIENT, NoopHostnameVerifier.INSTANCE);
      case Authorities _ ->
          new DatedTls(
              context,
              strategy(
                  context,
                  HostnameVerificationPolicy.BOTH,
                  HttpsSupport.getDefaultHostnameVerifier()));
    };
  }

  private static TlsSocketStrategy strategy(
      SSLContext context, HostnameVerificationPolicy policy, HostnameVerifier names) {
    context.getClientSessionContext().setSessionTimeout((int) LONGEST_SESSION.toSeconds());
    context.getClientSessionContext().setSessionCacheSize(MOST_SESSIONS);
    var usual = context.getDefaultSSLParameters();
    // Weak protocols and ciphers are left out once: not told which, each handshake sorts them.
    var protocols = TLS.excludeWeak(usual.getProtocols());
    var ciphers = TlsCiphers.excludeWeak(usual.getCipherSuites());
    return new OneKeyTls(
        new DefaultClientTlsStrategy(
            context, protocols, ciphers, SSLBufferMode.STATIC, policy, names) {
          @Override
          protected void initializeSocket(SSLSocket socket) {
            var parameters = socket.getSSLParameters();
            parameters.setNamedGroups(new String[] {OneKeyTls.GROUP});
            socket.setSSLParameters(parameters);
          }
        },
        new DefaultClientTlsStrategy(
            context, protocols, ciphers, SSLBufferMode.STATIC, policy, names));
  }

  /** What judges a chain of certificates; the name in it is for others to judge. */
  default SSLContext context() {
    try {
      return switch (this) {
        case Anybody _ -> SSLContexts.custom().loadTrustMaterial(null, (_, _) -> true).build();
        case Authorities(var own) -> context(own);
      };
    } catch (GeneralSecurityException | IOException noTls) {
      throw new IllegalStateException(noTls);
    }
  }

  private static SSLContext context(List<X509Certificate> own)
      throws GeneralSecurityException, IOException {
    if (own.isEmpty()) {
      return SSLContext.getDefault();
    }
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    for (var authority : publicAuthorities()) {
      store.setCertificateEntry("public-" + store.size(), authority);
    }
    for (var authority : own) {
      store.setCertificateEntry("own-" + store.size(), authority);
    }
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(null, factory.getTrustManagers(), null);
    return context;
  }

  private static List<X509Certificate> publicAuthorities() throws GeneralSecurityException {
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init((KeyStore) null);
    return Arrays.stream(factory.getTrustManagers())
        .filter(X509TrustManager.class::isInstance)
        .map(X509TrustManager.class::cast)
        .flatMap(manager -> Arrays.stream(manager.getAcceptedIssuers()))
        .toList();
  }
}
