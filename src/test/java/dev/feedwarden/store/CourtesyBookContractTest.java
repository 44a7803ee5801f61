package dev.feedwarden.store;

import static dev.feedwarden.store.Fixtures.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.model.Courtesy;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.store.CourtesyBook.Page;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestEngine.class)
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class CourtesyBookContractTest {
  private static final HostKey HOST = new HostKey("a.example");
  private static final Instant TODAY = NOW.truncatedTo(ChronoUnit.DAYS);

  @Parameter TestEngine engine;
  @TempDir Path folder;
  private Database database;
  private CourtesyBook book;

  @BeforeEach
  void open() {
    database = engine.fresh(folder);
    book = new CourtesyBook(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static Courtesy seen(int n, @Nullable Duration gap) {
    return new Courtesy(
        new Courtesy.Requests(n, n, n, n, gap),
        new Courtesy.Answers(n, n, n, n, n),
        new Courtesy.Waits(n, n, n));
  }

  private static Page page(HostKey host, Instant day, Courtesy seen) {
    return new Page(new Page.Key(host, day), seen);
  }

  @Test
  void what_is_added_is_added_to_its_host_and_day() {
    var yesterday = TODAY.minus(Duration.ofDays(1));
    var other = new HostKey("b.example");
    book.add(
        List.of(
            page(other, TODAY, seen(9, null)),
            page(HOST, TODAY, seen(2, null)),
            page(HOST, yesterday, seen(1, Duration.ofSeconds(2)))),
        NOW);
    book.add(List.of(page(HOST, TODAY, seen(3, Duration.ofSeconds(5)))), NOW);
    book.add(List.of(page(HOST, TODAY, seen(1, Duration.ofSeconds(4)))), NOW);
    book.add(List.of(page(HOST, TODAY, seen(1, Duration.ofSeconds(7)))), NOW);

    var sum =
        new Courtesy(
            new Courtesy.Requests(7, 7, 7, 3, Duration.ofSeconds(4)),
            new Courtesy.Answers(7, 7, 7, 7, 7),
            new Courtesy.Waits(7, 7, 7));
    assertThat(book.days(HOST, yesterday))
        .containsExactly(
            page(HOST, TODAY, sum), page(HOST, yesterday, seen(1, Duration.ofSeconds(2))));
    assertThat(book.days(HOST, TODAY)).containsExactly(page(HOST, TODAY, sum));
  }

  @Test
  void what_is_long_over_is_forgotten() {
    var old = TODAY.minus(CourtesyBook.KEPT).minus(Duration.ofDays(1));
    book.add(List.of(page(HOST, old, seen(1, null))), old);

    book.add(List.of(page(HOST, TODAY, seen(1, null))), NOW);

    assertThat(book.days(HOST, Instant.EPOCH)).containsExactly(page(HOST, TODAY, seen(1, null)));
  }
}
