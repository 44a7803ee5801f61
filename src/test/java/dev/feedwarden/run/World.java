package dev.feedwarden.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.fetch.Authority;
import dev.feedwarden.lab.Feeds;
import dev.feedwarden.lab.Feeds.Item;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/**
 * The few addresses of the web that the manual names, behind a proxy on loopback: what the manual
 * says can be done as it is written, and no packet leaves this machine.
 */
final class World implements AutoCloseable {
  private static final String[] HOSTS = {
    "www.rfc-editor.org", "blog.example.org", "example.org", "hooks.slack.com"
  };

  private record Page(int status, String type, String text) {}

  private static final Page NOTHING =
      new Page(404, "text/html", "<html><p>Nothing here.</p></html>");
  private static final Map<String, Page> PAGES =
      Map.of(
          "GET www.rfc-editor.org/rfcrss.xml", feed("Recent RFCs", "RFC"),
          "GET blog.example.org/feed.xml", feed("A blog", "Post"),
          "GET example.org/private.xml", feed("For Ann", "Letter"),
          "GET example.org/feed.xml", feed("Example", "Piece"),
          "GET blog.example.org/",
              new Page(
                  200,
                  "text/html",
                  "<html><head><link rel=alternate type=application/rss+xml href=/feed.xml></head>"
                      + "<body><p>A blog.</p></body></html>"),
          "POST hooks.slack.com/services/T0000/B0000/XXXXXXXX", new Page(200, "text/plain", "ok"));

  private final Authority authority = Authority.root("The world");
  private final SSLContext tls = authority.server(Authority.Says.dns(HOSTS));
  private final ServerSocket door;
  private final ExecutorService hands = Executors.newVirtualThreadPerTaskExecutor();

  World() throws IOException {
    door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    hands.execute(this::receive);
  }

  private static Page feed(String title, String word) {
    var items = new ArrayList<Item>();
    for (int i = 1; i <= 5; i++) {
      items.add(
          new Item(
              word + i,
              word + " " + i,
              "https://example.org/" + word + i,
              Instant.parse("2026-01-01T00:00:00Z").plusSeconds(86_400L * i),
              "<p>Number " + i + "</p>"));
    }
    return new Page(200, "application/rss+xml", Feeds.rss(title, "https://example.org/", items));
  }

  /** Where the proxy is. */
  String address() {
    return "127.0.0.1:" + door.getLocalPort();
  }

  /** Writes the certificate of who vouches for all of it. */
  Path authority(Path folder) throws IOException {
    return Files.writeString(folder.resolve("world.pem"), authority.pem());
  }

  private void receive() {
    while (!door.isClosed()) {
      try {
        var socket = door.accept();
        hands.execute(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setSoTimeout(20_000);
      var first = head(socket.getInputStream()).getFirst().split(" ", -1);
      if (first[0].equals("CONNECT")) {
        socket.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n".getBytes(UTF_8));
        try (var inner = tls.getSocketFactory().createSocket(socket, null, true)) {
          var head = head(inner.getInputStream());
          var line = head.getFirst().split(" ", -1);
          answer(inner, head, line[0] + " " + first[1].replaceFirst(":443$", "") + line[1]);
        }
      } else {
        answer(socket, List.of(), first[0] + " " + first[1].replaceFirst("^http://", ""));
      }
    } catch (IOException gone) {
      // whoever asked has heard enough
    }
  }

  private static void answer(Socket socket, List<String> head, String asked) throws IOException {
    for (var line : head) {
      if (line.toLowerCase(Locale.ROOT).startsWith("content-length: ")) {
        socket.getInputStream().readNBytes(Integer.parseInt(line.substring(16).strip()));
      }
    }
    var page = PAGES.getOrDefault(asked, NOTHING);
    var body = page.text().getBytes(UTF_8);
    var out = socket.getOutputStream();
    out.write(
        "HTTP/1.1 %d So\r\nContent-Type: %s\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
            .formatted(page.status(), page.type(), body.length)
            .getBytes(UTF_8));
    out.write(body);
    out.flush();
  }

  // Byte by byte: what follows is not ours to read.
  private static List<String> head(InputStream in) throws IOException {
    var bytes = new ByteArrayOutputStream();
    while (!bytes.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
      var next = in.read();
      if (next < 0) {
        throw new IOException("it ended too early");
      }
      bytes.write(next);
    }
    return bytes.toString(ISO_8859_1).lines().toList();
  }

  @Override
  public void close() throws IOException {
    door.close();
    hands.shutdownNow();
  }
}
