package dev.feedwarden.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.fetch.Fetcher.Route;
import dev.feedwarden.fetch.MailServer.Envelope;
import dev.feedwarden.fetch.MailServer.Login;
import dev.feedwarden.fetch.MailServer.Place;
import dev.feedwarden.fetch.MailServer.Said;
import dev.feedwarden.fetch.MailServer.Security;
import dev.feedwarden.model.Cause;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.subethamail.smtp.auth.EasyAuthenticationHandlerFactory;
import org.subethamail.smtp.auth.LoginFailedException;
import org.subethamail.smtp.helper.SimpleMessageListener;
import org.subethamail.smtp.server.SMTPServer;

/** A real mail server on loopback. */
final class MailServerTest {
  private static final Envelope MAIL =
      new Envelope(
          "warden@example.org",
          List.of("eve@example.org", "adam@example.org"),
          "Subject: x\r\n\r\n.a line with a dot\r\nend\r\n");

  private final List<String> inbox = Collections.synchronizedList(new ArrayList<>());
  private @Nullable SMTPServer server;

  @AfterEach
  void close() {
    if (server != null) {
      server.stop();
    }
  }

  private final class Inbox implements SimpleMessageListener {
    @Override
    public boolean accept(String from, String to) {
      return !to.startsWith("nobody");
    }

    @Override
    public void deliver(String from, String to, InputStream data) throws IOException {
      inbox.add(from + " > " + to + "\n" + new String(data.readAllBytes(), UTF_8));
    }
  }

  private SMTPServer.Builder builder() {
    return SMTPServer.port(0)
        .bindAddress(InetAddress.getLoopbackAddress())
        .simpleMessageListener(new Inbox());
  }

  private int start(SMTPServer.Builder builder) {
    var started = builder.build();
    started.start();
    server = started;
    return started.getPortAllocated();
  }

  private static OutboundGuard guard() {
    return new OutboundGuard(
        List.of(AddressRange.parse("127.0.0.0/8").orElseThrow()), Set.of(), List.of(), Set.of());
  }

  private static Said send(
      Place place, @Nullable Login login, Trust trust, OutboundGuard guard, Envelope mail)
      throws InterruptedException {
    try (var server = new MailServer(guard, new Route(trust, null), place, login)) {
      return server.send(mail);
    }
  }

  private static Said send(int port, Security security, @Nullable Login login, Trust trust)
      throws InterruptedException {
    return send(new Place("localhost", port, security), login, trust, guard(), MAIL);
  }

  @Test
  void a_mail_reaches_everybody_as_it_was_written() throws InterruptedException {
    var port = start(builder());

    assertThat(send(port, Security.NONE, null, Trust.inPublic())).isEqualTo(new Said.Taken());

    assertThat(inbox).hasSize(2);
    assertThat(inbox.getFirst())
        .startsWith("warden@example.org > eve@example.org\n")
        .contains("\r\n.a line with a dot\r\nend");
  }

  @Test
  void with_starttls_the_password_goes_over_a_secured_line_only() throws InterruptedException {
    var authority = Authority.root("Mail Root");
    var tls = authority.server(Authority.Says.dns("localhost"));
    var login =
        new EasyAuthenticationHandlerFactory(
            (user, password, context) -> {
              if (!(user + password).equals("wardenhunter2")) {
                throw new LoginFailedException();
              }
            });
    var port =
        start(
            builder()
                .requireTLS()
                .requireAuth()
                .startTlsSocketFactory(tls)
                .authenticationHandlerFactory(login));
    var trust = new Trust.Authorities(List.of(authority.certificate()));

    assertThat(send(port, Security.STARTTLS, new Login("warden", "hunter2"), trust))
        .isEqualTo(new Said.Taken());
    assertThat(send(port, Security.STARTTLS, new Login("warden", "wrong"), trust))
        .isEqualTo(new Said.Refused(535));
    assertThat(send(port, Security.STARTTLS, null, Trust.inPublic()))
        .as("a server that nobody vouches for")
        .isEqualTo(new Said.Unanswered(Cause.TLS_CERTIFICATE));
    assertThat(inbox).hasSize(2);
  }

  @Test
  void a_server_without_starttls_gets_nothing() throws InterruptedException {
    var port = start(builder());

    assertThat(send(port, Security.STARTTLS, new Login("a", "b"), Trust.inPublic()))
        .isInstanceOf(Said.Unanswered.class);
    assertThat(inbox).isEmpty();
  }

  @Test
  void a_mailbox_that_does_not_exist_is_refused_for_good() throws InterruptedException {
    var port = start(builder());
    var mail = new Envelope("a@example.org", List.of("nobody@example.org"), "x\r\n");

    assertThat(
            send(
                new Place("localhost", port, Security.NONE), null, Trust.inPublic(), guard(), mail))
        .isEqualTo(new Said.Refused(553));
  }

  @Test
  void a_private_address_is_not_reached_unless_it_is_allowed() throws InterruptedException {
    var port = start(builder());
    var strict = new OutboundGuard(List.of(), Set.of(), List.of(), Set.of());

    assertThat(
            send(new Place("localhost", port, Security.NONE), null, Trust.inPublic(), strict, MAIL))
        .isEqualTo(new Said.Unanswered(Cause.BLOCKED_ADDRESS));
  }

  @Test
  void nobody_there_is_no_answer() throws InterruptedException {
    assertThat(send(1, Security.NONE, null, Trust.inPublic()))
        .isEqualTo(new Said.Unanswered(Cause.CONNECT));
  }
}
