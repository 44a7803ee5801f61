package dev.feedwarden.deliver;

import dev.feedwarden.fetch.AddressRange;
import dev.feedwarden.fetch.Fetcher.Identification;
import dev.feedwarden.fetch.Fetcher.Route;
import dev.feedwarden.fetch.OutboundGuard;
import dev.feedwarden.fetch.Sender;
import dev.feedwarden.lab.Answer;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.WebUrl;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Slack as far as a webhook knows it, on loopback. */
final class FakeSlack implements AutoCloseable {
  static final String PATH = "/services/T000/B000/secret";
  static final Answer OK = Answers.ok("ok", "text/html");
  private static final JsonMapper JSON = new JsonMapper();

  private final Upstream server = Upstream.start("127.0.0.9");

  FakeSlack(Behaviour behaviour) {
    answers(behaviour);
  }

  /** Never answers. */
  static Behaviour silence() {
    return Behaviour.afterDelay(Duration.ofMinutes(10), OK);
  }

  FakeSlack answers(Behaviour behaviour) {
    server.route(PATH, behaviour);
    return this;
  }

  WebUrl url() {
    return WebUrl.of(server.url(PATH));
  }

  int asked() {
    return server.count(PATH);
  }

  /** The titles of all messages that came, taken or not. */
  List<String> titles() {
    return bodies().stream().map(body -> body.path("text").asString()).toList();
  }

  List<JsonNode> bodies() {
    return server.seen(PATH).stream().map(seen -> JSON.readTree(seen.request().body())).toList();
  }

  /** The ids of all messages that came. */
  List<String> ids() {
    return bodies().stream()
        .map(body -> body.path("blocks").path(0).path("block_id").asString())
        .toList();
  }

  /** A sender that may reach loopback and has little patience. */
  static Sender sender() {
    return new Sender(
        new OutboundGuard(
            List.of(AddressRange.parse("127.0.0.0/8").orElseThrow()),
            Set.of(),
            List.of(),
            Set.of()),
        new Identification("Feedwarden/test"),
        Route.DIRECT,
        Duration.ofMillis(500));
  }

  @Override
  public void close() {
    server.close();
  }
}
