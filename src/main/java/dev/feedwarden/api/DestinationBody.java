package dev.feedwarden.api;

import static dev.feedwarden.api.Shapes.list;
import static dev.feedwarden.api.Shapes.text;
import static dev.feedwarden.api.Shapes.thing;
import static dev.feedwarden.api.Shapes.word;

import dev.feedwarden.api.Refusal.Fault;
import dev.feedwarden.deliver.Addressee;
import dev.feedwarden.deliver.AddresseeFields;
import dev.feedwarden.deliver.KafkaFields;
import dev.feedwarden.deliver.Way;
import dev.feedwarden.policy.Admission;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * What a client writes about a destination. A client names no files of ours, neither to be written
 * nor to be read; and all secrets each time, since there is no way to ask for them again.
 *
 * @param fields as they were given, to be locked away
 */
record DestinationBody(Map<String, List<String>> fields, Addressee addressee) {
  private static final int LONGEST = 2_000;
  private static final int MOST = 100;

  static final Shape.Thing SHAPE =
      thing(
          "NewDestination",
          "name?",
          text(40),
          "kind",
          word(List.of("kafka", "mail", "slack", "slack_bot", "webhook")),
          "events?",
          list(text(40), MOST),
          "tags?",
          list(text(100), MOST),
          "sources?",
          list(text(36), MOST),
          "url?",
          text(LONGEST),
          "secret?",
          text(LONGEST),
          "token?",
          text(LONGEST),
          "channel?",
          text(100),
          "server?",
          text(300),
          "security?",
          word(List.of("starttls", "tls", "none")),
          "user?",
          text(LONGEST),
          "password?",
          text(LONGEST),
          "from?",
          text(300),
          "to?",
          list(text(300), MOST),
          "brokers?",
          list(text(300), MOST),
          "security_protocol?",
          word(KafkaFields.PROTOCOLS),
          "sasl_mechanism?",
          word(KafkaFields.MECHANISMS),
          "articles_topic?",
          text(300),
          "events_topic?",
          text(300));

  DestinationBody {
    fields = Map.copyOf(fields);
  }

  /** Reads it, under a name that the path may give. */
  static DestinationBody of(JsonNode json, Map<String, String> path, Admission admission) {
    var fields = new TreeMap<String, List<String>>();
    json.properties().forEach(field -> fields.put(field.getKey(), values(field.getValue())));
    var faults = new ArrayList<Fault>();
    var name = path.get("id");
    if (name != null && !fields.getOrDefault("name", List.of(name)).equals(List.of(name))) {
      faults.add(new Fault("name", "must stay as it is"));
    } else if (name != null) {
      fields.put("name", List.of(name));
    }
    var read =
        AddresseeFields.read(
            fields, Path::of, (field, message) -> faults.add(new Fault(field, message)));
    read.ifPresent(one -> judge(one.way(), admission, faults));
    if (!faults.isEmpty() || read.isEmpty()) {
      throw Refusal.fields(faults);
    }
    return new DestinationBody(fields, read.get());
  }

  private static List<String> values(JsonNode node) {
    return node.isArray()
        ? node.valueStream().map(JsonNode::asString).toList()
        : List.of(node.asString());
  }

  // Where a name leads is judged whenever something is sent; what is plainly private, now.
  private static void judge(Way way, Admission admission, List<Fault> faults) {
    switch (way) {
      case Way.Slack(var url) -> judge("url", url.value(), admission, faults);
      case Way.Webhook(var url, _) -> judge("url", url.value(), admission, faults);
      case Way.Mail mail -> judge("server", "https://" + mail.place(), admission, faults);
      case Way.Kafka kafka ->
          kafka
              .addresses()
              .forEach(broker -> judge("brokers", "https://" + broker, admission, faults));
      case Way.SlackBot _ -> {}
      case Way.Lines _ -> throw new IllegalStateException("the shape lets no files through");
    }
  }

  private static void judge(String field, String url, Admission admission, List<Fault> faults) {
    switch (admission.feed(url)) {
      case Admission.Judged.Good _ -> {}
      case Admission.Judged.Bad(var reason) -> faults.add(new Fault(field, reason));
      case Admission.Judged.Private _ ->
          faults.add(new Fault(field, "is private, local or reserved and may not be reached"));
    }
  }

  @Override
  public String toString() {
    return addressee.name();
  }
}
