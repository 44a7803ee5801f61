package dev.feedwarden.fetch;

import dev.feedwarden.model.Cause;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.TruncatedChunkException;
import org.jspecify.annotations.Nullable;

/** What an exception of the transport means; the only place that reads exceptions. */
final class Causes {
  private Causes() {}

  /** Before the answer's headers were complete. */
  static Cause beforeAnswer(Exception failure) {
    return switch (failure) {
      case GuardedResolver.Refused _ -> Cause.BLOCKED_ADDRESS;
      case GuardedResolver.NoSuchName _ -> Cause.NXDOMAIN;
      case UnknownHostException _ -> Cause.DNS;
      case ConnectTimeoutException _ -> Cause.TIMEOUT_CONNECT;
      case SocketTimeoutException _ -> Cause.TIMEOUT_READ;
      case ConnectException _, NoRouteToHostException _ -> Cause.CONNECT;
      case SSLException tls -> tls(tls);
      case NoHttpResponseException _,
          ConnectionClosedException _,
          SocketException _,
          ClosedChannelException _ ->
          Cause.RESET;
      default -> Cause.PROTOCOL;
    };
  }

  /** While the body was read. */
  static Cause inBody(IOException failure) {
    return switch (failure) {
      case SocketTimeoutException _ -> Cause.TIMEOUT_READ;
      // Fewer bytes than announced, no last chunk, a chunk cut short.
      case ConnectionClosedException _, TruncatedChunkException _ -> Cause.TRUNCATED;
      case SocketException _, ClosedChannelException _ -> Cause.RESET;
      case SSLException _ -> Cause.TRUNCATED;
      default -> Cause.PROTOCOL;
    };
  }

  private static Cause tls(SSLException failure) {
    if (has(failure, CertificateExpiredException.class)
        || has(failure, CertificateNotYetValidException.class)) {
      return Cause.TLS_CERTIFICATE_DATE;
    }
    if (failure instanceof SSLPeerUnverifiedException
        || has(failure, CertificateException.class)
        || has(failure, CertPathValidatorException.class)) {
      return Cause.TLS_CERTIFICATE;
    }
    var text = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
    var disagreed =
        failure instanceof SSLHandshakeException
            && (text.contains("protocol")
                || text.contains("handshake_failure")
                || text.contains("cipher"));
    if (disagreed) {
      return Cause.TLS_PROTOCOL;
    }
    return text.contains("unsupported or unrecognized ssl message")
        ? Cause.PROTOCOL
        : Cause.TLS_HANDSHAKE;
  }

  private static boolean has(Throwable failure, Class<? extends Throwable> type) {
    for (@Nullable Throwable t = failure; t != null; t = t.getCause()) {
      if (type.isInstance(t)) {
        return true;
      }
    }
    return false;
  }
}
