package dev.feedwarden.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.model.Cause;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Hands records to a Kafka cluster and waits until all of its replicas have them. The client looks
 * names up by itself, so the guard judges every broker before the first record and once a minute.
 */
public final class KafkaCluster implements AutoCloseable {
  private static final Duration LOOKUP = Duration.ofSeconds(5);
  private static final Duration JUDGED = Duration.ofMinutes(1);
  private static final Duration SLACK = Duration.ofSeconds(2);

  private final GuardedResolver resolver;
  private final Trust trust;
  private final Place place;
  private final @Nullable Login login;
  private final Set<Broker> judged = new HashSet<>();
  private Deadline stale = Deadline.in(Duration.ZERO);
  private @Nullable KafkaProducer<String, String> producer;

  public KafkaCluster(OutboundGuard guard, Trust trust, Place place, @Nullable Login login) {
    this.resolver = new GuardedResolver(guard, InetAddress::getAllByName);
    this.trust = trust;
    this.place = place;
    this.login = login;
  }

  /** How the line is secured, in Kafka's own words. */
  public enum Protocol {
    PLAINTEXT,
    SSL,
    SASL_PLAINTEXT,
    SASL_SSL;

    public boolean needsLogin() {
      return this == SASL_PLAINTEXT || this == SASL_SSL;
    }
  }

  /** How a password is shown to a broker. */
  public enum Mechanism {
    PLAIN,
    SCRAM_SHA_256,
    SCRAM_SHA_512;

    /** In Kafka's own words. */
    public String wire() {
      return name().replace('_', '-');
    }
  }

  /** A server of the cluster. */
  public record Broker(String host, int port) {
    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  /** Where the cluster is: some of its brokers, which know the others. */
  public record Place(List<Broker> brokers, Protocol protocol) {
    public Place {
      brokers = List.copyOf(brokers);
    }
  }

  /** Whom it lets in. */
  public record Login(Mechanism mechanism, String user, String password) {
    @Override
    public String toString() {
      return "Login of " + user;
    }
  }

  /**
   * One record.
   *
   * @param type of the value, as a media type
   */
  public record Message(String topic, String key, String value, String type) {}

  /** What came of a record. */
  public sealed interface Said {
    record Taken() implements Said {}

    /** The cluster does not want this very record. */
    record Refused(int code, String word) implements Said {}

    /** The cluster cannot take anything there now. */
    record Unable(int code, String word) implements Said {}

    /** Nothing usable; whether the record arrived is not known. */
    record Unanswered(Cause cause) implements Said {}
  }

  /** What came of each record, in their order. */
  public List<Said> send(List<Message> messages) throws InterruptedException {
    var said = new ArrayList<Said>();
    try {
      var open = opened();
      judge(open, messages);
      var answers = messages.stream().map(one -> open.send(record(one))).toList();
      var deadline = Deadline.in(KafkaSettings.DELIVERY.plus(SLACK));
      for (var answer : answers) {
        said.add(await(answer, deadline));
      }
    } catch (InterruptException stopping) {
      Thread.interrupted(); // which the client has set again
      shut();
      throw new InterruptedException("stopping");
    } catch (InterruptedException stopping) {
      shut();
      throw stopping;
    } catch (UnknownHostException nowhere) {
      said.add(new Said.Unanswered(Causes.beforeAnswer(nowhere)));
    } catch (KafkaException failure) {
      said.add(KafkaWords.of(failure));
    }
    while (said.size() < messages.size()) {
      said.add(said.getLast());
    }
    if (!said.stream().allMatch(one -> one instanceof Said.Taken || one instanceof Said.Refused)) {
      shut(); // so that nothing is sent behind our back, and every name is judged anew
    }
    return List.copyOf(said);
  }

  private KafkaProducer<String, String> opened() throws UnknownHostException {
    if (producer == null) {
      judge(place.brokers());
      producer =
          new KafkaProducer<>(
              KafkaSettings.of(place, login, trust),
              new StringSerializer(),
              new StringSerializer());
    }
    return producer;
  }

  // The brokers that we were told to ask may name any others.
  private void judge(KafkaProducer<String, String> open, List<Message> messages)
      throws UnknownHostException {
    if (stale.isPast()) {
      judged.clear();
      stale = Deadline.in(JUDGED);
    }
    var leaders = new HashSet<Broker>();
    for (var topic : messages.stream().map(Message::topic).distinct().toList()) {
      for (var partition : open.partitionsFor(topic)) {
        var leader = partition.leader();
        if (leader != null && !leader.isEmpty()) {
          leaders.add(new Broker(leader.host(), leader.port()));
        }
      }
    }
    leaders.removeAll(judged);
    judge(leaders);
    judged.addAll(leaders);
  }

  // A name without an address is passed over if another has one; what leads astray spoils all.
  private void judge(Collection<Broker> brokers) throws UnknownHostException {
    var course = new Course(Deadline.in(LOOKUP));
    UnknownHostException missing = null;
    var good = 0;
    for (var broker : brokers) {
      try {
        ScopedValue.where(Course.CURRENT, course)
            .<List<?>, UnknownHostException>call(
                () -> resolver.resolve(broker.host(), broker.port()));
        good++;
      } catch (GuardedResolver.Refused refused) {
        throw refused;
      } catch (UnknownHostException nowhere) {
        missing = nowhere;
      }
    }
    if (good == 0 && missing != null) {
      throw missing;
    }
  }

  private static ProducerRecord<String, String> record(Message message) {
    var headers = new RecordHeaders();
    headers.add("content-type", message.type().getBytes(UTF_8));
    return new ProducerRecord<>(message.topic(), null, message.key(), message.value(), headers);
  }

  private static Said await(Future<RecordMetadata> answer, Deadline deadline)
      throws InterruptedException {
    try {
      answer.get(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
      return new Said.Taken();
    } catch (ExecutionException failed) {
      return KafkaWords.of(failed.getCause());
    } catch (TimeoutException late) {
      return new Said.Unanswered(Cause.TIMEOUT_TOTAL);
    }
  }

  private void shut() {
    if (producer != null) {
      var isInterrupted = Thread.interrupted(); // it would not wait for its thread to end
      producer.close(Duration.ZERO);
      producer = null;
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
    judged.clear();
  }

  @Override
  public void close() {
    shut();
    resolver.close();
  }
}
