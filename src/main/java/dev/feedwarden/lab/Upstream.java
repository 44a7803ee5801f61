package dev.feedwarden.lab;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.ProtocolException;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;

/** A web server on loopback that behaves as badly as it is told, and remembers who asked what. */
public final class Upstream implements AutoCloseable {
  private final Map<String, Behaviour> routes = new ConcurrentHashMap<>();
  private final Journal journal = new Journal();
  private final Listener listener;
  private volatile Behaviour otherwise = Answers.status(404);
  private volatile String greeting = "";

  private Upstream(String address, int port) {
    listener = Listener.open(address, port, this::serve);
  }

  private Upstream(String address, SSLContext tls) {
    listener = Listener.secure(address, 0, tls, this::serve);
  }

  /** On 127.0.0.1, on a free port. */
  public static Upstream start() {
    return start("127.0.0.1");
  }

  /** On a loopback address such as 127.0.0.7, on a free port. */
  public static Upstream start(String address) {
    return start(address, 0);
  }

  /** On a loopback address and a given port, 0 for a free one. */
  public static Upstream start(String address, int port) {
    return new Upstream(address, port);
  }

  /** Over TLS, on a loopback address and a free port. */
  public static Upstream secure(String address, SSLContext tls) {
    return new Upstream(address, tls);
  }

  /** Sets what happens to requests for a path, whatever their query; may be changed at any time. */
  public Upstream route(String path, Behaviour behaviour) {
    routes.put(path, behaviour);
    return this;
  }

  /** Sets what happens to all other paths, instead of 404. */
  public Upstream otherwise(Behaviour behaviour) {
    otherwise = behaviour;
    return this;
  }

  /** Sets what every new connection is told before it has asked anything. */
  public Upstream greeting(String latin1) {
    greeting = latin1;
    return this;
  }

  /** The address of a path on this server. */
  public String url(String path) {
    return listener.url(path);
  }

  /** The port it listens on. */
  public int port() {
    return listener.address().getPort();
  }

  /** Every request so far, in the order of their starts. */
  public List<Seen> seen() {
    return journal.seen();
  }

  /** Forgets what was asked until now, but for the counts: for runs of hours. */
  public void forget() {
    journal.forget();
  }

  /** Every request for a path so far. */
  public List<Seen> seen(String path) {
    return seen().stream().filter(s -> s.path().equals(path)).toList();
  }

  /** How many requests there were for a path. */
  public int count(String path) {
    return journal.count(path);
  }

  /** How many connections were accepted. */
  public int connections() {
    return listener.accepted();
  }

  /** How many requests are being answered now. */
  public int running() {
    return journal.running();
  }

  /** The most requests that were being answered at once. */
  public int maxConcurrent() {
    return journal.most();
  }

  /** The most requests for one path that were being answered at once. */
  public int maxConcurrent(String path) {
    return journal.most(path);
  }

  /** Ends every connection and thread; fails if a behaviour broke down with an exception. */
  @Override
  public void close() {
    listener.close();
  }

  private void serve(Socket socket, int number) throws IOException, InterruptedException {
    var in = new BufferedInputStream(socket.getInputStream());
    var requests = new RequestReader(in);
    socket.getOutputStream().write(greeting.getBytes(ISO_8859_1));
    try {
      for (var next = requests.next(); next.isPresent(); next = requests.next()) {
        var visit = journal.begin(next.get(), number);
        var wire = new Wire(socket, in, visit);
        answer(visit, wire);
        if (!wire.kept()) {
          return;
        }
      }
    } catch (ProtocolException _) {
      socket
          .getOutputStream()
          .write("HTTP/1.1 400 \r\nConnection: close\r\n\r\n".getBytes(ISO_8859_1));
    }
  }

  private void answer(Journal.Visit visit, Wire wire) throws IOException, InterruptedException {
    var request = visit.request();
    try {
      routes.getOrDefault(request.path(), otherwise).answer(request, wire);
    } finally {
      visit.end();
    }
  }
}
