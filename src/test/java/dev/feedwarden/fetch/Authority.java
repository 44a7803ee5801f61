package dev.feedwarden.fetch;

import java.io.IOException;
import java.math.BigInteger;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.X509ExtendedKeyManager;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/** Issues certificates, good and bad, for servers in tests. */
public final class Authority {
  private static final AtomicLong SERIAL = new AtomicLong(1);
  private static final char[] NO_PASSWORD = new char[0];

  private final KeyPair keys;
  private final X509Certificate certificate;
  private final List<X509Certificate> chain;

  private Authority(KeyPair keys, X509Certificate certificate, List<X509Certificate> chain) {
    this.keys = keys;
    this.certificate = certificate;
    this.chain = chain;
  }

  /** What a certificate says. */
  public record Says(
      List<GeneralName> names,
      Instant from,
      Instant until,
      KeyPurposeId purpose,
      String signature) {
    public static Says dns(String... names) {
      var now = Instant.now();
      return new Says(
          Arrays.stream(names).map(n -> new GeneralName(GeneralName.dNSName, n)).toList(),
          now.minus(Duration.ofDays(1)),
          now.plus(Duration.ofDays(30)),
          KeyPurposeId.id_kp_serverAuth,
          "SHA256withRSA");
    }

    public static Says address(String ip) {
      var some = dns();
      return new Says(
          List.of(new GeneralName(GeneralName.iPAddress, ip)),
          some.from,
          some.until,
          some.purpose,
          some.signature);
    }

    Says between(Instant begin, Instant end) {
      return new Says(names, begin, end, purpose, signature);
    }

    Says purpose(KeyPurposeId other) {
      return new Says(names, from, until, other, signature);
    }

    Says signedWith(String algorithm) {
      return new Says(names, from, until, purpose, algorithm);
    }
  }

  public static Authority root(String name) {
    var keys = keys(2048);
    var self = new X500Name("CN=" + name);
    var certificate = sign(self, keys, self, keys, Says.dns(), true);
    return new Authority(keys, certificate, List.of());
  }

  Authority intermediate(String name) {
    var below = keys(2048);
    var cert = sign(subject(), keys, new X500Name("CN=" + name), below, Says.dns(), true);
    var up = new ArrayList<>(List.of(cert));
    up.addAll(chain);
    return new Authority(below, cert, up);
  }

  X509Certificate certificate() {
    return certificate;
  }

  /** A server's side of TLS with a certificate of ours and those above it, but for the root. */
  public SSLContext server(Says says) {
    return server(says, 2048, true);
  }

  SSLContext server(Says says, int keyBits, boolean withChain) {
    var own = keys(keyBits);
    var leaf = sign(subject(), keys, new X500Name("CN=server"), own, says, false);
    var all = new ArrayList<>(List.of(leaf));
    if (withChain) {
      all.addAll(chain);
    }
    return context(own, all);
  }

  /** A server's certificate, which may be changed for another under way. */
  final class Renewable extends X509ExtendedKeyManager {
    private static final String TICKETS = "jdk.tls.server.enableSessionTicketExtension";

    private final KeyPair own = keys(2048);
    private volatile X509Certificate leaf;

    Renewable(Says says) {
      leaf = issued(says);
    }

    private X509Certificate issued(Says says) {
      return sign(subject(), keys, new X500Name("CN=server"), own, says, false);
    }

    void renew(Says says) {
      leaf = issued(says);
    }

    X509Certificate certificate() {
      return leaf;
    }

    /**
     * Sessions made with the old certificate may still be resumed, as with most servers: Java's own
     * refuses that, but not where it keeps sessions itself instead of sending them away as tickets.
     */
    SSLContext server() {
      System.setProperty(TICKETS, "false");
      try {
        var context = SSLContext.getInstance("TLS");
        context.init(new KeyManager[] {this}, null, null);
        context.getServerSessionContext().setSessionTimeout(600);
        return context;
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      } finally {
        System.clearProperty(TICKETS);
      }
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
      return new String[] {"server"};
    }

    @Override
    public @Nullable String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
      return type.equals("RSA") ? "server" : null;
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      var all = new ArrayList<>(List.of(leaf));
      all.addAll(chain);
      return all.toArray(X509Certificate[]::new);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return own.getPrivate();
    }

    @Override
    public String @Nullable [] getClientAliases(String type, Principal[] issuers) {
      return null;
    }

    @Override
    public @Nullable String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
      return null;
    }
  }

  /** A server that vouches for itself. */
  public static SSLContext selfSigned(Says says) {
    var own = keys(2048);
    var self = new X500Name("CN=server");
    return context(own, List.of(sign(self, own, self, own, says, false)));
  }

  /** A certificate that vouches for itself, and its key, as texts. */
  public record Pem(X509Certificate certificate, String chain, String key) {}

  /** What such a server's settings hold. */
  public static Pem selfSignedPem(Says says) {
    var own = keys(2048);
    var self = new X500Name("CN=server");
    var certificate = sign(self, own, self, own, says, false);
    try {
      return new Pem(
          certificate,
          pem("CERTIFICATE", certificate.getEncoded()),
          pem("PRIVATE KEY", own.getPrivate().getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The certificate that vouches for the others. */
  public String pem() {
    try {
      return pem("CERTIFICATE", certificate.getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String pem(String what, byte[] bytes) {
    var lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, lines, what);
  }

  private X500Name subject() {
    return new X500Name(certificate.getSubjectX500Principal().getName());
  }

  private static SSLContext context(KeyPair own, List<X509Certificate> chain) {
    try {
      var store = KeyStore.getInstance("PKCS12");
      store.load(null, NO_PASSWORD);
      store.setKeyEntry(
          "server", own.getPrivate(), NO_PASSWORD, chain.toArray(X509Certificate[]::new));
      var managers = KeyManagerFactory.getInstance("PKIX");
      managers.init(store, NO_PASSWORD);
      var context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyPair keys(int bits) {
    try {
      var generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(bits);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static X509Certificate sign(
      X500Name issuer, KeyPair by, X500Name subject, KeyPair whom, Says says, boolean authority) {
    try {
      var builder =
          new JcaX509v3CertificateBuilder(
              issuer,
              BigInteger.valueOf(SERIAL.getAndIncrement()),
              Date.from(says.from()),
              Date.from(says.until()),
              subject,
              whom.getPublic());
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(authority));
      if (!authority) {
        builder.addExtension(
            Extension.extendedKeyUsage, false, new ExtendedKeyUsage(says.purpose()));
      }
      if (!says.names().isEmpty()) {
        builder.addExtension(
            Extension.subjectAlternativeName,
            false,
            new GeneralNames(says.names().toArray(GeneralName[]::new)));
      }
      var signer = new JcaContentSignerBuilder(says.signature()).build(by.getPrivate());
      return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
    } catch (OperatorException | IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
