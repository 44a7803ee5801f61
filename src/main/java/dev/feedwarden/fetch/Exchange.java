package dev.feedwarden.fetch;

import dev.feedwarden.fetch.ContentCoding.Decoded;
import dev.feedwarden.fetch.Fetcher.Identification;
import dev.feedwarden.fetch.Onlooker.Heard;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.Credentials;
import dev.feedwarden.model.FetchResult.Headers;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import dev.feedwarden.policy.RetryAfter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.NameValuePair;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.jspecify.annotations.Nullable;

/** One request and its answer, ended by a watchdog when its time is up. */
final class Exchange implements AutoCloseable {
  private static final int BUFFER = 16 << 10;
  private static final int BEGINNING = 64 << 10;
  private static final int MOMENT_MILLIS = 500;
  private static final int LONGEST_VALUE = 1_000;
  private static final int MOST_BELIEVED = 256 << 10; // of a length that is only announced
  private static final Heard NO_ANSWER = new Heard(0, 0, null, true);

  private final CloseableHttpClient client;
  private final OutboundGuard guard;
  private final int mostBytes;
  private final Identification identification;
  private final Onlooker onlooker;
  private final ScheduledThreadPoolExecutor watchdog = watchdog();

  Exchange(
      CloseableHttpClient client,
      OutboundGuard guard,
      int mostBytes,
      Identification identification,
      Onlooker onlooker) {
    this.client = client;
    this.guard = guard;
    this.mostBytes = mostBytes;
    this.identification = identification;
    this.onlooker = onlooker;
  }

  private static ScheduledThreadPoolExecutor watchdog() {
    var pool =
        new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("watchdog").factory());
    pool.setRemoveOnCancelPolicy(true);
    return pool;
  }

  /**
   * One request to be made.
   *
   * @param onward whether a redirect led here
   */
  record Ask(
      WebUrl url,
      Purpose purpose,
      Validators validators,
      @Nullable Credentials credentials,
      boolean onward) {}

  boolean admits(WebUrl url) {
    return guard.admits(url);
  }

  Step ask(Ask ask, Course course) {
    if (!admits(ask.url())) {
      return new Step.Nothing(Cause.BLOCKED_ADDRESS);
    }
    var request = request(ask);
    var left = course.deadline().left().toNanos();
    var late = watchdog.schedule(() -> request.cancel(), left, TimeUnit.NANOSECONDS);
    var before = course.received();
    var ending = onlooker.began(asked(ask, request));
    var heard = NO_ANSWER;
    try {
      var step = ScopedValue.where(Course.CURRENT, course).call(() -> exchange(ask, request));
      heard = heard(step, course.received() - before);
      // Whatever else went wrong after the deadline went wrong because of it.
      return step instanceof Step.Nothing && course.deadline().isPast()
          ? new Step.Nothing(Cause.TIMEOUT_TOTAL)
          : step;
    } finally {
      ending.heard(heard);
      late.cancel(false);
    }
  }

  // As it leaves, whatever was meant.
  private static Onlooker.Asked asked(Ask ask, HttpGet request) {
    var agent = request.getFirstHeader("User-Agent");
    return new Onlooker.Asked(
        ask.url(),
        agent == null ? "" : String.valueOf(agent.getValue()),
        request.containsHeader("If-None-Match") || request.containsHeader("If-Modified-Since"),
        ask.onward());
  }

  private static Heard heard(Step step, long bytes) {
    return switch (step) {
      case Step.Answer(var status, var headers, _) ->
          new Heard(status, bytes, RetryAfter.of(headers, Instant.now()).orElse(null), true);
      case Step.Elsewhere(var status, _) -> new Heard(status, bytes, null, true);
      case Step.Nothing(var cause) ->
          new Heard(0, bytes, null, cause != Cause.DNS && cause != Cause.NXDOMAIN);
    };
  }

  private HttpGet request(Ask ask) {
    var url = ask.url();
    var request = new HttpGet(url.scheme() + "://feed/");
    request.setAuthority(null);
    request.setPath(url.target());
    request.setHeader("Host", url.authority());
    request.setHeader("User-Agent", identification.userAgent());
    request.setHeader("Accept", ask.purpose().accept());
    request.setHeader("Accept-Encoding", ContentCoding.ACCEPTED);
    // What was stored is judged once more: no value may end its header and begin another.
    var fit = Fitness.validators(ask.validators().etag(), ask.validators().lastModified());
    if (fit.etag() != null) {
      request.setHeader("If-None-Match", fit.etag());
    }
    if (fit.lastModified() != null) {
      request.setHeader("If-Modified-Since", fit.lastModified());
    }
    if (ask.credentials() != null) {
      Keys.add(ask.credentials(), request, url);
    }
    return request;
  }

  private Step exchange(Ask ask, HttpGet request) {
    var url = ask.url();
    var host = new HttpHost(url.scheme(), url.host(), url.hasOwnPort() ? url.port() : -1);
    ClassicHttpResponse response;
    try {
      response = open(host, request);
    } catch (IOException failure) {
      return new Step.Nothing(Causes.beforeAnswer(failure));
    } catch (IllegalStateException surprised) {
      if (!request.isCancelled()) {
        throw surprised;
      }
      return new Step.Nothing(Cause.TIMEOUT_TOTAL); // cancelled between two steps of the client's
    }
    Course.CURRENT.get().answered();
    var step = readOrGiveUp(response, request, ask.purpose());
    leave(response, step, request);
    return step;
  }

  // Nothing has been asked yet where a handshake failed.
  private ClassicHttpResponse open(HttpHost host, HttpGet request) throws IOException {
    try {
      return client.executeOpen(host, request, HttpClientContext.create());
    } catch (TryAgain otherwise) {
      return client.executeOpen(host, request, HttpClientContext.create());
    }
  }

  /** Keeps the connection if nothing more is to come on it, and drops it otherwise. */
  private static void leave(ClassicHttpResponse response, Step step, HttpGet request) {
    try {
      if (!isDrained(response.getEntity(), step)) {
        request.cancel(); // before close, which would drain a body that may have no end
      }
      response.close();
    } catch (IOException theAnswerIsReadAlready) {
      request.cancel();
    }
  }

  private Step readOrGiveUp(ClassicHttpResponse response, HttpGet request, Purpose purpose) {
    try {
      return read(response, request, purpose);
    } catch (IOException failure) {
      return new Step.Nothing(Causes.inBody(failure));
    }
  }

  private Step read(ClassicHttpResponse response, HttpGet request, Purpose purpose)
      throws IOException {
    var status = response.getCode();
    return switch (status) {
      case 301, 302, 303, 307, 308 -> new Step.Elsewhere(status, header(response, "Location"));
      case 200 ->
          purpose == Purpose.ROBOTS && codings(response).isEmpty()
              ? enough(response, request)
              : body(response);
      // A wall says who it is in its page.
      case 202, 403, 405, 429, 503 ->
          new Step.Answer(status, headers(response), beginning(response, request));
      default -> new Step.Answer(status, headers(response), new byte[0]);
    };
  }

  /** What comes of a refusal's body in a moment; it is not worth more. */
  private byte[] beginning(ClassicHttpResponse response, HttpGet request) {
    var entity = response.getEntity();
    if (entity == null) {
      return new byte[0];
    }
    var out = new ByteArrayOutputStream();
    var enough = watchdog.schedule(() -> request.cancel(), MOMENT_MILLIS, TimeUnit.MILLISECONDS);
    try {
      var in = entity.getContent();
      var buffer = new byte[BUFFER];
      for (int n = in.read(buffer); n >= 0 && out.size() < BEGINNING; n = in.read(buffer)) {
        out.write(buffer, 0, n);
      }
    } catch (IOException cutShort) {
      return out.toByteArray();
    } finally {
      enough.cancel(false);
      Course.CURRENT.get().received(out.size());
    }
    return ContentCoding.decode(out.toByteArray(), codings(response), BEGINNING * 4)
            instanceof Decoded.Plain(var plain)
        ? plain
        : new byte[0];
  }

  /** As much of a body as is read of it, whatever follows. */
  private static Step enough(ClassicHttpResponse response, HttpGet request) throws IOException {
    var entity = response.getEntity();
    var bytes = entity == null ? new byte[0] : entity.getContent().readNBytes(Purpose.ROBOTS_BYTES);
    Course.CURRENT.get().received(bytes.length);
    if (bytes.length == Purpose.ROBOTS_BYTES) {
      request.cancel();
    }
    return new Step.Answer(200, headers(response), bytes);
  }

  private Step body(ClassicHttpResponse response) throws IOException {
    var entity = response.getEntity();
    if (entity == null) {
      return new Step.Answer(200, headers(response), new byte[0]);
    }
    var raw = entity.getContentLength() > mostBytes ? null : bytes(entity);
    if (raw == null) {
      return new Step.Nothing(Cause.TOO_LARGE);
    }
    return switch (ContentCoding.decode(raw, codings(response), mostBytes)) {
      case Decoded.Plain(var plain) -> new Step.Answer(200, headers(response), plain);
      case Decoded.Bad(var cause) -> new Step.Nothing(cause);
    };
  }

  // Grown as bytes come: what a header announces is worth little memory.
  private byte @Nullable [] bytes(HttpEntity entity) throws IOException {
    var announced = entity.getContentLength();
    var bytes =
        announced >= 0 && announced <= Math.min(MOST_BELIEVED, mostBytes)
            ? announced(entity.getContent(), (int) announced)
            : entity.getContent().readNBytes(mostBytes + 1);
    Course.CURRENT.get().received(bytes.length);
    return bytes.length > mostBytes ? null : bytes;
  }

  // The stream ends where the header says, or it fails.
  private static byte[] announced(InputStream content, int length) throws IOException {
    var bytes = new byte[length];
    content.readNBytes(bytes, 0, length);
    content.read(); // the end, which frees the connection
    return bytes;
  }

  private static boolean isDrained(@Nullable HttpEntity entity, Step step) throws IOException {
    if (entity == null || (step instanceof Step.Answer(var status, _, _) && status == 200)) {
      return true;
    }
    // The small body of a refusal or a redirect has mostly come with the head; none is waited for.
    var here = !(step instanceof Step.Nothing) && entity.getContentLength() >= 0;
    if (!here || entity.getContent().available() < entity.getContentLength()) {
      return false;
    }
    EntityUtils.consume(entity);
    return true;
  }

  private static Headers headers(ClassicHttpResponse response) {
    return new Headers(
        Fitness.validators(header(response, "ETag"), header(response, "Last-Modified")),
        header(response, "Content-Type"),
        header(response, "Retry-After"),
        header(response, "Date"),
        all(response));
  }

  private static Map<String, String> all(ClassicHttpResponse response) {
    var all = new HashMap<String, String>();
    for (var header : response.getHeaders()) {
      var value = String.valueOf(header.getValue());
      var name = header.getName().toLowerCase(Locale.ROOT);
      all.merge(
          name,
          value.length() > LONGEST_VALUE ? value.substring(0, LONGEST_VALUE) : value,
          (first, next) -> name.equals("x-robots-tag") ? first + "\n" + next : first);
    }
    return all;
  }

  private static @Nullable String header(ClassicHttpResponse response, String name) {
    var header = response.getFirstHeader(name);
    return header == null ? null : header.getValue();
  }

  private static String codings(ClassicHttpResponse response) {
    return Arrays.stream(response.getHeaders("Content-Encoding"))
        .map(NameValuePair::getValue)
        .collect(Collectors.joining(","));
  }

  @Override
  public void close() {
    watchdog.shutdownNow();
  }
}
