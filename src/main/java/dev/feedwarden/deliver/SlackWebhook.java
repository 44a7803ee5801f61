package dev.feedwarden.deliver;

import dev.feedwarden.fetch.Sender;
import dev.feedwarden.fetch.Sender.Message;
import dev.feedwarden.model.WebUrl;
import java.time.InstantSource;

/** A Slack channel behind an incoming webhook, whose URL is its secret. */
final class SlackWebhook implements Carrier {
  private final Sender sender;
  private final WebUrl url;
  private final InstantSource clock;

  SlackWebhook(Sender sender, WebUrl url, InstantSource clock) {
    this.sender = sender;
    this.url = url;
    this.clock = clock;
  }

  // Slack may answer 200 with another word, such as no_service, and have taken nothing.
  @Override
  public Verdict carry(Letter letter) throws InterruptedException {
    return HttpVerdict.of(
        sender.send(Message.json(url, letter.body())),
        answer -> answer.status() == 200 && answer.text().strip().equals("ok"),
        clock.instant());
  }
}
