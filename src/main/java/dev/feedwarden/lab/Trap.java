package dev.feedwarden.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;

/** A loopback port that nothing may ever connect to. */
public final class Trap implements AutoCloseable {
  private final Listener listener;
  private int knocks;
  private boolean closed;

  private Trap(String address) {
    listener = Listener.open(address, 0, (_, _) -> {});
  }

  /** On 127.0.0.1. */
  public static Trap set() {
    return set("127.0.0.1");
  }

  /** On a loopback address. */
  public static Trap set(String address) {
    return new Trap(address);
  }

  /** The address of a path behind the trap. */
  public String url(String path) {
    return listener.url(path);
  }

  /** The port it listens on. */
  public int port() {
    return listener.address().getPort();
  }

  /** How many connections were made until now: the right number is zero. */
  public synchronized int connections() {
    if (!closed) {
      knock();
    }
    return listener.accepted() - knocks;
  }

  @Override
  public synchronized void close() {
    connections(); // so that none is left uncounted in the backlog
    closed = true;
    listener.close();
  }

  /** Connections are accepted in order: when ours has been closed, all before it are counted. */
  private void knock() {
    knocks++;
    try (var socket = new Socket(listener.address().getAddress(), port())) {
      socket.getInputStream().read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
