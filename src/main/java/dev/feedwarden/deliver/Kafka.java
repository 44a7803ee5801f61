package dev.feedwarden.deliver;

import dev.feedwarden.fetch.KafkaCluster;
import dev.feedwarden.fetch.KafkaCluster.Message;
import dev.feedwarden.fetch.KafkaCluster.Said;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** Two topics of a Kafka cluster; what happens to one source stays in its order. */
final class Kafka implements Carrier {
  /** Records that are on their way together. */
  static final int AT_ONCE = 200;

  private static final JsonMapper JSON = new JsonMapper();
  private static final String TYPE = "application/cloudevents+json; charset=UTF-8";
  private static final String FLEET = "fleet";

  private final KafkaCluster cluster;
  private final String articles;
  private final String events;

  Kafka(KafkaCluster cluster, String articles, String events) {
    this.cluster = cluster;
    this.articles = articles;
    this.events = events;
  }

  @Override
  public Verdict carry(Letter letter) throws InterruptedException {
    return carry(List.of(letter)).getFirst();
  }

  @Override
  public List<Verdict> carry(List<Letter> letters) throws InterruptedException {
    return cluster.send(letters.stream().map(this::message).toList()).stream()
        .map(Kafka::verdict)
        .toList();
  }

  private Message message(Letter letter) {
    var topic = letter.kind().equals("articles") ? articles : events;
    return new Message(topic, key(letter.body()), letter.body(), TYPE);
  }

  // Read from the event itself, so that a dead letter goes where it would have gone.
  static String key(String body) {
    var event = JSON.readTree(body);
    var data = event.path("data");
    if (event.has("subject")) {
      return event.path("subject").asString();
    }
    return data.path("kind").asString("").equals("host") ? data.path("scope").asString() : FLEET;
  }

  private static Verdict verdict(Said said) {
    return switch (said) {
      case Said.Taken() -> new Verdict.Delivered(null);
      case Said.Refused(var code, var word) ->
          new Verdict.EventRefused(code, "error " + code + ": " + word);
      case Said.Unable(var code, var word) ->
          new Verdict.DestinationTrouble("error " + code + ": " + word, null);
      case Said.Unanswered(var cause) ->
          new Verdict.DestinationTrouble("no answer: " + cause.wire(), null);
    };
  }

  @Override
  public void close() {
    cluster.close();
  }
}
