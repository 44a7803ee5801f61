package dev.feedwarden.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.feedwarden.app.DestinationsFile.From;
import dev.feedwarden.app.DestinationsFile.Named;
import dev.feedwarden.app.DestinationsFile.Way;
import dev.feedwarden.deliver.Topic;
import dev.feedwarden.deliver.Wants;
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
              - {name: lines, kind: file, path: events.jsonl}
            """);

    assertThat(DestinationsFile.read(file))
        .containsExactly(
            new Named(
                "ops",
                new Wants(Set.of(Topic.INCIDENTS), Set.of(), Set.of()),
                new Way.Slack(new Secret("https://hooks.slack.example/x"))),
            new Named(
                "bot",
                Wants.ALL,
                new Way.SlackBot(
                    WebUrl.of("https://slack.com/api/chat.postMessage"),
                    new Secret("xoxb-1"),
                    "#feeds")),
            new Named(
                "hook",
                new Wants(
                    Set.of(Topic.ARTICLES), Set.of("feed_disabled"), Set.of("news"), Set.of()),
                new Way.Webhook(new Secret("https://example.org/hook"), new Secret("whsec_x"))),
            new Named(
                "post",
                Wants.ALL,
                new Way.Mail(
                    "mail.example.org",
                    587,
                    Security.STARTTLS,
                    "warden",
                    new Secret("hunter2"),
                    new From("warden@example.org", List.of("eve@example.org")))),
            new Named("lines", Wants.ALL, new Way.Lines(folder.resolve("events.jsonl"))));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {name: a, kind: pigeon}                        | the kind must be one of file, mail, slack, slack_bot, webhook.
          {name: slack, kind: file, path: x}             | the name slack is taken.
          {name: A b, kind: file, path: x}               | a destination needs a name of small letters, digits and dashes.
          {name: a, kind: webhook}                       | the url is missing.
          {name: a, kind: webhook, url: nowhere}         | the url is not one.
          {name: a, kind: file, path: x, colour: red}    | the key 'colour' is not known for file.
          {name: a, kind: file, path: x, events: [rain]} | there is no event 'rain'.
          {name: a, kind: file, path: x, sources: [1]}   | '1' is not a source's id.
          {name: a, kind: slack, url_file: none}         | the file of the url does not exist.
          {name: a, kind: mail, server: x, from: a@b.example, to: c@d.example} | the server must be HOST:PORT.
          {name: a, kind: mail, server: "x:25", from: a@b.example, to: nobody} | from and to must be mail addresses.
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
