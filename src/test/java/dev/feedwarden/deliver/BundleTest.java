package dev.feedwarden.deliver;

import static dev.feedwarden.deliver.Events.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Incident.Kind;
import dev.feedwarden.store.Access;
import dev.feedwarden.store.Articles;
import dev.feedwarden.store.Backlogs;
import dev.feedwarden.store.Database;
import dev.feedwarden.store.DeadLetters;
import dev.feedwarden.store.Deliveries;
import dev.feedwarden.store.Incidents;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many events at once, and how far the cursor goes. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class BundleTest {
  private static final Verdict TAKEN = new Verdict.Delivered(null);
  private static final Verdict REFUSED = new Verdict.EventRefused(10, "too large");
  private static final Verdict TROUBLE = new Verdict.DestinationTrouble("no answer", null);

  @TempDir Path folder;
  private Database database;
  private Instant now = NOW;
  private final List<List<String>> carried = new ArrayList<>();
  private Function<String, Verdict> answers = _ -> TAKEN;

  @BeforeEach
  void open() {
    database = Database.open(Access.to("jdbc:sqlite:" + folder.resolve("feedwarden.db")));
  }

  @AfterEach
  void close() {
    database.close();
  }

  /** Takes all at once, as a cluster does: what follows a refusal may be taken. */
  private final class Cluster implements Carrier {
    @Override
    public Verdict carry(Letter letter) {
      return carry(List.of(letter)).getFirst();
    }

    @Override
    public List<Verdict> carry(List<Letter> letters) {
      carried.add(letters.stream().map(Letter::id).toList());
      return letters.stream().map(letter -> answers.apply(letter.id())).toList();
    }
  }

  private Courier courier(Carrier carrier) {
    var manner = new ForPrograms(new Deliveries(database), new Articles(database), Wants.ALL, 4);
    var courier =
        new Courier(
            new Destination("stream", "kafka", manner, carrier, null),
            new Deliveries(database),
            new Backlogs(database),
            Courier.Bounds.STANDARD,
            () -> 0);
    courier.begin(now);
    return courier;
  }

  private void happen(int count) {
    for (int i = 0; i < count; i++) {
      new Incidents(database).open(Kind.HOST, i + ".example", "why", now);
    }
  }

  private void pass(Courier courier, Duration time) throws InterruptedException {
    for (var end = now.plus(time); now.isBefore(end); ) {
      now = now.plus(courier.step(now).plusMillis(1));
    }
  }

  private Backlogs.Backlog backlog() {
    return new Backlogs(database).all().getFirst();
  }

  @Test
  void as_many_go_at_once_as_the_destination_takes() throws InterruptedException {
    var courier = courier(new Cluster());
    happen(6);

    pass(courier, Duration.ofSeconds(3));

    assertThat(carried)
        .containsExactly(
            List.of("event-1", "event-2", "event-3", "event-4"), List.of("event-5", "event-6"));
    assertThat(backlog().totals().taken()).isEqualTo(6);
  }

  @Test
  void a_refusal_in_the_middle_is_asked_for_alone_and_what_followed_goes_again()
      throws InterruptedException {
    var courier = courier(new Cluster());
    answers = id -> id.equals("event-3") ? REFUSED : TAKEN;
    happen(5);

    pass(courier, Duration.ofSeconds(20));

    assertThat(carried)
        .containsExactly(
            List.of("event-1", "event-2", "event-3", "event-4"),
            List.of("event-3"),
            List.of("event-3"),
            List.of("event-4"),
            List.of("event-5"));
    assertThat(backlog().totals().taken()).isEqualTo(4);
    assertThat(new DeadLetters(database).list("stream", Long.MAX_VALUE, 9))
        .extracting(dead -> dead.letter().letterId())
        .containsExactly("event-3");
  }

  @Test
  void trouble_stops_the_cursor_behind_what_was_taken_and_is_tried_with_one()
      throws InterruptedException {
    var courier = courier(new Cluster());
    answers = id -> id.equals("event-1") ? TAKEN : TROUBLE;
    happen(5);
    pass(courier, Duration.ofMillis(500));

    assertThat(backlog().waiting()).isEqualTo(4);
    assertThat(backlog().trouble()).isEqualTo("no answer");

    answers = _ -> TAKEN;
    pass(courier, Duration.ofSeconds(5));

    assertThat(carried)
        .containsExactly(
            List.of("event-1", "event-2", "event-3", "event-4"),
            List.of("event-2"),
            List.of("event-3", "event-4", "event-5"));
    assertThat(backlog().waiting()).isZero();
  }

  @Test
  void who_takes_one_by_one_is_given_no_more_after_the_first_that_was_not_taken()
      throws InterruptedException {
    var single = new ArrayList<String>();
    var courier =
        courier(
            letter -> {
              single.add(letter.id());
              return letter.id().equals("event-2") && single.size() == 2 ? TROUBLE : TAKEN;
            });
    happen(3);

    pass(courier, Duration.ofSeconds(5));

    assertThat(single).containsExactly("event-1", "event-2", "event-2", "event-3");
  }
}
