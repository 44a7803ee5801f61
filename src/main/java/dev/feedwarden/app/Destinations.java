package dev.feedwarden.app;

import dev.feedwarden.app.DestinationsFile.Named;
import dev.feedwarden.app.DestinationsFile.Way;
import dev.feedwarden.deliver.Destination;
import dev.feedwarden.deliver.Wants;
import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.fetch.MailServer;
import dev.feedwarden.fetch.Sender;
import dev.feedwarden.model.Tag;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Database;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Puts together whom an operator wants to be told. */
record Destinations(Config config, Database database, Sender sender) {
  List<Destination> all() {
    var deliver = config.deliver();
    var all = new ArrayList<Destination>();
    if (deliver.slack() != null) {
      all.add(slack(deliver.slack()));
    }
    if (deliver.destinations() != null) {
      DestinationsFile.read(deliver.destinations()).forEach(named -> all.add(of(named)));
    }
    return all;
  }

  private Destination slack(Secret url) {
    var deliver = config.deliver();
    var wants =
        new Wants(
            Set.copyOf(deliver.slackEvents()),
            deliver.slackTags().stream().map(Tag::value).collect(Collectors.toSet()),
            Set.of());
    return Destination.slack(
        "slack", WebUrl.of(url.value()), wants, deliver.digestHour(), database, sender);
  }

  private Destination of(Named named) {
    var hour = config.deliver().digestHour();
    return switch (named.way()) {
      case Way.Slack(var url) ->
          Destination.slack(
              named.name(), WebUrl.of(url.value()), named.wants(), hour, database, sender);
      case Way.SlackBot(var api, var token, var channel) ->
          Destination.slackBot(
              named.name(),
              new Destination.Bot(api, token.value(), channel),
              named.wants(),
              hour,
              database,
              sender);
      case Way.Webhook(var url, var secret) ->
          Destination.webhook(
              named.name(),
              WebUrl.of(url.value()),
              secret == null ? null : secret.value(),
              named.wants(),
              database,
              sender);
      case Way.Mail mail ->
          Destination.mail(named.name(), mailing(mail), named.wants(), hour, database);
      case Way.Lines(var path) -> Destination.file(named.name(), path, named.wants(), database);
    };
  }

  private Destination.Mailing mailing(Way.Mail mail) {
    var login =
        mail.user() == null || mail.password() == null
            ? null
            : new MailServer.Login(mail.user(), mail.password().value());
    return new Destination.Mailing(
        new MailServer(
            WayOut.guard(config),
            new Fetcher.Route(Certificates.trust(config.fetch().transport()), null),
            new MailServer.Place(mail.host(), mail.port(), mail.security()),
            login),
        mail.from().from(),
        mail.from().to());
  }
}
