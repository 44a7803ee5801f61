package dev.feedwarden.deliver;

import dev.feedwarden.fetch.Sender;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.store.Articles;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.Deliveries;
import dev.feedwarden.store.Overview;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Somebody who wants to be told. */
public final class Destination implements AutoCloseable {
  private final String name;
  private final String kind;
  private final Manner manner;
  private final Carrier carrier;
  private final @Nullable Daily daily;

  Destination(String name, String kind, Manner manner, Carrier carrier, @Nullable Daily daily) {
    this.name = name;
    this.kind = kind;
    this.manner = manner;
    this.carrier = carrier;
    this.daily = daily;
  }

  /**
   * A Slack channel.
   *
   * @param hour of the daily digest, in UTC
   */
  public static Destination slack(
      String name, WebUrl webhook, Wants wants, int hour, Database database, Sender sender) {
    return forPeople(
        name,
        "slack",
        wants,
        hour,
        database,
        SlackText::letter,
        new SlackWebhook(sender, webhook, database::now));
  }

  static Destination forPeople(
      String name,
      String kind,
      Wants wants,
      int hour,
      Database database,
      Function<Notice, Letter> words,
      Carrier carrier) {
    var overview = new Overview(database);
    var daily = new Daily(hour, _ -> overview.fleet());
    var manner =
        new ForPeople(new Deliveries(database), new Articles(database), wants, daily, words);
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
