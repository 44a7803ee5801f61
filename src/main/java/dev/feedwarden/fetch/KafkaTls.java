package dev.feedwarden.fetch;

import java.security.KeyStore;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import org.apache.kafka.common.security.auth.SslEngineFactory;
import org.jspecify.annotations.Nullable;

/** The Kafka client's side of TLS under the same trust as everything else; the client makes it. */
public final class KafkaTls implements SslEngineFactory {
  /** The setting that holds the trust. */
  static final String TRUST = "feedwarden.trust";

  private @Nullable Trust trust;
  private @Nullable SSLContext context;

  @Override
  public void configure(Map<String, ?> configs) {
    if (configs.get(TRUST) instanceof Trust given) {
      trust = given;
      context = given.context();
    }
  }

  @Override
  public SSLEngine createClientSslEngine(String host, int port, String ignored) {
    var engine = Objects.requireNonNull(context).createSSLEngine(host, port);
    engine.setUseClientMode(true);
    engine.setEnabledProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
    if (!(trust instanceof Trust.Anybody)) {
      var parameters = engine.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS"); // the name must be the broker's
      engine.setSSLParameters(parameters);
    }
    return engine;
  }

  @Override
  public SSLEngine createServerSslEngine(String host, int port) {
    throw new UnsupportedOperationException("we serve nobody");
  }

  @Override
  public boolean shouldBeRebuilt(Map<String, Object> configs) {
    return false;
  }

  @Override
  public Set<String> reconfigurableConfigs() {
    return Set.of();
  }

  @Override
  public @Nullable KeyStore keystore() {
    return null;
  }

  @Override
  public @Nullable KeyStore truststore() {
    return null;
  }

  @Override
  public void close() {}
}
