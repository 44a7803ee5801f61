package dev.feedwarden.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who is being answered keeps the line for as long as it takes; who does not ask loses it. */
@SuppressWarnings("NullAway.Init") // JUnit fills the fields
final class HeadDeadlineTest {
  private static final Duration DEADLINE = Duration.ofMillis(100);
  private static final Duration STREAM = Duration.ofMillis(600);
  private static final String HEAD = "GET / HTTP/1.1\r\nHost: localhost\r\n";

  private Server server;
  private ServerConnector connector;

  /** Says something, is quiet for longer than a head may take, and says the rest. */
  private static final class Stream extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      Content.Sink.write(
          response,
          false,
          "first ",
          Callback.from(
              () ->
                  request
                      .getComponents()
                      .getScheduler()
                      .schedule(
                          () -> Content.Sink.write(response, true, "last", callback),
                          STREAM.toMillis(),
                          TimeUnit.MILLISECONDS),
              callback::failed));
      return true;
    }
  }

  @BeforeEach
  void start() throws Exception {
    server = new Server();
    connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    connector.addBean(new HeadDeadline(connector.getScheduler(), DEADLINE));
    server.addConnector(connector);
    server.setHandler(new Stream());
    server.start();
  }

  @AfterEach
  void stop() throws Exception {
    server.stop();
  }

  private String answered(String request) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), connector.getLocalPort())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(request.getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  @Test
  void an_answer_may_last_longer_than_a_head() throws IOException {
    assertThat(answered(HEAD + "\r\n")).contains("first ").contains("last");
  }

  @Test
  void a_head_without_an_end_is_not_waited_for() throws IOException {
    assertThat(answered(HEAD)).doesNotContain("first");
  }
}
