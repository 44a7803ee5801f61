package dev.feedwarden.app;

import dev.feedwarden.deliver.Addressee;
import dev.feedwarden.deliver.AddresseeFields;
import dev.feedwarden.deliver.Destination;
import dev.feedwarden.deliver.Enlisted;
import dev.feedwarden.deliver.House;
import dev.feedwarden.deliver.Wants;
import dev.feedwarden.deliver.Way;
import dev.feedwarden.fetch.Fetcher;
import dev.feedwarden.fetch.KafkaCluster;
import dev.feedwarden.fetch.MailServer;
import dev.feedwarden.fetch.Sender;
import dev.feedwarden.model.Tag;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.DestinationTable;
import dev.feedwarden.store.DestinationTable.Kept;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts together who is to be told: those that the operator names, and those made over the API.
 *
 * @param named by the operator, who goes first where two have one name
 */
record Destinations(Config config, List<Addressee> named, Database database, Sender sender) {
  private static final Logger LOG = LoggerFactory.getLogger(Destinations.class);

  Destinations {
    named = List.copyOf(named);
  }

  /** Those whom the settings name; what is wrong with their file stops the start. */
  static List<Addressee> named(Config config) {
    var deliver = config.deliver();
    var all = new ArrayList<Addressee>();
    if (deliver.slack() != null) {
      all.add(slack(deliver, deliver.slack()));
    }
    if (deliver.destinations() != null) {
      all.addAll(DestinationsFile.read(deliver.destinations()));
    }
    return all;
  }

  private static Addressee slack(Config.Deliver deliver, Secret url) {
    return new Addressee(
        "slack",
        new Wants(
            Set.copyOf(deliver.slackEvents()),
            deliver.slackTags().stream().map(Tag::value).collect(Collectors.toSet()),
            Set.of()),
        new Way.Slack(new Way.Hidden(url.value())));
  }

  /** All of this moment. */
  List<Enlisted> enlisted() {
    var all = new ArrayList<Enlisted>();
    named.forEach(one -> all.add(new Enlisted(one.name(), "", () -> of(one))));
    var taken = named.stream().map(Addressee::name).collect(Collectors.toSet());
    for (var kept : new DestinationTable(database).all()) {
      if (!taken.contains(kept.name())) {
        all.add(new Enlisted(kept.name(), kept.sealed(), () -> of(kept)));
      }
    }
    return all;
  }

  private Destination of(Kept kept) {
    return Wiring.vault(config)
        .open(kept.sealed())
        .flatMap(AddresseeFields::read)
        .map(this::of)
        .orElseGet(
            () ->
                Destination.outOfReach(
                    kept.name(), "its settings were locked with another key", database))
        .kept();
  }

  private Destination of(Addressee to) {
    var house = new House(config.deliver().digestHour(), config.api().publicUrl());
    return switch (to.way()) {
      case Way.Slack(var url) ->
          Destination.slack(to.name(), WebUrl.of(url.value()), to.wants(), house, database, sender);
      case Way.SlackBot(var api, var token, var channel) ->
          Destination.slackBot(
              to.name(),
              new Destination.Bot(api, token.value(), channel),
              to.wants(),
              house,
              database,
              sender);
      case Way.Webhook(var url, var secret) ->
          Destination.webhook(
              to.name(),
              WebUrl.of(url.value()),
              secret == null ? null : secret.value(),
              to.wants(),
              database,
              sender);
      case Way.Mail mail ->
          Destination.mail(to.name(), mailing(to.name(), mail), to.wants(), house, database);
      case Way.Kafka kafka ->
          Destination.kafka(to.name(), topics(to.name(), kafka), to.wants(), database);
      case Way.Lines(var path) -> Destination.file(to.name(), path, to.wants(), database);
    };
  }

  private Destination.Topics topics(String name, Way.Kafka kafka) {
    warn(name, "records do not go through PROXY: the brokers are reached directly");
    return new Destination.Topics(
        new KafkaCluster(
            WayOut.guard(config),
            Certificates.trust(config.fetch().transport()),
            kafka.cluster(),
            kafka.login()),
        kafka.articles(),
        kafka.events());
  }

  private void warn(String name, String message) {
    if (config.fetch().transport().proxy() != null) {
      LOG.atWarn().addKeyValue("destination", name).log(message);
    }
  }

  private Destination.Mailing mailing(String name, Way.Mail mail) {
    warn(name, "mail does not go through PROXY: its server is reached directly");
    return new Destination.Mailing(
        new MailServer(
            WayOut.guard(config),
            new Fetcher.Route(Certificates.trust(config.fetch().transport()), null),
            mail.server(),
            mail.login()),
        mail.from(),
        mail.to());
  }
}
