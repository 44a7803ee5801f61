package dev.feedwarden.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.feedwarden.api.Request.From;
import dev.feedwarden.api.Request.Payload;
import io.github.bucket4j.TimeMeter;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What happens when more is asked than can be done. */
final class LimitsTest {
  private static final Request REQUEST =
      new Request(
          new From(null, InetAddress.getLoopbackAddress()),
          Map.of(),
          Map.of(),
          _ -> Optional.empty(),
          Payload.NONE);

  private static Route route(Route.Verb verb) {
    return Route.of(verb, "/x", Rule.READ, "x", _ -> Answer.nothing());
  }

  @Test
  void who_would_wait_long_for_the_database_is_told_to_come_back_and_writers_hold_up_no_reader()
      throws InterruptedException {
    var limits = new Limits(60);
    var begun = new CountDownLatch(32);
    var end = new CountDownLatch(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var others = new ArrayList<Future<Answer>>();
      for (int i = 0; i < 32; i++) {
        others.add(
            threads.submit(
                () ->
                    limits.inTurn(
                        route(Route.Verb.POST),
                        _ -> {
                          begun.countDown();
                          end.await();
                          return Answer.nothing();
                        },
                        REQUEST)));
      }
      begun.await();

      var refused =
          catchThrowableOfType(
              Refusal.class,
              () ->
                  limits.inTurn(
                      route(Route.Verb.PATCH), route(Route.Verb.PATCH).handler(), REQUEST));
      var read = limits.inTurn(route(Route.Verb.GET), route(Route.Verb.GET).handler(), REQUEST);
      end.countDown();

      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.headers()).isEqualTo(Map.of("Retry-After", "2"));
      assertThat(read).isEqualTo(Answer.nothing());
      assertThat(others).allSatisfy(one -> assertThat(one.get()).isEqualTo(Answer.nothing()));
    }
  }

  private static final int RATE = 60;
  private static final int BURST = 20;

  private static boolean isLet(Limits limits, String caller) {
    try {
      limits.count(caller);
      return true;
    } catch (Refusal refused) {
      assertThat(refused.status()).isEqualTo(429);
      return false;
    }
  }

  @Test
  void p_26_no_minute_holds_more_than_a_burst_and_the_rate_wherever_it_begins() {
    var time = new Seconds();
    var limits = new Limits(RATE, time);
    var let = new ArrayList<Integer>(); // by the second
    for (; time.now < 240; time.now++) {
      // Twice a minute, just before and just after its end, everything at once.
      var wanted = time.now % 60 == 59 || time.now % 60 == 0 ? 100 : 0;
      let.add((int) IntStream.range(0, wanted).filter(_ -> isLet(limits, "a")).count());
    }

    assertThat(let.subList(59, 61)).containsExactly(BURST, 1);
    for (int from = 0; from + 60 <= let.size(); from++) {
      assertThat(let.subList(from, from + 60).stream().mapToInt(i -> i).sum())
          .as("from second %d", from)
          .isLessThanOrEqualTo(BURST + RATE);
    }
  }

  @Test
  void p_26_ten_thousands_of_callers_are_not_all_remembered() {
    var limits = new Limits(RATE);

    for (int i = 0; i < 50_000; i++) {
      limits.count("token " + i);
    }

    assertThat(limits.callers()).isBetween(1L, 10_000L);
  }

  private static final class Seconds implements TimeMeter {
    private int now;

    @Override
    public long currentTimeNanos() {
      return now * 1_000_000_000L;
    }

    @Override
    public boolean isWallClockBased() {
      return false;
    }
  }
}
