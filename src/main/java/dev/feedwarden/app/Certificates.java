package dev.feedwarden.app;

import dev.feedwarden.fetch.Trust;
import dev.feedwarden.model.OperatorMistake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;

/** Whom we trust, by the configuration. */
final class Certificates {
  private Certificates() {}

  static Trust trust(Config.Transport transport) {
    if (!transport.sslVerify()) {
      return new Trust.Anybody();
    }
    return transport.caFile() == null
        ? Trust.inPublic()
        : new Trust.Authorities(read(transport.caFile()));
  }

  private static List<X509Certificate> read(Path file) {
    try (var in = Files.newInputStream(file)) {
      var own =
          CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
              .filter(X509Certificate.class::isInstance)
              .map(X509Certificate.class::cast)
              .toList();
      if (!own.isEmpty()) {
        return own;
      }
    } catch (IOException | CertificateException unreadable) {
      // told below, in the same words
    }
    throw new OperatorMistake("SSL_CA_FILE: " + file + " holds no certificates in PEM.");
  }
}
