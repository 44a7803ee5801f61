package dev.feedwarden.run;

import dev.feedwarden.fetch.Authority;
import dev.feedwarden.fetch.Authority.Says;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A Kafka of one broker in a process of its own, whose answers a relay may keep back. */
final class Broker {
  static final String USER = "warden";
  static final String PASSWORD = "canary \"quoted\\ pass";

  private static @Nullable Broker shared;

  private final Path folder;
  private final int direct = freePort();
  private final int behind = freePort();
  private final int secure = freePort();
  private final int elsewhere = freePort();
  private final int controller = freePort();
  private final Relay relay = new Relay(behind);
  private final Authority.Pem identity = Authority.selfSignedPem(Says.address("127.0.0.1"));
  private @Nullable Process process;

  private Broker(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
    var data = Files.createDirectories(folder.resolve("data"));
    Files.writeString(
        data.resolve("meta.properties"),
        "version=1\nnode.id=1\ncluster.id=%s\ndirectory.id=%s\n"
            .formatted(Uuid.randomUuid(), Uuid.randomUuid()));
    Files.writeString(
        folder.resolve("logback.xml"),
        """
        <configuration>
          <appender name="OUT" class="ch.qos.logback.core.ConsoleAppender">
            <encoder><pattern>%d %level %logger %msg%n</pattern></encoder>
          </appender>
          <logger name="kafka.server.KafkaRaftServer" level="INFO"/>
          <root level="WARN"><appender-ref ref="OUT"/></root>
        </configuration>
        """);
    try (var out = Files.newBufferedWriter(folder.resolve("server.properties"))) {
      settings(data).store(out, null);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(this::end));
    start();
  }

  /** The one of all tests of this process, which ends with it. */
  static synchronized Broker shared() throws IOException {
    if (shared == null) {
      shared = new Broker(Files.createTempDirectory("feedwarden-kafka"));
    }
    return shared;
  }

  private Properties settings(Path data) {
    var all = new Properties();
    all.putAll(
        Map.of(
            "process.roles", "broker,controller",
            "node.id", "1",
            "controller.quorum.voters", "1@127.0.0.1:" + controller,
            "controller.listener.names", "CONTROLLER",
            "inter.broker.listener.name", "DIRECT",
            "log.dirs", data.toString(),
            "auto.create.topics.enable", "false",
            "broker.session.timeout.ms", "3000", // so that one that was killed is let in again soon
            "broker.heartbeat.interval.ms", "500"));
    var at = "%s://127.0.0.1:%d";
    all.put(
        "listeners",
        String.join(
            ",",
            at.formatted("DIRECT", direct),
            at.formatted("RELAYED", behind),
            at.formatted("SECURE", secure),
            at.formatted("ELSEWHERE", elsewhere),
            at.formatted("CONTROLLER", controller)));
    all.put(
        "advertised.listeners",
        String.join(
            ",",
            at.formatted("DIRECT", direct),
            at.formatted("RELAYED", relay.port()),
            at.formatted("SECURE", secure),
            "ELSEWHERE://127.0.0.2:" + elsewhere));
    all.put(
        "listener.security.protocol.map",
        "DIRECT:PLAINTEXT,RELAYED:PLAINTEXT,SECURE:SASL_SSL,ELSEWHERE:PLAINTEXT,CONTROLLER:PLAINTEXT");
    var name = "listener.name.secure.";
    all.put(name + "ssl.keystore.type", "PEM");
    all.put(name + "ssl.keystore.certificate.chain", identity.chain());
    all.put(name + "ssl.keystore.key", identity.key());
    all.put(name + "sasl.enabled.mechanisms", "PLAIN,SCRAM-SHA-512");
    all.put(
        name + "plain.sasl.jaas.config",
        "org.apache.kafka.common.security.plain.PlainLoginModule required user_%s=\"%s\";"
            .formatted(USER, PASSWORD.replace("\\", "\\\\").replace("\"", "\\\"")));
    all.put(
        name + "scram-sha-512.sasl.jaas.config",
        "org.apache.kafka.common.security.scram.ScramLoginModule required;");
    return all;
  }

  private static int freePort() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void start() throws IOException {
    var out = folder.resolve("broker.log");
    Files.deleteIfExists(out);
    var started =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-Dlogback.configurationFile=" + folder.resolve("logback.xml"),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                "kafka.Kafka",
                folder.resolve("server.properties").toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    process = started;
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              if (!started.isAlive()) {
                throw new IllegalStateException(Files.readString(out));
              }
              return Files.readString(out).contains("Kafka Server started");
            });
  }

  /** SIGKILL: nothing is written any more. */
  void kill() {
    var running = process;
    if (running != null) {
      try {
        running.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  Relay relay() {
    return relay;
  }

  String direct() {
    return "127.0.0.1:" + direct;
  }

  String relayed() {
    return "127.0.0.1:" + relay.port();
  }

  String secure() {
    return "127.0.0.1:" + secure;
  }

  /** Says of itself that it is at 127.0.0.2. */
  String elsewhere() {
    return "127.0.0.1:" + elsewhere;
  }

  Authority.Pem identity() {
    return identity;
  }

  private Map<String, Object> client() {
    return Map.of("bootstrap.servers", direct(), "metric.reporters", List.of());
  }

  /** Makes a topic of three partitions. */
  void topic(String name, Map<String, String> configs) throws Exception {
    try (var admin = Admin.create(client())) {
      var topic = new NewTopic(name, Optional.of(3), Optional.empty()).configs(configs);
      admin.createTopics(List.of(topic)).all().get(30, TimeUnit.SECONDS);
    }
  }

  /** Lets the user in by SCRAM. */
  void scram() throws InterruptedException, ExecutionException {
    try (var admin = Admin.create(client())) {
      var how = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096);
      admin
          .alterUserScramCredentials(List.of(new UserScramCredentialUpsertion(USER, how, PASSWORD)))
          .all()
          .get();
    }
  }

  /** All that a topic holds; of one partition in its order. */
  List<ConsumerRecord<String, String>> records(String topic) {
    var settings = new HashMap<>(client());
    settings.put("auto.offset.reset", "earliest");
    try (var consumer =
        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
      var parts =
          consumer.partitionsFor(topic).stream()
              .map(one -> new TopicPartition(topic, one.partition()))
              .toList();
      consumer.assign(parts);
      var end = consumer.endOffsets(parts);
      var all = new ArrayList<ConsumerRecord<String, String>>();
      while (parts.stream().anyMatch(p -> consumer.position(p) < end.getOrDefault(p, 0L))) {
        consumer.poll(Duration.ofMillis(200)).forEach(all::add);
      }
      return all;
    }
  }

  private void end() {
    kill();
    relay.close();
    try (var all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
