package dev.feedwarden.fetch;

import static dev.feedwarden.fetch.Fetching.allowing;
import static dev.feedwarden.fetch.Fetching.end;
import static dev.feedwarden.fetch.Fetching.once;
import static dev.feedwarden.fetch.Fetching.patiently;
import static dev.feedwarden.fetch.Fetching.trusting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.fetch.Authority.Says;
import dev.feedwarden.fetch.Fetcher.Route;
import dev.feedwarden.lab.Answers;
import dev.feedwarden.lab.Upstream;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.FetchResult.Tls;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** CATALOGUE S: who we believe over TLS, judged against real handshakes. */
final class TlsTest {
  private static final String NAME = "feeds.example";
  private static final Authority ROOT = Authority.root("Test Root");
  private static final Authority BELOW = ROOT.intermediate("Test Intermediate");
  private static final FetchLimits UNHURRIED =
      new FetchLimits(Duration.ofSeconds(5), Duration.ofSeconds(12), 3, 2 << 20);

  private final Fetcher fetcher = trusting(List.of(ROOT), UNHURRIED);

  @AfterEach
  void close() {
    fetcher.close();
  }

  private static Upstream serving(SSLContext tls) {
    return Upstream.secure("127.0.0.1", tls).route("/feed", Answers.ok("<rss/>", "text/xml"));
  }

  private static String url(Upstream upstream) {
    return "https://" + NAME + ":" + upstream.port() + "/feed";
  }

  private FetchResult fetch(SSLContext tls) throws InterruptedException {
    try (var upstream = serving(tls)) {
      return fetcher.fetch(patiently(url(upstream)));
    }
  }

  @Test
  void a_good_certificate_is_believed_and_the_session_is_told() throws InterruptedException {
    var result = fetch(BELOW.server(Says.dns(NAME)));

    assertThat(end(result)).isEqualTo("200");
    assertThat(result.trace().address()).isEqualTo("127.0.0.1");
    assertThat(result.trace().last().session())
        .extracting(Tls::protocol, Tls::subject)
        .containsExactly("TLSv1.3", "CN=server");
    assertThat(result.trace().last().tls()).isPositive();
    assertThat(result.trace().last().firstByte())
        .isGreaterThanOrEqualTo(result.trace().last().tls());
  }

  static Stream<Arguments> refused() {
    var dns = Says.dns(NAME);
    var now = Instant.now();
    return Stream.of(
        Arguments.of(
            "S-01 expired",
            "TLS_CERTIFICATE_DATE",
            BELOW.server(dns.between(now.minus(Duration.ofDays(9)), now.minusSeconds(60)))),
        Arguments.of(
            "S-02 not yet valid",
            "TLS_CERTIFICATE_DATE",
            BELOW.server(dns.between(now.plusSeconds(3_600), now.plus(Duration.ofDays(9))))),
        Arguments.of("S-03 wrong host", "TLS_CERTIFICATE", BELOW.server(Says.dns("other.example"))),
        Arguments.of("S-04 self-signed", "TLS_CERTIFICATE", Authority.selfSigned(dns)),
        Arguments.of(
            "S-05 untrusted root", "TLS_CERTIFICATE", Authority.root("Nobody").server(dns)),
        Arguments.of(
            "S-06 wrong purpose",
            "TLS_CERTIFICATE",
            BELOW.server(dns.purpose(KeyPurposeId.id_kp_clientAuth))),
        Arguments.of(
            "S-07 address only", "TLS_CERTIFICATE", BELOW.server(Says.address("127.0.0.1"))),
        Arguments.of("S-08 a star for all", "TLS_CERTIFICATE", BELOW.server(Says.dns("*"))),
        Arguments.of("S-09 incomplete chain", "TLS_CERTIFICATE", BELOW.server(dns, 2048, false)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void a_bad_certificate_is_refused_without_another_try(String name, String cause, SSLContext tls)
      throws InterruptedException {
    try (var upstream = serving(tls)) {
      var result = fetcher.fetch(patiently(url(upstream)));

      assertThat(end(result)).as(name).isEqualTo(cause);
      assertThat(result.trace().attempts()).isEqualTo(1);
      assertThat(upstream.connections()).isEqualTo(1);
      assertThat(upstream.seen()).isEmpty();
    }
  }

  @Test
  void S_10_what_the_platform_calls_weak_is_refused() throws InterruptedException {
    var weak =
        List.of(
            BELOW.server(Says.dns(NAME), 512, true),
            BELOW.server(Says.dns(NAME).signedWith("MD5withRSA")));

    for (var tls : weak) {
      assertThat(end(fetch(tls))).isIn("TLS_CERTIFICATE", "TLS_PROTOCOL");
    }
  }

  @Test
  void S_11_TLS_1_0_and_1_1_are_refused() throws Exception {
    for (var version : List.of("TLSv1", "TLSv1.1")) {
      assertThat(end(handshakeWith(server -> server.setEnabledProtocols(new String[] {version}))))
          .as(version)
          .isIn("TLS_PROTOCOL", "TLS_HANDSHAKE");
    }
  }

  @Test
  void S_13_a_demand_for_our_certificate_is_an_error_and_no_crash() throws Exception {
    assertThat(end(handshakeWith(server -> server.setNeedClientAuth(true)))).isNotEqualTo("200");
  }

  private interface Demand {
    void on(SSLServerSocket server);
  }

  /** A fetch from a server of special demands, which shakes hands and answers nothing. */
  private FetchResult handshakeWith(Demand demand) throws IOException, InterruptedException {
    var context = BELOW.server(Says.dns(NAME));
    var loopback = InetAddress.ofLiteral("127.0.0.1");
    try (var server =
        (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0, 5, loopback)) {
      demand.on(server);
      var port = server.getLocalPort();
      var served = Thread.startVirtualThread(() -> shakeHands(server));
      var result = fetcher.fetch(once("https://" + NAME + ":" + port + "/"));
      served.interrupt();
      return result;
    }
  }

  private static void shakeHands(SSLServerSocket server) {
    while (!server.isClosed()) {
      try (var socket = (SSLSocket) server.accept()) {
        socket.startHandshake();
      } catch (IOException _) {
        // refused, as it should be
      }
    }
  }

  @Test
  void S_12_a_certificate_with_ten_thousand_names_takes_bounded_time() throws InterruptedException {
    var names =
        IntStream.range(0, 10_000).mapToObj(i -> "n" + i + ".example").toArray(String[]::new);

    assertThat(end(fetch(BELOW.server(Says.dns(names)))))
        .isIn("TLS_CERTIFICATE", "TLS_HANDSHAKE", "PROTOCOL");
  }

  @Test
  void S_14_plain_text_where_TLS_was_expected_is_no_answer() throws InterruptedException {
    try (var plain = Upstream.start().route("/feed", Answers.status(200))) {
      plain.greeting("HTTP/1.1 400 Bad Request\r\n\r\n");

      assertThat(end(fetcher.fetch(once("https://" + NAME + ":" + plain.port() + "/feed"))))
          .isIn("PROTOCOL", "TLS_HANDSHAKE", "TLS_PROTOCOL");
    }
  }

  @Test
  void S_14_TLS_where_plain_text_was_expected_is_no_answer() throws InterruptedException {
    try (var secure = serving(BELOW.server(Says.dns(NAME)))) {
      var result = fetcher.fetch(once("http://" + NAME + ":" + secure.port() + "/feed"));

      assertThat(result).isNotInstanceOf(Answered.class);
    }
  }

  @Test
  void S_15_the_name_is_told_and_checked_although_we_connect_to_an_address()
      throws InterruptedException {
    try (var upstream = serving(BELOW.server(Says.dns(NAME)))) {
      fetcher.fetch(once(url(upstream)));

      assertThat(upstream.seen().getFirst().headers())
          .containsEntry("host", NAME + ":" + upstream.port());
    }
  }

  @Test
  void N_04_a_server_that_is_silent_in_the_handshake_is_given_up_in_time()
      throws InterruptedException, IOException {
    // Long enough that a busy machine still tells silence from the end of the attempt.
    var limits = new FetchLimits(Duration.ofSeconds(3), Duration.ofSeconds(6), 3, 2 << 20);
    try (var silent = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1")); // nobody accepts
        var hasty = trusting(List.of(ROOT), limits)) {
      var began = System.nanoTime();

      var result = hasty.fetch(once("https://" + NAME + ":" + silent.getLocalPort() + "/feed"));

      assertThat(end(result)).isIn("TIMEOUT_READ", "TIMEOUT_CONNECT", "TLS_HANDSHAKE");
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(4));
    }
  }

  @Test
  void a_server_that_hangs_up_in_the_handshake_is_tried_three_times() throws Exception {
    var hellos = new AtomicInteger();

    try (var server = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"))) {
      Thread.startVirtualThread(() -> hangUpOnEveryHello(server, hellos));
      var url = "https://" + NAME + ":" + server.getLocalPort() + "/feed";
      var result = fetcher.fetch(patiently(url));

      assertThat(end(result)).isEqualTo("TLS_HANDSHAKE");
      assertThat(result.trace().attempts()).isEqualTo(3);
      assertThat(hellos).hasValue(4); // it might have wanted another group, which is asked once
    }
  }

  private static void hangUpOnEveryHello(ServerSocket server, AtomicInteger hellos) {
    while (!server.isClosed()) {
      try (var socket = server.accept()) {
        var in = new DataInputStream(socket.getInputStream());
        in.skipNBytes(3); // the type and the version; the length of the hello follows
        in.skipNBytes(in.readUnsignedShort());
        hellos.incrementAndGet();
      } catch (IOException closed) {
        return;
      }
    }
  }

  @Test
  void anybody_is_believed_only_by_a_developer() throws InterruptedException {
    try (var upstream = serving(Authority.selfSigned(Says.dns("other.example")));
        var developer =
            new Fetcher(
                allowing("127.0.0.0/8"),
                UNHURRIED,
                new Fetcher.Identification("Test/1"),
                new Route(new Trust.Anybody(), null),
                Time.MACHINE,
                () -> 0L,
                _ -> new InetAddress[] {InetAddress.ofLiteral("127.0.0.1")})) {
      assertThat(end(developer.fetch(once(url(upstream))))).isEqualTo("200");
    }
  }

  @Test
  void a_redirect_from_https_to_http_is_refused() throws InterruptedException {
    try (var plain = Upstream.start().route("/feed", Answers.ok("<rss/>", "text/xml"));
        var secure = Upstream.secure("127.0.0.1", BELOW.server(Says.dns(NAME)))) {
      secure.route("/feed", Answers.redirect(301, plain.url("/feed")));

      assertThat(end(fetcher.fetch(once(url(secure))))).isEqualTo("BAD_URL");
      assertThat(plain.connections()).isZero();
    }
  }
}
