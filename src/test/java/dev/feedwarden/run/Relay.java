package dev.feedwarden.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Passes connections on to a server on loopback, until it is cut. */
final class Relay implements AutoCloseable {
  private final int target;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
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
        var there = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.add(here);
        sockets.add(there);
        Thread.ofVirtual().start(() -> pass(here, there));
        Thread.ofVirtual().start(() -> pass(there, here));
      }
    } catch (IOException closed) {
      // cut
    }
  }

  private void pass(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
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
