package dev.feedwarden.deliver;

import dev.feedwarden.fetch.KafkaCluster.Broker;
import dev.feedwarden.fetch.KafkaCluster.Login;
import dev.feedwarden.fetch.KafkaCluster.Mechanism;
import dev.feedwarden.fetch.KafkaCluster.Place;
import dev.feedwarden.fetch.KafkaCluster.Protocol;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What was written about a Kafka cluster. */
public final class KafkaFields {
  /** The words for how a line is secured. */
  public static final List<String> PROTOCOLS =
      Arrays.stream(Protocol.values()).map(Protocol::name).toList();

  /** The words for how a password is shown. */
  public static final List<String> MECHANISMS =
      Arrays.stream(Mechanism.values()).map(Mechanism::wire).toList();

  static final Set<String> NAMES =
      Set.of(
          "brokers",
          "security_protocol",
          "sasl_mechanism",
          "user",
          "password",
          "articles_topic",
          "events_topic");

  private static final int MOST_BROKERS = 20;
  private static final String HOST = "[A-Za-z0-9._-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}\\]";

  private final AddresseeFields fields;

  private KafkaFields(AddresseeFields fields) {
    this.fields = fields;
  }

  static Way way(AddresseeFields fields) {
    var kafka = new KafkaFields(fields);
    var brokers = kafka.brokers();
    var protocol = kafka.protocol();
    return new Way.Kafka(
        new Place(brokers, protocol),
        kafka.login(protocol),
        kafka.topic("articles_topic", "feedwarden.articles"),
        kafka.topic("events_topic", "feedwarden.events"));
  }

  private List<Broker> brokers() {
    var brokers = new ArrayList<Broker>();
    for (var item : fields.items("brokers")) {
      var colon = item.lastIndexOf(':');
      var host = item.substring(0, Math.max(0, colon));
      var digits = item.substring(colon + 1);
      var port = digits.matches("[0-9]{1,5}") ? Integer.parseInt(digits) : 0;
      if (!host.matches(HOST) || port < 1 || port > 65_535) {
        fields.fault("brokers", "must be HOST:PORT, or several");
      }
      brokers.add(new Broker(host.toLowerCase(Locale.ROOT), port));
    }
    if (brokers.isEmpty() || brokers.size() > MOST_BROKERS) {
      fields.fault("brokers", "must be 1 to " + MOST_BROKERS + " of HOST:PORT");
    }
    return brokers;
  }

  private Protocol protocol() {
    var usual = fields.text("user").isEmpty() ? Protocol.SSL : Protocol.SASL_SSL;
    var text = fields.text("security_protocol");
    if (!text.isEmpty() && !PROTOCOLS.contains(text)) {
      fields.fault("security_protocol", "must be one of " + String.join(", ", PROTOCOLS));
    }
    return PROTOCOLS.contains(text) ? Protocol.valueOf(text) : usual;
  }

  private @Nullable Login login(Protocol protocol) {
    var user = fields.text("user");
    var password = fields.text("password");
    var mechanism = mechanism();
    if (user.isEmpty() != password.isEmpty()) {
      fields.fault(user.isEmpty() ? "user" : "password", "must be given with the other of the two");
    } else if (protocol.needsLogin() && user.isEmpty()) {
      fields.fault("user", "must be given for the protocol " + protocol);
    } else if (!protocol.needsLogin() && !user.isEmpty()) {
      fields.fault("security_protocol", "must be SASL_SSL or SASL_PLAINTEXT with a user");
    }
    if ((user + password).chars().anyMatch(Character::isISOControl)) {
      fields.fault("password", "must be one line, and so must the user");
    }
    return user.isEmpty() ? null : new Login(mechanism, user, password);
  }

  private Mechanism mechanism() {
    var text = fields.text("sasl_mechanism");
    if (!text.isEmpty() && !MECHANISMS.contains(text)) {
      fields.fault("sasl_mechanism", "must be one of " + String.join(", ", MECHANISMS));
    }
    return MECHANISMS.contains(text)
        ? Mechanism.valueOf(text.replace('-', '_'))
        : Mechanism.SCRAM_SHA_512;
  }

  // As Kafka has it: a topic is the name of a folder too.
  private String topic(String field, String usual) {
    var text = fields.text(field);
    if (!text.isEmpty() && (!text.matches("[A-Za-z0-9._-]{1,249}") || text.matches("[.]{1,2}"))) {
      fields.fault(field, "must be 1 to 249 letters, digits, dots, dashes and underscores");
    }
    return text.isEmpty() ? usual : text;
  }
}
