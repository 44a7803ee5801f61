package dev.feedwarden.lab;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A loopback port with a virtual thread for each connection; closing it ends them all. */
final class Listener implements AutoCloseable {
  private static final int BACKLOG = 1024;

  private final ServerSocket server;
  private final String scheme;
  private final Guest guest;
  private final Set<Socket> open = new HashSet<>();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final ExecutorService threads;
  private int accepted;
  private boolean closed;

  /** Talks on one connection, which is closed after; numbers count from 1. */
  interface Guest {
    void talk(Socket socket, int number) throws IOException, InterruptedException;
  }

  private Listener(ServerSocket server, String scheme, Guest guest) {
    this.server = server;
    this.scheme = scheme;
    this.guest = guest;
    this.threads =
        Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("lab-" + server.getLocalPort() + "-", 0).factory());
  }

  static Listener open(String address, int port, Guest guest) {
    return open(address, port, ServerSocketFactory.getDefault(), "http", guest);
  }

  /** Speaks TLS on every connection. */
  static Listener secure(String address, int port, SSLContext tls, Guest guest) {
    return open(address, port, tls.getServerSocketFactory(), "https", guest);
  }

  private static Listener open(
      String address, int port, ServerSocketFactory sockets, String scheme, Guest guest) {
    var ip = InetAddress.ofLiteral(address);
    if (!ip.isLoopbackAddress()) {
      throw new IllegalArgumentException("the lab listens on loopback only, not on " + address);
    }
    try {
      var listener = new Listener(sockets.createServerSocket(port, BACKLOG, ip), scheme, guest);
      listener.threads.execute(listener::accept);
      return listener;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot listen on " + address + " port " + port, e);
    }
  }

  InetSocketAddress address() {
    return (InetSocketAddress) server.getLocalSocketAddress();
  }

  /** An address on this listener, for a path that starts with a slash. */
  String url(String path) {
    var ip = address().getAddress().getHostAddress();
    return scheme
        + "://"
        + (ip.contains(":") ? "[" + ip + "]" : ip)
        + ":"
        + address().getPort()
        + path;
  }

  synchronized int accepted() {
    return accepted;
  }

  private void accept() {
    try {
      while (true) {
        admit(server.accept());
      }
    } catch (IOException _) {
      // closed: the only way for this loop to end
    }
  }

  private synchronized void admit(Socket socket) throws IOException {
    if (closed) {
      socket.close();
      return;
    }
    open.add(socket);
    var number = ++accepted;
    threads.execute(() -> serve(socket, number));
  }

  private void serve(Socket socket, int number) {
    try (socket) {
      socket.setTcpNoDelay(true);
      guest.talk(socket, number);
    } catch (IOException _) {
      // the client vanished, which clients may do at any time
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // closing
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, e); // told by close(), where the test will see it
    } finally {
      forget(socket);
    }
  }

  private synchronized void forget(Socket socket) {
    open.remove(socket);
  }

  private synchronized boolean shut() throws IOException {
    if (closed) {
      return false;
    }
    closed = true;
    server.close();
    for (var socket : open) {
      socket.close();
    }
    return true;
  }

  /** Returns once every thread has ended; tells of a behaviour that broke down. */
  @Override
  public void close() {
    try {
      if (!shut()) {
        return;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.shutdownNow();
    threads.close();
    var broken = failure.get();
    if (broken != null) {
      throw new IllegalStateException("a behaviour of " + url("") + " failed", broken);
    }
  }
}
