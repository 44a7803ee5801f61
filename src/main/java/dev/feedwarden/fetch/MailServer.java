package dev.feedwarden.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.fetch.Fetcher.Route;
import dev.feedwarden.model.Cause;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.jspecify.annotations.Nullable;

/**
 * Hands mail to one server (RFC 5321), through the same guard as everything else: the address is
 * judged, the whole conversation has one deadline, and no line of it may be long.
 */
public final class MailServer implements AutoCloseable {
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final OutboundGuard guard;
  private final GuardedResolver resolver;
  private final Route route;
  private final Place place;
  private final @Nullable Login login;
  private final ScheduledThreadPoolExecutor watchdog =
      new ScheduledThreadPoolExecutor(
          1, Thread.ofPlatform().daemon().name("mail-watchdog").factory());

  public MailServer(OutboundGuard guard, Route route, Place place, @Nullable Login login) {
    this.guard = guard;
    this.resolver = new GuardedResolver(guard, InetAddress::getAllByName);
    this.route = route;
    this.place = place;
    this.login = login;
  }

  /** How the line is secured. */
  public enum Security {
    /** Not before a word is said, but before anything is: the usual way of port 587. */
    STARTTLS,
    /** From the first byte, as on port 465. */
    TLS,
    /** Not at all: for a server on this very machine. */
    NONE
  }

  /** Where the server is. */
  public record Place(String host, int port, Security security) {}

  /** Whom it lets in. */
  public record Login(String user, String password) {
    @Override
    public String toString() {
      return "Login of " + user;
    }
  }

  /** One message and whom it is for. */
  public record Envelope(String from, List<String> to, String message) {
    public Envelope {
      to = List.copyOf(to);
    }
  }

  /** What the server said. */
  public sealed interface Said {
    record Taken() implements Said {}

    /** It does not want the message: a code of 400 and more for now, of 500 and more for good. */
    record Refused(int code) implements Said {}

    record Unanswered(Cause cause) implements Said {}
  }

  public Said send(Envelope envelope) throws InterruptedException {
    var course = new Course(Deadline.in(LONGEST));
    var said =
        ScopedValue.where(Course.CURRENT, course)
            .call(() -> connected(envelope, course.deadline()));
    if (Thread.interrupted()) {
      throw new InterruptedException("stopping");
    }
    return said;
  }

  private Said connected(Envelope envelope, Deadline deadline) {
    try (var socket = open(deadline)) {
      var late =
          watchdog.schedule(() -> close(socket), deadline.left().toNanos(), TimeUnit.NANOSECONDS);
      try {
        return converse(socket, envelope);
      } finally {
        late.cancel(false);
      }
    } catch (ProtocolException nonsense) {
      return new Said.Unanswered(Cause.PROTOCOL);
    } catch (IOException failure) {
      return new Said.Unanswered(Causes.beforeAnswer(failure));
    }
  }

  private Socket open(Deadline deadline) throws IOException {
    IOException last = new SocketException("no address");
    for (var address : resolver.resolve(place.host(), place.port())) {
      if (deadline.isPast()) {
        break;
      }
      if (!guard.admits(address.getAddress(), place.host(), place.port())) {
        throw new GuardedResolver.Refused(place.host());
      }
      var socket = new Socket();
      try {
        socket.setSoTimeout((int) LONGEST.toMillis());
        socket.connect(
            new InetSocketAddress(address.getAddress(), place.port()),
            (int) Math.max(1, Math.min(LONGEST.toMillis() / 3, deadline.left().toMillis())));
        return socket;
      } catch (IOException unreachable) {
        socket.close();
        last = unreachable;
      }
    }
    throw last;
  }

  private Said converse(Socket plain, Envelope envelope) throws IOException {
    var talk = new MailTalk(place.security() == Security.TLS ? secured(plain) : plain);
    talk.expect(220);
    talk.ask("EHLO feedwarden", 250);
    if (place.security() == Security.STARTTLS) {
      talk.ask("STARTTLS", 220);
      talk = new MailTalk(secured(plain));
      talk.ask("EHLO feedwarden", 250);
    }
    try {
      if (login != null) {
        talk.ask("AUTH PLAIN " + plain(login), 235);
      }
      talk.ask("MAIL FROM:<" + envelope.from() + ">", 250);
      for (var one : envelope.to()) {
        talk.ask("RCPT TO:<" + one + ">", 250);
      }
      talk.ask("DATA", 354);
      talk.data(envelope.message(), 250);
      talk.bye();
      return new Said.Taken();
    } catch (MailTalk.Refused no) {
      return new Said.Refused(no.code());
    }
  }

  private static String plain(Login login) {
    var text = "\0" + login.user() + "\0" + login.password();
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  private Socket secured(Socket socket) throws IOException {
    return route
        .trust()
        .strategy()
        .upgrade(socket, place.host(), place.port(), null, HttpCoreContext.create());
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException gone) {
      // which is what was wanted
    }
  }

  @Override
  public void close() {
    watchdog.shutdownNow();
    resolver.close();
  }
}
