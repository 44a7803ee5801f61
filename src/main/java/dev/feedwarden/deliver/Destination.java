package dev.feedwarden.deliver;

import dev.feedwarden.fetch.KafkaCluster;
import dev.feedwarden.fetch.MailServer;
import dev.feedwarden.fetch.Sender;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Articles;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Deliveries;
import dev.feedwarden.store.Overview;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Somebody who wants to be told. */
public final class Destination implements AutoCloseable {
  private final String name;
  private final String kind;
  private final Manner manner;
  private final Carrier carrier;
  private final @Nullable Daily daily;
  private final boolean isKept;

  Destination(String name, String kind, Manner manner, Carrier carrier, @Nullable Daily daily) {
    this(name, kind, manner, carrier, daily, false);
  }

  private Destination(
      String name,
      String kind,
      Manner manner,
      Carrier carrier,
      @Nullable Daily daily,
      boolean isKept) {
    this.name = name;
    this.kind = kind;
    this.manner = manner;
    this.carrier = carrier;
    this.daily = daily;
    this.isKept = isKept;
  }

  /** The same as one that was made over the API, and may be removed there. */
  public Destination kept() {
    return new Destination(name, kind, manner, carrier, daily, true);
  }

  boolean isKept() {
    return isKept;
  }

  /**
   * One that can be told nothing, for a reason that its trouble says: what happens is kept for it.
   */
  public static Destination outOfReach(String name, String reason, Database database) {
    return forPrograms(
        name, "unknown", Wants.ALL, database, _ -> new Verdict.DestinationTrouble(reason, null));
  }

  /** A Slack channel. */
  public static Destination slack(
      String name, WebUrl webhook, Wants wants, House house, Database database, Sender sender) {
    return forPeople(
        name,
        "slack",
        wants,
        house,
        database,
        SlackText::letter,
        new SlackWebhook(sender, webhook, database::now));
  }

  /** A Slack channel by a bot's token, which answers in threads. */
  public static Destination slackBot(
      String name, Bot bot, Wants wants, House house, Database database, Sender sender) {
    return forPeople(
        name,
        "slack_bot",
        wants,
        house,
        database,
        SlackText::letter,
        new SlackBot(sender, bot.api(), bot.token(), bot.channel(), database::now));
  }

  /**
   * A bot of Slack's.
   *
   * @param api the address of {@code chat.postMessage}
   */
  public record Bot(WebUrl api, String token, String channel) {
    @Override
    public String toString() {
      return "Bot in " + channel;
    }
  }

  /** Mailboxes. */
  public static Destination mail(
      String name, Mailing mailing, Wants wants, House house, Database database) {
    return forPeople(
        name,
        "mail",
        wants,
        house,
        database,
        MailText::letter,
        new Mail(mailing.server(), mailing.from(), mailing.to(), database::now));
  }

  /** Who writes to whom, and by which server. */
  public record Mailing(MailServer server, String from, List<String> to) {
    public Mailing {
      to = List.copyOf(to);
    }
  }

  /** Somebody's program. */
  public static Destination webhook(
      String name,
      WebUrl url,
      @Nullable String secret,
      Wants wants,
      Database database,
      Sender sender) {
    return forPrograms(
        name, "webhook", wants, database, new Webhook(sender, url, secret, database::now));
  }

  /** A file of JSON lines. */
  public static Destination file(String name, Path file, Wants wants, Database database) {
    return forPrograms(name, "file", wants, database, new JsonLines(file));
  }

  /** Topics of a Kafka cluster. */
  public static Destination kafka(String name, Topics topics, Wants wants, Database database) {
    var carrier = new Kafka(topics.cluster(), topics.articles(), topics.events());
    return forPrograms(name, "kafka", wants, database, carrier, Kafka.AT_ONCE);
  }

  /** Where articles go and where everything else does. */
  public record Topics(KafkaCluster cluster, String articles, String events) {}

  private static Destination forPrograms(
      String name, String kind, Wants wants, Database database, Carrier carrier) {
    return forPrograms(name, kind, wants, database, carrier, 1);
  }

  private static Destination forPrograms(
      String name, String kind, Wants wants, Database database, Carrier carrier, int atOnce) {
    var manner = new ForPrograms(new Deliveries(database), new Articles(database), wants, atOnce);
    return new Destination(name, kind, manner, carrier, null);
  }

  static Destination forPeople(
      String name,
      String kind,
      Wants wants,
      House house,
      Database database,
      Function<Notice, Letter> words,
      Carrier carrier) {
    var overview = new Overview(database);
    var daily = new Daily(house.hour(), _ -> overview.fleet());
    var manner =
        new ForPeople(new Deliveries(database), new Articles(database), wants, house, daily, words);
    return new Destination(name, kind, manner, carrier, wants.wants(Topic.DIGEST) ? daily : null);
  }

  public String name() {
    return name;
  }

  public String kind() {
    return kind;
  }

  Manner manner() {
    return manner;
  }

  Carrier carrier() {
    return carrier;
  }

  @Nullable Instant firstDigest(Instant now) {
    return daily == null ? null : daily.next(now);
  }

  Instant nextDigest(Instant now) {
    return daily == null ? Instant.MAX : daily.next(now);
  }

  /** Sends a message that is only there to see whether it comes through. */
  public Verdict test(Instant now) throws InterruptedException {
    return carrier.carry(manner.test(now));
  }

  /** Sends what was once refused. */
  public Verdict again(Deliveries.Buried dead) throws InterruptedException {
    return carrier.carry(new Letter(dead.letterId(), dead.kind(), dead.title(), dead.body(), null));
  }

  @Override
  public void close() {
    carrier.close();
  }
}
