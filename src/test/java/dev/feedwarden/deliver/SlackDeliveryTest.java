package dev.feedwarden.deliver;

import static dev.feedwarden.deliver.Events.NOW;
import static dev.feedwarden.deliver.FakeSlack.OK;
import static dev.feedwarden.lab.Answers.word;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.feedwarden.fetch.Fetcher.Identification;
import dev.feedwarden.fetch.Fetcher.Route;
import dev.feedwarden.fetch.OutboundGuard;
import dev.feedwarden.fetch.Sender;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Behaviour;
import dev.feedwarden.model.Incident.Kind;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Backlogs;
import dev.feedwarden.store.Backlogs.Backlog;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.DeadLetters;
import dev.feedwarden.store.Deliveries;
import dev.feedwarden.store.Incidents;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** CATALOGUE: a real outbox, a Slack on loopback, and time that we set. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class SlackDeliveryTest {
  private static final Wants INCIDENTS = new Wants(Set.of(Topic.INCIDENTS), Set.of(), Set.of());

  @TempDir Path folder;
  private Database database;
  private Incidents incidents;
  private FakeSlack slack;
  private Sender sender;
  private Courier courier;
  private Instant now = NOW;

  @BeforeEach
  void open() {
    database = Database.open(Access.to("jdbc:sqlite:" + folder.resolve("feedwarden.db")));
    incidents = new Incidents(database);
    slack = new FakeSlack(OK);
    sender = FakeSlack.sender();
    courier = courier(Courier.Bounds.STANDARD);
    courier.begin(now);
  }

  @AfterEach
  void close() {
    sender.close();
    slack.close();
    database.close();
  }

  private Courier courier(Courier.Bounds bounds) {
    return new Courier(
        Destination.slack("slack", slack.url(), INCIDENTS, new House(8, null), database, sender),
        new Deliveries(database),
        new Backlogs(database),
        bounds,
        () -> 0);
  }

  // A courier that has nothing to do looks every second; in a long time it is enough now and then.
  private void pass(Duration time) throws InterruptedException {
    var stride = time.dividedBy(500);
    for (var end = now.plus(time); now.isBefore(end); ) {
      var rest = courier.step(now).plusMillis(1);
      now =
          now.plus(rest.compareTo(Courier.IDLE) > 0 && rest.compareTo(stride) < 0 ? stride : rest);
    }
  }

  private void down(String host) {
    incidents.open(Kind.HOST, host, "3 of 3 feeds", now);
  }

  private Backlog backlog() {
    return new Backlogs(database).all().getFirst();
  }

  @Test
  void a_local_outage_is_one_message_in_and_one_out() throws InterruptedException {
    incidents.open(Kind.LOCAL_OUTAGE, "worker", "5 of 5 domains", now);
    pass(Duration.ofMinutes(2));
    incidents.open(Kind.LOCAL_OUTAGE, "worker", "6 of 6 domains", now);
    pass(Duration.ofMinutes(2));
    incidents.close(Kind.LOCAL_OUTAGE, "worker", now);
    pass(Duration.ofMinutes(2));

    assertThat(slack.titles())
        .containsExactly(
            ":red_circle: Local outage: nobody answers us",
            ":large_green_circle: Local outage is over");
    assertThat(backlog().waiting()).isZero();
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      textBlock =
          """
          200, no_service
          400, invalid_payload
          403, action_prohibited
          404, no_service
          410, channel_is_archived
          """)
  void what_is_refused_is_tried_three_times_and_can_be_sent_again(int status, String said)
      throws InterruptedException {
    slack.answers(word(status, said));
    down("a.example");

    pass(Duration.ofMinutes(5));

    assertThat(slack.ids()).containsExactly("event-1", "event-1", "event-1");
    var letters = new DeadLetters(database);
    var dead = letters.list(null, Long.MAX_VALUE, 9);
    assertThat(dead)
        .extracting(one -> one.letter().letterId(), one -> one.letter().reason())
        .containsExactly(tuple("event-1", "status " + status + ": " + said));
    assertThat(backlog().waiting()).isZero();

    slack.answers(OK);
    var again =
        Destination.slack("slack", slack.url(), INCIDENTS, new House(8, null), database, sender)
            .again(dead.getFirst().letter());

    assertThat(again).isEqualTo(new Verdict.Delivered(null));
    assertThat(slack.bodies().getLast()).isEqualTo(slack.bodies().getFirst());
  }

  @Test
  void what_was_refused_was_not_told_and_its_end_is_no_news() throws InterruptedException {
    slack.answers(word(404, "no_service"));
    down("a.example");
    pass(Duration.ofMinutes(5));
    slack.answers(OK);

    incidents.close(Kind.HOST, "a.example", now);
    pass(Duration.ofMinutes(5));

    assertThat(slack.asked()).isEqualTo(3);
  }

  @Test
  void trouble_keeps_the_message_until_it_is_over_and_asks_ever_less_often()
      throws InterruptedException {
    slack.answers(Answers.status(500));
    down("a.example");
    pass(Duration.ofHours(1));

    assertThat(slack.asked()).isBetween(15, 25);
    assertThat(backlog().trouble()).isEqualTo("status 500");
    assertThat(new DeadLetters(database).list(null, Long.MAX_VALUE, 9)).isEmpty();

    slack.answers(OK);
    pass(Duration.ofMinutes(6));

    assertThat(backlog().waiting()).isZero();
    assertThat(backlog().totals()).isEqualTo(new Backlogs.Totals(1, 0, 0));
    assertThat(Set.copyOf(slack.ids())).containsExactly("event-1");
  }

  @Test
  void a_wait_that_slack_asks_for_is_obeyed() throws InterruptedException {
    slack.answers(Behaviour.inTurn(Answers.status(429).with("Retry-After", "1200"), OK));
    down("a.example");

    pass(Duration.ofSeconds(1195));
    assertThat(slack.asked()).isEqualTo(1);

    pass(Duration.ofSeconds(10));
    assertThat(slack.asked()).isEqualTo(2);
    assertThat(backlog().waiting()).isZero();
  }

  @Test
  void silence_is_trouble_and_costs_no_message() throws InterruptedException {
    slack.answers(Behaviour.inTurn(FakeSlack.silence(), OK));
    down("a.example");

    pass(Duration.ofSeconds(10));

    assertThat(slack.ids()).containsExactly("event-1", "event-1");
    assertThat(backlog().waiting()).isZero();
  }

  @Test
  void after_a_day_without_slack_there_is_one_digest() throws InterruptedException {
    slack.answers(Answers.status(503));
    for (int hour = 0; hour < 24; hour++) {
      for (int host = 0; host < 6; host++) {
        down(host + "." + hour + ".example");
        if (host > 0) {
          incidents.close(Kind.HOST, host + "." + hour + ".example", now);
        }
      }
      pass(Duration.ofHours(1));
    }
    var asked = slack.asked();

    slack.answers(OK);
    pass(Duration.ofMinutes(10));

    assertThat(slack.titles().subList(asked, slack.asked()))
        .singleElement()
        .asString()
        .startsWith(":red_circle: Feedwarden: 264 events from 2026-03-01T12:00:00Z to 2026-03-02");
    var text = slack.bodies().getLast().toString();
    assertThat(text).contains("Wrong now (24):").contains("Came and went meanwhile: 120 incidents");
    incidents.close(Kind.HOST, "0.23.example", now);
    pass(Duration.ofMinutes(1));
    assertThat(slack.titles().getLast())
        .as("what the digest told is known")
        .isEqualTo(":large_green_circle: 0.23.example works again");
  }

  @Test
  void what_is_too_much_to_keep_is_counted_and_told() throws InterruptedException {
    courier = courier(new Courier.Bounds(Duration.ofDays(7), 5));
    slack.answers(Answers.status(503));
    for (int host = 0; host < 8; host++) {
      down(host + ".example");
    }
    pass(Duration.ofMinutes(10));
    assertThat(backlog().totals().dropped()).isEqualTo(3);
    assertThat(backlog().waiting()).isEqualTo(5);
    var asked = slack.asked();

    slack.answers(OK);
    pass(Duration.ofMinutes(10));

    assertThat(slack.titles().subList(asked, slack.asked()))
        .first()
        .isEqualTo(":red_circle: 3 events could not be told in time");
    assertThat(slack.titles().subList(asked + 1, slack.asked()))
        .doesNotContain(":red_circle: 3 events could not be told in time");
    assertThat(backlog().waiting()).isZero();
  }

  @Test
  void what_is_older_than_a_week_is_given_up() throws InterruptedException {
    slack.answers(Answers.status(503));
    down("a.example");
    pass(Duration.ofMinutes(1));
    now = now.plus(Duration.ofDays(7)).plusSeconds(60);
    down("b.example");

    pass(Duration.ofMinutes(2));

    assertThat(backlog().totals().dropped()).isEqualTo(1);
    assertThat(backlog().waiting()).isEqualTo(1);
  }

  @Test
  void a_flood_is_a_few_messages() throws InterruptedException {
    for (int minute = 0; minute < 30; minute++) {
      for (int i = 0; i < 5; i++) {
        down(minute + "." + i + ".example");
        pass(Duration.ofSeconds(12));
      }
    }

    assertThat(slack.asked()).isBetween(10, 40);
    assertThat(backlog().waiting()).isLessThan(20);
  }

  @Test
  void another_process_leaves_a_destination_alone_that_is_served() throws InterruptedException {
    down("a.example");
    slack.answers(Answers.status(500));
    courier.step(now);
    try (var other = Database.open(Access.to("jdbc:sqlite:" + folder.resolve("feedwarden.db")))) {
      assertThat(new Deliveries(other).hold("slack", now.plusSeconds(1))).isEmpty();
      assertThat(new Deliveries(other).hold("slack", now.plusSeconds(300))).isPresent();
      slack.answers(OK);

      pass(Duration.ofMinutes(1));

      assertThat(slack.asked()).as("it was lost to the other").isEqualTo(1);
    }
  }

  @Test
  void the_digest_of_the_day_comes_at_its_hour_and_once() throws InterruptedException {
    var daily = new Wants(Set.of(Topic.DIGEST), Set.of(), Set.of());
    courier =
        new Courier(
            Destination.slack("daily", slack.url(), daily, new House(14, null), database, sender),
            new Deliveries(database),
            new Backlogs(database),
            Courier.Bounds.STANDARD,
            () -> 0);
    courier.begin(now);

    pass(Duration.ofMinutes(119));
    assertThat(slack.asked()).isZero();
    pass(Duration.ofHours(22));

    assertThat(slack.titles()).containsExactly("Feedwarden on 2026-03-01: daily digest");
    assertThat(slack.ids()).containsExactly("daily-2026-03-01");
  }

  @Test
  void a_private_address_is_not_reached_unless_it_is_allowed() throws InterruptedException {
    try (var strict =
        new Sender(
            new OutboundGuard(List.of(), Set.of(), List.of(), Set.of()),
            new Identification("x"),
            Route.DIRECT)) {
      assertThat(
              Destination.slack(
                      "slack", slack.url(), INCIDENTS, new House(8, null), database, strict)
                  .test(now))
          .isEqualTo(new Verdict.DestinationTrouble("no answer: blocked_address", null));
      assertThat(slack.asked()).isZero();
    }
  }
}
