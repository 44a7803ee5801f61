package dev.feedwarden.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.feedwarden.api.Request.From;
import dev.feedwarden.api.Request.Payload;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
}
