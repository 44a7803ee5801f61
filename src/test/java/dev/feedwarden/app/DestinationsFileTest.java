package dev.feedwarden.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.feedwarden.deliver.Addressee;
import dev.feedwarden.deliver.Topic;
import dev.feedwarden.deliver.Wants;
import dev.feedwarden.deliver.Way;
import dev.feedwarden.deliver.Way.Hidden;
import dev.feedwarden.fetch.KafkaCluster;
import dev.feedwarden.fetch.MailServer.Login;
import dev.feedwarden.fetch.MailServer.Place;
import dev.feedwarden.fetch.MailServer.Security;
import dev.feedwarden.model.OperatorMistake;
import dev.feedwarden.model.WebUrl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class DestinationsFileTest {
  @TempDir Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("destinations.yaml"), text);
  }

  @Test
  void every_kind_may_be_named() throws IOException {
    Files.writeString(folder.resolve("hook.secret"), "whsec_x\n");
    var file =
        file(
            """
            destinations:
              - {name: ops, kind: slack, url: "https://hooks.slack.example/x", events: [incidents]}
              - {name: bot, kind: slack_bot, token: xoxb-1, channel: "#feeds"}
              - name: hook
                kind: webhook
                url: https://example.org/hook
                secret_file: hook.secret
                events: [articles, feed_disabled]
                tags: [News]
              - name: post
                kind: mail
                server: Mail.example.org:587
                user: warden
                password: hunter2
                from: warden@example.org
                to: [eve@example.org]
              - name: stream
                kind: kafka
                brokers: ["Kafka-1.example.org:9093", "[2001:db8::1]:9093"]
                user: warden
                password_file: hook.secret
                events_topic: feeds.events
              - {name: lines, kind: file, path: events.jsonl}
            """);

    assertThat(DestinationsFile.read(file))
        .containsExactly(
            new Addressee(
                "ops",
                new Wants(Set.of(Topic.INCIDENTS), Set.of(), Set.of()),
                new Way.Slack(new Hidden("https://hooks.slack.example/x"))),
            new Addressee(
                "bot",
                Wants.ALL,
                new Way.SlackBot(
                    WebUrl.of("https://slack.com/api/chat.postMessage"),
                    new Hidden("xoxb-1"),
                    "#feeds")),
            new Addressee(
                "hook",
                new Wants(
                    Set.of(Topic.ARTICLES), Set.of("feed_disabled"), Set.of("news"), Set.of()),
                new Way.Webhook(new Hidden("https://example.org/hook"), new Hidden("whsec_x"))),
            new Addressee(
                "post",
                Wants.ALL,
                new Way.Mail(
                    new Place("mail.example.org", 587, Security.STARTTLS),
                    new Login("warden", "hunter2"),
                    "warden@example.org",
                    List.of("eve@example.org"))),
            new Addressee(
                "stream",
                Wants.ALL,
                new Way.Kafka(
                    new KafkaCluster.Place(
                        List.of(
                            new KafkaCluster.Broker("kafka-1.example.org", 9093),
                            new KafkaCluster.Broker("[2001:db8::1]", 9093)),
                        KafkaCluster.Protocol.SASL_SSL),
                    new KafkaCluster.Login(
                        KafkaCluster.Mechanism.SCRAM_SHA_512, "warden", "whsec_x"),
                    "feedwarden.articles",
                    "feeds.events")),
            new Addressee("lines", Wants.ALL, new Way.Lines(folder.resolve("events.jsonl"))));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {name: a, kind: pigeon}                        | the key 'kind' must be one of file, kafka, mail, slack, slack_bot, webhook.
          {name: slack, kind: file, path: x}             | the key 'name' must be another one: slack is taken.
          {name: A b, kind: file, path: x}               | the key 'name' must be 1 to 40 small letters, digits and dashes.
          {name: a, kind: webhook}                       | the key 'url' must be given.
          {name: a, kind: webhook, url: nowhere}         | the key 'url' must be a URL, and this one does not begin with http:// or https://.
          {name: a, kind: webhook, url: "https://u:p@example.org/"} | the key 'url' must be a URL, and this one contains a user name or password.
          {name: a, kind: webhook, url: "https://example.org/", secret: whsec_} | the key 'secret' must not be empty.
          {name: a, kind: slack_bot, token: "x\\ny", channel: c} | the key 'token' must be one word.
          {name: a, kind: file, path: x, colour: red}    | the key 'colour' is not known for the kind file.
          {name: a, kind: file, path: "\\0"}             | the key 'path' must be a path.
          {name: a, kind: file, path: x, events: [rain]} | the key 'events' must be topics or kinds of events.
          {name: a, kind: file, path: x, sources: [1]}   | the key 'sources' must be ids of sources.
          {name: a, kind: slack, url_file: none}         | the key 'url_file' names a file that does not exist.
          {name: a, kind: mail, server: x, from: a@b.example, to: c@d.example} | the key 'server' must be HOST:PORT.
          {name: a, kind: mail, server: "x:99999", from: a@b.example, to: c@d.example} | the key 'server' must be HOST:PORT.
          {name: a, kind: mail, server: "x:25", from: a@b.example, to: nobody} | the key 'to' must be 1 to 50 mail addresses.
          {name: a, kind: mail, server: "x:25", user: u, from: a@b.example, to: c@d.example} | the key 'password' must be given with the other of the two.
          {name: a, kind: kafka}                         | the key 'brokers' must be 1 to 20 of HOST:PORT.
          {name: a, kind: kafka, brokers: []}            | the key 'brokers' must be 1 to 20 of HOST:PORT.
          {name: a, kind: kafka, brokers: "x:1,y"}       | the key 'brokers' must be HOST:PORT, or several.
          {name: a, kind: kafka, brokers: "x:1", security_protocol: TLS} | the key 'security_protocol' must be one of PLAINTEXT, SSL, SASL_PLAINTEXT, SASL_SSL.
          {name: a, kind: kafka, brokers: "x:1", security_protocol: SASL_SSL} | the key 'user' must be given for the protocol SASL_SSL.
          {name: a, kind: kafka, brokers: "x:1", user: u, password: p, security_protocol: SSL} | the key 'security_protocol' must be SASL_SSL or SASL_PLAINTEXT with a user.
          {name: a, kind: kafka, brokers: "x:1", user: u} | the key 'password' must be given with the other of the two.
          {name: a, kind: kafka, brokers: "x:1", user: u, password: "p\\nq"} | the key 'password' must be one line, and so must the user.
          {name: a, kind: kafka, brokers: "x:1", sasl_mechanism: GSSAPI} | the key 'sasl_mechanism' must be one of PLAIN, SCRAM-SHA-256, SCRAM-SHA-512.
          {name: a, kind: kafka, brokers: "x:1", articles_topic: "a b"} | the key 'articles_topic' must be 1 to 249 letters, digits, dots, dashes and underscores.
          {name: a, kind: kafka, brokers: "x:1", events_topic: ".."} | the key 'events_topic' must be 1 to 249 letters, digits, dots, dashes and underscores.
          """)
  void a_mistake_stops_the_start_and_is_told_with_its_line(String item, String sentence)
      throws IOException {
    var file = file("destinations:\n  - " + item + "\n");

    assertThatThrownBy(() -> DestinationsFile.read(file))
        .isInstanceOfSatisfying(
            OperatorMistake.class,
            mistake -> assertThat(mistake.sentences()).contains(file + ", line 2: " + sentence));
  }
}
