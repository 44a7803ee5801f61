package dev.feedwarden.fetch;

import static dev.feedwarden.fetch.Fetching.SHORT;
import static dev.feedwarden.fetch.Fetching.allowing;
import static dev.feedwarden.fetch.Fetching.end;
import static dev.feedwarden.fetch.Fetching.once;
import static dev.feedwarden.fetch.Fetching.patiently;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.BlackHole;
import dev.feedwarden.lab.Trap;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.WebUrl;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names that stand for more, for less or for something else than they should. */
final class LookupTest {
  /** Lets 127.0.0.1 stand for the public Internet, and the rest of loopback for our own. */
  private static Fetcher fetcher(Lookup lookup) {
    return Fetching.fetcher(SHORT, allowing("127.0.0.1/32"), lookup);
  }

  private static InetAddress[] addresses(String... literals) {
    return Arrays.stream(literals).map(InetAddress::ofLiteral).toArray(InetAddress[]::new);
  }

  private static String url(int port) {
    return "http://feeds.example:" + port + "/";
  }

  @Test
  void a_name_is_asked_once_for_each_connection() throws Exception {
    var asked = new AtomicInteger();
    Lookup lookup =
        _ -> {
          asked.incrementAndGet();
          return addresses("127.0.0.1");
        };

    try (var upstream = Upstream.start().otherwise(Answers.ok("x", "a/b"));
        var fetcher = fetcher(lookup)) {
      fetcher.fetch(once(url(upstream.port())));
      fetcher.fetch(once(url(upstream.port())));

      assertThat(upstream.seen()).hasSize(2);
      assertThat(upstream.seen().getFirst().headers())
          .containsEntry("host", "feeds.example:" + upstream.port());
    }
    assertThat(asked).hasValue(1);
  }

  @Test
  void a_name_that_turns_inwards_is_not_followed() throws Exception {
    var asked = new AtomicInteger();
    Lookup rebinding = _ -> addresses(asked.incrementAndGet() == 1 ? "127.0.0.1" : "127.0.0.2");

    try (var trap = Trap.set("127.0.0.2");
        var upstream = Upstream.start("127.0.0.1", trap.port());
        var fetcher = fetcher(rebinding)) {
      upstream.otherwise(Answers.ok("x", "a/b").with("Connection", "close"));

      assertThat(end(fetcher.fetch(once(url(trap.port()))))).isEqualTo("200");
      assertThat(end(fetcher.fetch(once(url(trap.port()))))).isEqualTo("BLOCKED_ADDRESS");
      assertThat(trap.connections()).isZero();
    }
  }

  @Test
  void one_inner_address_among_the_answers_spoils_all() throws Exception {
    try (var trap = Trap.set("127.0.0.2");
        var upstream = Upstream.start("127.0.0.1", trap.port());
        var fetcher = fetcher(_ -> addresses("127.0.0.1", "127.0.0.2"))) {
      assertThat(end(fetcher.fetch(once(url(trap.port()))))).isEqualTo("BLOCKED_ADDRESS");
      assertThat(upstream.connections()).isZero();
      assertThat(trap.connections()).isZero();
    }
  }

  @Test
  void a_redirect_is_looked_up_and_judged_anew() throws Exception {
    Lookup lookup = name -> addresses(name.equals("inner.example") ? "127.0.0.2" : "127.0.0.1");

    try (var trap = Trap.set("127.0.0.2");
        var upstream = Upstream.start();
        var fetcher = fetcher(lookup)) {
      upstream.otherwise(Answers.redirect(302, "http://inner.example:" + trap.port() + "/"));

      assertThat(end(fetcher.fetch(once(url(upstream.port()))))).isEqualTo("BLOCKED_ADDRESS");
      assertThat(trap.connections()).isZero();
    }
  }

  @Test
  void N_24_of_500_addresses_that_refuse_four_are_tried() throws Exception {
    var refusing = IntStream.rangeClosed(1, 4).mapToObj(i -> "127.0.1." + i);
    var more = IntStream.rangeClosed(1, 495).mapToObj(i -> "127.1." + i / 250 + "." + i % 250);
    var all =
        Stream.of(refusing, Stream.of("127.0.0.2"), more).flatMap(s -> s).toArray(String[]::new);

    try (var trap = Trap.set("127.0.0.2");
        var fetcher = Fetching.fetcher(SHORT, allowing("127.0.0.0/8"), _ -> addresses(all))) {
      var result = fetcher.fetch(once(url(trap.port())));

      assertThat(all).hasSize(500);
      assertThat(end(result)).isEqualTo("CONNECT");
      assertThat(result.trace().took()).isLessThan(SHORT.attempt());
      assertThat(trap.connections()).isZero();
    }
  }

  @Test
  void N_25_behind_an_address_that_leads_nowhere_the_next_is_tried() throws Exception {
    try (var hole = BlackHole.open();
        var upstream = Upstream.start("127.0.0.2", WebUrl.of(hole.url("/")).port());
        var fetcher =
            Fetching.fetcher(
                SHORT, allowing("127.0.0.0/8"), _ -> addresses("127.0.0.1", "127.0.0.2"))) {
      upstream.otherwise(Answers.ok("x", "a/b"));

      assertThat(end(fetcher.fetch(once(url(upstream.port()))))).isEqualTo("200");
    }
  }

  @Test
  void N_24_addresses_that_lead_nowhere_share_one_deadline() throws Exception {
    try (var hole = BlackHole.open();
        var fetcher =
            Fetching.fetcher(SHORT, allowing("127.0.0.0/8"), _ -> addresses("127.0.0.1"))) {
      var port = WebUrl.of(hole.url("/")).port();
      var result = fetcher.fetch(patiently(url(port)));

      assertThat(end(result)).isEqualTo("TIMEOUT_CONNECT");
      assertThat(result.trace().attempts()).isEqualTo(3);
      assertThat(result.trace().took()).isLessThan(Duration.ofSeconds(2));
    }
  }

  @Test
  void N_25_the_families_are_tried_in_turn() {
    var answers =
        addresses("2606::1", "2606::2", "2606::3", "2606::4", "2606::1", "8.8.8.1", "8.8.8.2");

    assertThat(Candidates.of(List.of(answers)))
        .containsExactly(addresses("2606::1", "8.8.8.1", "2606::2", "8.8.8.2"));
    assertThat(Candidates.of(List.of(addresses("8.8.8.8")))).containsExactly(addresses("8.8.8.8"));
    assertThat(Candidates.of(List.of())).isEmpty();
  }

  @ParameterizedTest(name = "{0} is {1}, looked up {2} times")
  @CsvSource(
      textBlock =
          """
          feeds.example: Name or service not known,                          NXDOMAIN, 1
          feeds.example: No address associated with hostname,                NXDOMAIN, 1
          'feeds.example: nodename nor servname provided, or not known',     NXDOMAIN, 1
          feeds.example: Temporary failure in name resolution,               DNS,      3
          feeds.example: System error,                                       DNS,      3
          feeds.example,                                                     DNS,      3
          """)
  void a_name_that_does_not_exist_is_told_from_a_resolver_in_trouble(
      String text, String cause, int times) throws Exception {
    var asked = new AtomicInteger();
    Lookup failing =
        _ -> {
          asked.incrementAndGet();
          throw new UnknownHostException(text);
        };

    try (var fetcher = fetcher(failing)) {
      assertThat(end(fetcher.fetch(patiently(url(8080))))).isEqualTo(cause);
    }
    assertThat(asked).hasValue(times);
  }

  @Test
  void a_silent_resolver_ends_with_the_attempt() throws Exception {
    var never = new CountDownLatch(1);
    Lookup silent =
        _ -> {
          awaitForEver(never);
          return addresses();
        };

    try (var fetcher = fetcher(silent);
        var workers = Executors.newVirtualThreadPerTaskExecutor()) {
      // More than there are threads for lookups: those left over wait their turn, and in vain.
      var fetches =
          IntStream.range(0, 100)
              .mapToObj(i -> "http://feeds" + i + ".example/")
              .map(url -> workers.submit(() -> fetcher.fetch(once(url))))
              .toList();

      assertThat(fetches)
          .extracting(Future::get)
          .allSatisfy(result -> assertThat(end(result)).isEqualTo("TIMEOUT_TOTAL"))
          .allSatisfy(
              result ->
                  assertThat(result.trace().took()).isLessThan(SHORT.attempt().plusSeconds(1)));
    } finally {
      never.countDown();
    }
  }

  private static void awaitForEver(CountDownLatch never) {
    while (never.getCount() > 0) {
      try {
        never.await();
      } catch (InterruptedException _) {
        // getaddrinfo does not hear it either
      }
    }
  }

  @Test
  void a_name_without_addresses_is_a_dns_failure() throws Exception {
    try (var fetcher = fetcher(_ -> addresses())) {
      assertThat(end(fetcher.fetch(once(url(8080))))).isEqualTo("DNS");
    }
  }
}
