package dev.feedwarden.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes connections on to a server on loopback, until it is cut. */
final class Relay implements AutoCloseable {
  private final int target;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private static final String COMMITTED = "COMMIT\0";

  private final AtomicInteger commits = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();
  private volatile int every;
  private volatile boolean mute;
  private ServerSocket door;

  Relay(int target) {
    this.target = target;
    this.door = open(0);
  }

  int port() {
    return door.getLocalPort();
  }

  /** Ends all connections; who comes again is refused. */
  void cut() {
    try {
      door.close();
      for (var socket : sockets) {
        socket.close();
      }
      sockets.clear();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** From now on what is asked arrives, and no answer comes back; or it does again. */
  void mute(boolean on) {
    mute = on;
  }

  /**
   * From now on a PostgreSQL's answer to every n-th COMMIT is lost with its connection; 0: none.
   */
  void loseCommits(int nth) {
    every = nth;
  }

  /** How many of them were lost. */
  int lost() {
    return lost.get();
  }

  private boolean isLost(byte[] answer, int length) {
    var nth = every;
    if (nth == 0
        || !new String(answer, 0, length, ISO_8859_1).contains(COMMITTED)
        || commits.incrementAndGet() % nth != 0) {
      return false;
    }
    lost.incrementAndGet();
    return true;
  }

  void mend() {
    door = open(door.getLocalPort());
  }

  private ServerSocket open(int port) {
    try {
      var opened = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
      Thread.ofVirtual().start(() -> accept(opened));
      return opened;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void accept(ServerSocket opened) {
    try {
      while (true) {
        var here = opened.accept();
        connect(here);
      }
    } catch (IOException closed) {
      // cut
    }
  }

  // The server may be down: who came is sent away, and may come again.
  private void connect(Socket here) throws IOException {
    try {
      var there = new Socket(InetAddress.getLoopbackAddress(), target);
      sockets.add(here);
      sockets.add(there);
      Thread.ofVirtual().start(() -> pass(here, there, false));
      Thread.ofVirtual().start(() -> pass(there, here, true));
    } catch (ConnectException down) {
      here.close();
    }
  }

  private void pass(Socket from, Socket to, boolean isAnswer) {
    try (from;
        to) {
      var buffer = new byte[8 << 10];
      for (int n = from.getInputStream().read(buffer);
          n >= 0;
          n = from.getInputStream().read(buffer)) {
        if (isAnswer && isLost(buffer, n)) {
          return;
        }
        if (!isAnswer || !mute) {
          to.getOutputStream().write(buffer, 0, n);
        }
      }
    } catch (IOException gone) {
      // so is the other
    } finally {
      sockets.remove(from);
      sockets.remove(to);
    }
  }

  @Override
  public void close() {
    cut();
  }
}
