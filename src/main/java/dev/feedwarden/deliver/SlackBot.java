package dev.feedwarden.deliver;

import dev.feedwarden.fetch.Sender;
import dev.feedwarden.fetch.Sender.Message;
import dev.feedwarden.fetch.Sender.Reply;
import dev.feedwarden.model.WebUrl;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A Slack channel by a bot's token: what is over is said in the thread of what began. */
final class SlackBot implements Carrier {
  private static final JsonMapper JSON = new JsonMapper();
  // Slack's own words for what has nothing to do with the message.
  private static final Set<String> TROUBLE =
      Set.of(
          "ratelimited",
          "rate_limited",
          "internal_error",
          "fatal_error",
          "service_unavailable",
          "request_timeout",
          "team_added_to_org");

  private final Sender sender;
  private final WebUrl api;
  private final String token;
  private final String channel;
  private final InstantSource clock;

  /**
   * A bot.
   *
   * @param api the address of {@code chat.postMessage}
   */
  SlackBot(Sender sender, WebUrl api, String token, String channel, InstantSource clock) {
    this.sender = sender;
    this.api = api;
    this.token = token;
    this.channel = channel;
    this.clock = clock;
  }

  @Override
  public Verdict carry(Letter letter) throws InterruptedException {
    var reply =
        sender.send(
            new Message(
                api,
                Map.of("Authorization", "Bearer " + token),
                "application/json; charset=utf-8",
                body(letter)));
    var verdict = HttpVerdict.of(reply, answer -> answer.status() == 200, clock.instant());
    return reply instanceof Reply.Answered answer && verdict instanceof Verdict.Delivered
        ? said(answer)
        : verdict;
  }

  private String body(Letter letter) {
    var message = (ObjectNode) JSON.readTree(letter.body());
    message.put("channel", channel);
    if (letter.answers() != null) {
      message.put("thread_ts", letter.answers());
      message.put("reply_broadcast", true); // an end is news to those who do not look into threads
    }
    return JSON.writeValueAsString(message);
  }

  private static Verdict said(Reply.Answered answer) {
    var json = parsed(answer.text());
    if (json.path("ok").asBoolean(false)) {
      var ts = json.path("ts").asString("");
      // It is kept and sent back: nothing but what Slack's own ids look like.
      return new Verdict.Delivered(ts.matches("[0-9]{1,20}\\.[0-9]{1,20}") ? ts : null);
    }
    var error = json.path("error").asString("");
    return TROUBLE.contains(error)
        ? new Verdict.DestinationTrouble("status 200: " + error, null)
        : new Verdict.EventRefused(
            200, error.matches("[a-z_]{1,60}") ? "status 200: " + error : "status 200");
  }

  private static JsonNode parsed(String text) {
    try {
      return JSON.readTree(text);
    } catch (JacksonException notJson) {
      return JSON.createObjectNode();
    }
  }
}
