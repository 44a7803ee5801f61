package dev.feedwarden.lab;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;

/** A client that says and hears bytes. */
final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 10_000;

  private final Socket socket;

  RawClient(Upstream upstream) throws IOException {
    var url = URI.create(upstream.url("/"));
    socket = new Socket(InetAddress.ofLiteral(url.getHost()), url.getPort());
    socket.setSoTimeout(PATIENCE_MILLIS);
  }

  static String ask(Upstream upstream, String path) throws IOException {
    try (var client = new RawClient(upstream)) {
      return client.get(path).rest();
    }
  }

  RawClient get(String path) throws IOException {
    return say("GET " + path + " HTTP/1.1\r\nHost: lab\r\n\r\n");
  }

  RawClient say(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    return this;
  }

  String hear(int bytes) throws IOException {
    return new String(socket.getInputStream().readNBytes(bytes), ISO_8859_1);
  }

  /** Everything until the server hangs up. */
  String rest() throws IOException {
    return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
