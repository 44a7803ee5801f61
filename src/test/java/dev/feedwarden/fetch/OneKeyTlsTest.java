package dev.feedwarden.fetch;

import static dev.feedwarden.fetch.Fetching.end;
import static dev.feedwarden.fetch.Fetching.once;
import static dev.feedwarden.fetch.Fetching.trusting;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.feedwarden.fetch.Authority.Says;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which keys a handshake is begun with, and what becomes of servers that want others. */
final class OneKeyTlsTest {
  private static final String NAME = "feeds.example";
  private static final Authority ROOT = Authority.root("Test Root");
  private static final int KEY_SHARE = 51; // RFC 8446, 4.2.8
  private static final String X25519 = "001d";

  private final Fetcher fetcher =
      trusting(
          List.of(ROOT),
          new FetchLimits(Duration.ofSeconds(5), Duration.ofSeconds(12), 3, 2 << 20));

  @AfterEach
  void close() {
    fetcher.close();
  }

  @Test
  void a_handshake_begins_with_one_key() throws Exception {
    var heard = new CompletableFuture<ByteBuffer>();
    try (var server = new ServerSocket(0, 5, InetAddress.ofLiteral("127.0.0.1"))) {
      Thread.startVirtualThread(() -> hear(server, heard));
      fetcher.fetch(once("https://" + NAME + ":" + server.getLocalPort() + "/"));
    }

    assertThat(groupsOfKeys(heard.get())).containsExactly(X25519);
  }

  private static void hear(ServerSocket server, CompletableFuture<ByteBuffer> heard) {
    try (var socket = server.accept()) {
      var in = new DataInputStream(socket.getInputStream());
      in.skipNBytes(3); // the record's type and version
      heard.complete(ByteBuffer.wrap(in.readNBytes(in.readUnsignedShort())));
    } catch (IOException broken) {
      heard.completeExceptionally(broken);
    }
  }

  /** The groups for which a hello brings keys (RFC 8446, 4.1.2). */
  private static List<String> groupsOfKeys(ByteBuffer hello) {
    hello.position(4 + 2 + 32); // the message's head, version and random bytes
    skip(hello, Byte.toUnsignedInt(hello.get())); // the session
    skip(hello, hello.getShort()); // ciphers
    skip(hello, Byte.toUnsignedInt(hello.get())); // compressions
    hello.getShort();
    var groups = new ArrayList<String>();
    while (hello.hasRemaining()) {
      int extension = hello.getShort();
      int end = hello.getShort() + hello.position();
      if (extension == KEY_SHARE) {
        hello.getShort();
        while (hello.position() < end) {
          groups.add(HexFormat.of().toHexDigits(hello.getShort()));
          skip(hello, hello.getShort());
        }
      }
      hello.position(end);
    }
    return groups;
  }

  private static void skip(ByteBuffer bytes, int count) {
    bytes.position(bytes.position() + count);
  }

  @ParameterizedTest(name = "{0} with {1}")
  @CsvSource(
      textBlock =
          """
          TLSv1.3, secp256r1
          TLSv1.3, secp384r1
          TLSv1.2, secp256r1
          """)
  void a_server_that_wants_another_group_is_asked_once_more_and_remembered(
      String version, String group) throws Exception {
    var accepted = new AtomicInteger();
    var context = ROOT.server(Says.dns(NAME));
    var loopback = InetAddress.ofLiteral("127.0.0.1");
    try (var server =
        (SSLServerSocket) context.getServerSocketFactory().createServerSocket(0, 5, loopback)) {
      var parameters = server.getSSLParameters();
      parameters.setProtocols(new String[] {version});
      parameters.setNamedGroups(new String[] {group});
      parameters.setCipherSuites(
          new String[] {"TLS_AES_128_GCM_SHA256", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"});
      server.setSSLParameters(parameters);
      Thread.startVirtualThread(() -> answerAll(server, accepted));
      var url = "https://" + NAME + ":" + server.getLocalPort() + "/";

      assertThat(end(fetcher.fetch(once(url)))).isEqualTo("200");
      assertThat(accepted).hasValue(2);
      assertThat(end(fetcher.fetch(once(url)))).isEqualTo("200");
      assertThat(accepted).hasValue(3);
    }
  }

  private static void answerAll(ServerSocket server, AtomicInteger accepted) {
    while (!server.isClosed()) {
      try (var socket = server.accept()) {
        accepted.incrementAndGet();
        answer(socket);
      } catch (IOException closed) {
        return;
      }
    }
  }

  private static void answer(Socket socket) {
    try {
      var head = new byte[4_096];
      if (socket.getInputStream().read(head) > 0) {
        var answer = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\n<rss/>";
        socket.getOutputStream().write(answer.getBytes(ISO_8859_1));
      }
    } catch (IOException refused) {
      return; // a handshake that came to nothing
    }
  }
}
