package dev.feedwarden.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A loopback port on which connecting takes for ever: its queue of connections is full and never
 * emptied, so that Linux drops every further SYN.
 */
public final class BlackHole implements AutoCloseable {
  private static final int MOST_TO_FILL = 64;
  private static final int FULL_AFTER_MILLIS = 200;

  private final ServerSocket server;
  private final Deque<Socket> queued = new ArrayDeque<>();

  private BlackHole(ServerSocket server) {
    this.server = server;
  }

  /** On 127.0.0.1. */
  public static BlackHole open() {
    try {
      var hole = new BlackHole(new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1")));
      hole.fill();
      return hole;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The address of a path that will never be reached. */
  public String url(String path) {
    return "http://127.0.0.1:" + server.getLocalPort() + path;
  }

  private void fill() throws IOException {
    try {
      while (queued.size() < MOST_TO_FILL) {
        queued.push(new Socket());
        queued.element().connect(server.getLocalSocketAddress(), FULL_AFTER_MILLIS);
      }
    } catch (SocketTimeoutException _) {
      return;
    }
    close();
    throw new IOException("this system does not drop connections to a full queue");
  }

  @Override
  public void close() {
    try (server) {
      for (var socket : queued) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
