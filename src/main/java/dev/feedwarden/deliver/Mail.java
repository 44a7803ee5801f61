package dev.feedwarden.deliver;

import dev.feedwarden.fetch.MailServer;
import dev.feedwarden.fetch.MailServer.Envelope;
import dev.feedwarden.fetch.MailServer.Said;
import java.time.InstantSource;
import java.util.List;

/** A few mailboxes behind a mail server. */
final class Mail implements Carrier {
  private final MailServer server;
  private final String from;
  private final List<String> to;
  private final InstantSource clock;

  Mail(MailServer server, String from, List<String> to, InstantSource clock) {
    this.server = server;
    this.from = from;
    this.to = List.copyOf(to);
    this.clock = clock;
  }

  // RFC 5321 4.2.1: 4xx is for now, 5xx for good.
  @Override
  public Verdict carry(Letter letter) throws InterruptedException {
    var message = MailText.message(letter, from, to, clock.instant());
    return switch (server.send(new Envelope(from, to, message))) {
      case Said.Taken() -> new Verdict.Delivered(null);
      case Said.Unanswered(var cause) ->
          new Verdict.DestinationTrouble("no answer: " + cause.wire(), null);
      case Said.Refused(var code) when code >= 500 ->
          new Verdict.EventRefused(code, "status " + code);
      case Said.Refused(var code) -> new Verdict.DestinationTrouble("status " + code, null);
    };
  }

  @Override
  public void close() {
    server.close();
  }
}
