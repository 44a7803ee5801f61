package dev.feedwarden.fetch;

import static java.util.stream.Collectors.joining;

import dev.feedwarden.fetch.KafkaCluster.Broker;
import dev.feedwarden.fetch.KafkaCluster.Login;
import dev.feedwarden.fetch.KafkaCluster.Mechanism;
import dev.feedwarden.fetch.KafkaCluster.Place;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.security.plain.PlainLoginModule;
import org.apache.kafka.common.security.scram.ScramLoginModule;
import org.jspecify.annotations.Nullable;

/** How the Kafka client is set: it repeats what was not acknowledged, without making copies. */
final class KafkaSettings {
  /** Until a record is acknowledged or given up; a broker may start anew meanwhile. */
  static final Duration DELIVERY = Duration.ofSeconds(25);

  private static final Duration BLOCK = Duration.ofSeconds(8);
  private static final Duration REQUEST = Duration.ofSeconds(10);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);
  private static final int BATCH = 256 << 10;
  // What is too large is for the broker to say: it counts the bytes after gzip, the client before.
  private static final int LARGEST = 16 << 20;

  private KafkaSettings() {}

  static Map<String, Object> of(Place place, @Nullable Login login, Trust trust) {
    var settings = new HashMap<String, Object>();
    settings.put(
        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
        place.brokers().stream().map(Broker::toString).collect(joining(",")));
    settings.put(ProducerConfig.CLIENT_ID_CONFIG, "feedwarden");
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "gzip");
    settings.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH);
    settings.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, LARGEST);
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, millis(BLOCK));
    settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, millis(REQUEST));
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, millis(DELIVERY));
    settings.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, (long) millis(LONGEST_PAUSE));
    settings.put(ProducerConfig.METRIC_REPORTER_CLASSES_CONFIG, List.of());
    settings.put(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    settings.put(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, place.protocol().name());
    settings.put(SslConfigs.SSL_ENGINE_FACTORY_CLASS_CONFIG, KafkaTls.class);
    settings.put(KafkaTls.TRUST, trust);
    if (login != null) {
      settings.put(SaslConfigs.SASL_MECHANISM, login.mechanism().wire());
      settings.put(SaslConfigs.SASL_JAAS_CONFIG, jaas(login));
    }
    return settings;
  }

  private static int millis(Duration time) {
    return (int) time.toMillis();
  }

  private static String jaas(Login login) {
    var module =
        login.mechanism() == Mechanism.PLAIN ? PlainLoginModule.class : ScramLoginModule.class;
    return "%s required username=\"%s\" password=\"%s\";"
        .formatted(module.getName(), quoted(login.user()), quoted(login.password()));
  }

  private static String quoted(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }
}
