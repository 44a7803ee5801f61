package dev.feedwarden.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.fetch.Fetcher.Identification;
import dev.feedwarden.fetch.Fetcher.Route;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.WebUrl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;

/**
 * Sends one message to one address, once: the same guard as for feeds, no redirects, a deadline.
 */
public final class Sender implements AutoCloseable {
  /** The type of JSON. */
  public static final String JSON = "application/json; charset=utf-8";

  private static final FetchLimits LIMITS =
      new FetchLimits(Duration.ofSeconds(15), Duration.ofSeconds(15), 0, 64 << 10);

  private final OutboundGuard guard;
  private final GuardedResolver resolver;
  private final CloseableHttpClient client;
  private final Identification identification;
  private final FetchLimits limits;
  private final ScheduledThreadPoolExecutor watchdog =
      new ScheduledThreadPoolExecutor(
          1, Thread.ofPlatform().daemon().name("sending-watchdog").factory());

  public Sender(OutboundGuard guard, Identification identification, Route route) {
    this(guard, identification, route, LIMITS.attempt());
  }

  /** A sender to an operator's own server, wherever that is, which may answer at length. */
  public static Sender to(
      WebUrl own, OutboundGuard guard, Identification identification, Route route, int bytes) {
    var longest = LIMITS.attempt();
    return new Sender(
        guard.with(own), identification, route, new FetchLimits(longest, longest, 0, bytes));
  }

  /**
   * A sender that is less patient.
   *
   * @param longest one message, from its address to the last byte of the answer
   */
  public Sender(OutboundGuard guard, Identification identification, Route route, Duration longest) {
    this(guard, identification, route, new FetchLimits(longest, longest, 0, LIMITS.bytes()));
  }

  private Sender(
      OutboundGuard guard, Identification identification, Route route, FetchLimits limits) {
    this.guard = guard;
    this.identification = identification;
    this.limits = limits;
    var proxy = route.proxy();
    this.resolver =
        new GuardedResolver(proxy == null ? guard : guard.with(proxy), InetAddress::getAllByName);
    this.client = Transport.client(resolver, limits, route);
    watchdog.setRemoveOnCancelPolicy(true);
  }

  /** How a message is meant. */
  public enum Verb {
    GET,
    POST,
    PATCH
  }

  /**
   * One message.
   *
   * @param headers beside the usual ones; neither names nor values may end a line
   * @param body nothing is sent if it is empty
   */
  public record Message(
      Verb verb, WebUrl to, Map<String, String> headers, String type, String body) {
    public Message {
      headers = Map.copyOf(headers);
      headers.forEach(
          (name, value) -> {
            if (!Fitness.isFit(name) || !Fitness.isFit(value)) {
              throw new IllegalArgumentException("a header is a line of printable ASCII");
            }
          });
    }

    /** One that is posted. */
    public Message(WebUrl to, Map<String, String> headers, String type, String body) {
      this(Verb.POST, to, headers, type, body);
    }

    public static Message json(WebUrl to, String body) {
      return new Message(to, Map.of(), JSON, body);
    }
  }

  /** What came of it. */
  public sealed interface Reply {
    /**
     * The server's word.
     *
     * @param text the beginning of its body
     */
    record Answered(int status, @Nullable String retryAfter, @Nullable String date, String text)
        implements Reply {}

    /** Nothing usable; whether the message arrived is not known. */
    record Unanswered(Cause cause) implements Reply {}
  }

  public Reply send(Message message) throws InterruptedException {
    if (!guard.admits(message.to())) {
      return new Reply.Unanswered(Cause.BLOCKED_ADDRESS);
    }
    var request = request(message);
    var longest = limits.attempt();
    var course = new Course(Deadline.in(longest));
    var late = watchdog.schedule(() -> request.cancel(), longest.toNanos(), TimeUnit.NANOSECONDS);
    try {
      var reply =
          ScopedValue.where(Course.CURRENT, course).call(() -> exchange(message.to(), request));
      if (Thread.interrupted()) {
        throw new InterruptedException("stopping");
      }
      return reply instanceof Reply.Unanswered && course.deadline().isPast()
          ? new Reply.Unanswered(Cause.TIMEOUT_TOTAL)
          : reply;
    } finally {
      late.cancel(false);
    }
  }

  private HttpUriRequestBase request(Message message) {
    var url = message.to();
    var request =
        new HttpUriRequestBase(message.verb().name(), URI.create(url.scheme() + "://destination/"));
    request.setAuthority(null);
    request.setPath(url.target());
    request.setHeader("Host", url.authority());
    request.setHeader("User-Agent", identification.userAgent());
    request.setHeader("Accept", "*/*");
    message.headers().forEach(request::setHeader);
    if (!message.body().isEmpty()) {
      request.setEntity(
          new ByteArrayEntity(message.body().getBytes(UTF_8), ContentType.parse(message.type())));
    }
    return request;
  }

  private Reply exchange(WebUrl url, HttpUriRequestBase request) {
    var host = new HttpHost(url.scheme(), url.host(), url.hasOwnPort() ? url.port() : -1);
    try {
      var response = client.executeOpen(host, request, HttpClientContext.create());
      try {
        return read(response);
      } finally {
        end(request, response);
      }
    } catch (IOException failure) {
      return new Reply.Unanswered(Causes.beforeAnswer(failure));
    } catch (IllegalStateException surprised) {
      if (!request.isCancelled()) {
        throw surprised;
      }
      return new Reply.Unanswered(Cause.TIMEOUT_TOTAL);
    }
  }

  // Cancelled before it is closed, which would drain a body that may have no end. What was read of
  // it stands.
  private static void end(HttpUriRequestBase request, ClassicHttpResponse response) {
    request.cancel();
    try {
      response.close();
    } catch (IOException cut) {
      // by ourselves
    }
  }

  private Reply read(ClassicHttpResponse response) throws IOException {
    return new Reply.Answered(
        response.getCode(),
        header(response, "Retry-After"),
        header(response, "Date"),
        text(response));
  }

  private String text(ClassicHttpResponse response) throws IOException {
    var entity = response.getEntity();
    return entity == null ? "" : new String(entity.getContent().readNBytes(limits.bytes()), UTF_8);
  }

  private static @Nullable String header(ClassicHttpResponse response, String name) {
    var header = response.getFirstHeader(name);
    return header == null ? null : header.getValue();
  }

  /** Ends what is under way, and every thread. */
  @Override
  public void close() {
    client.close(CloseMode.IMMEDIATE);
    watchdog.shutdownNow();
    resolver.close();
  }
}
