package dev.feedwarden.fetch;

import dev.feedwarden.fetch.ContentCoding.Decoded;
import dev.feedwarden.fetch.Fetcher.Identification;
import dev.feedwarden.model.Cause;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.FetchResult.FetchTrace;
import dev.feedwarden.model.FetchResult.Headers;
import dev.feedwarden.model.FetchResult.Hop;
import dev.feedwarden.model.FetchResult.Unanswered;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.jspecify.annotations.Nullable;

/** One attempt: one request and the redirects it leads to, under one deadline. */
final class Attempt implements AutoCloseable {
  private static final String ACCEPT =
      "application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9,"
          + " text/xml;q=0.8, application/json;q=0.7, */*;q=0.1";

  private final CloseableHttpClient client;
  private final OutboundGuard guard;
  private final FetchLimits limits;
  private final Identification identification;
  private final ScheduledThreadPoolExecutor watchdog = watchdog();

  Attempt(
      CloseableHttpClient client,
      OutboundGuard guard,
      FetchLimits limits,
      Identification identification) {
    this.client = client;
    this.guard = guard;
    this.limits = limits;
    this.identification = identification;
  }

  private static ScheduledThreadPoolExecutor watchdog() {
    var pool =
        new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("watchdog").factory());
    pool.setRemoveOnCancelPolicy(true);
    return pool;
  }

  /** One hop's end: an answer, a way on, or neither. */
  private sealed interface Step {
    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    record Answer(int status, Headers headers, byte[] body) implements Step {}

    record Elsewhere(int status, @Nullable String location) implements Step {}

    record Nothing(Cause cause) implements Step {}
  }

  FetchResult run(Fetcher.Request request, int number, Duration time, long began)
      throws InterruptedException {
    var deadline = System.nanoTime() + time.toNanos();
    var hops = new ArrayList<Hop>();
    var url = request.url();
    while (true) {
      var step = ask(url, request.validators(), deadline);
      if (Thread.interrupted()) {
        throw new InterruptedException("stopping");
      }
      switch (step) {
        case Step.Answer(var status, var headers, var body) -> {
          return new Answered(status, headers, body, trace(number, url, hops, began));
        }
        case Step.Nothing(var cause) -> {
          return new Unanswered(cause, trace(number, url, hops, began));
        }
        case Step.Elsewhere(var status, var location) -> {
          if (hops.size() == limits.redirects()) {
            return new Unanswered(Cause.REDIRECT_LIMIT, trace(number, url, hops, began));
          }
          var next = target(url, location);
          if (next == null) {
            return new Unanswered(Cause.BAD_URL, trace(number, url, hops, began));
          }
          hops.add(new Hop(status, next));
          url = next;
        }
      }
    }
  }

  private static FetchTrace trace(int number, WebUrl url, List<Hop> hops, long began) {
    return new FetchTrace(number, url, hops, null, Duration.ofNanos(System.nanoTime() - began));
  }

  private static @Nullable WebUrl target(WebUrl from, @Nullable String location) {
    if (location == null) {
      return null;
    }
    var url = Redirects.resolve(from, location);
    var downgrade = url != null && from.scheme().equals("https") && url.scheme().equals("http");
    return downgrade ? null : url;
  }

  private Step ask(WebUrl url, Validators validators, long deadline) {
    if (!guard.admits(url)) {
      return new Step.Nothing(Cause.BLOCKED_ADDRESS);
    }
    var request = request(url, validators);
    var late =
        watchdog.schedule(
            () -> request.cancel(), deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    var step = exchange(url, request);
    late.cancel(false);
    // Whatever else went wrong after the deadline went wrong because of it.
    return step instanceof Step.Nothing && System.nanoTime() >= deadline
        ? new Step.Nothing(Cause.TIMEOUT_TOTAL)
        : step;
  }

  private HttpGet request(WebUrl url, Validators validators) {
    var request = new HttpGet(url.scheme() + "://feed/");
    request.setAuthority(null);
    request.setPath(url.target());
    request.setHeader("Host", url.authority());
    request.setHeader("User-Agent", identification.userAgent());
    request.setHeader("Accept", ACCEPT);
    request.setHeader("Accept-Encoding", ContentCoding.ACCEPTED);
    if (validators.etag() != null) {
      request.setHeader("If-None-Match", validators.etag());
    }
    if (validators.lastModified() != null) {
      request.setHeader("If-Modified-Since", validators.lastModified());
    }
    return request;
  }

  private Step exchange(WebUrl url, HttpGet request) {
    var host = new HttpHost(url.scheme(), url.host(), url.port());
    ClassicHttpResponse response;
    try {
      response = client.executeOpen(host, request, HttpClientContext.create());
    } catch (IOException failure) {
      return new Step.Nothing(Causes.beforeAnswer(failure));
    } catch (RuntimeException unparsable) { // the client throws these for some malformed answers
      return new Step.Nothing(Cause.PROTOCOL);
    }
    var step = readOrGiveUp(response);
    if (!(step instanceof Step.Answer(var status, _, _)) || status != 200) {
      request.cancel(); // before close, which would drain a body that may have no end
    }
    closeQuietly(response);
    return step;
  }

  private static void closeQuietly(ClassicHttpResponse response) {
    try {
      response.close();
    } catch (IOException theAnswerIsReadAlready) {
      return;
    }
  }

  private Step readOrGiveUp(ClassicHttpResponse response) {
    try {
      return read(response);
    } catch (IOException failure) {
      return new Step.Nothing(Causes.inBody(failure));
    }
  }

  private Step read(ClassicHttpResponse response) throws IOException {
    var status = response.getCode();
    return switch (status) {
      case 301, 302, 303, 307, 308 -> new Step.Elsewhere(status, header(response, "Location"));
      case 200 -> body(response);
      default -> new Step.Answer(status, headers(response), new byte[0]);
    };
  }

  private Step body(ClassicHttpResponse response) throws IOException {
    var entity = response.getEntity();
    if (entity == null) {
      return new Step.Answer(200, headers(response), new byte[0]);
    }
    var raw = entity.getContentLength() > limits.bytes() ? null : bytes(entity);
    if (raw == null) {
      return new Step.Nothing(Cause.TOO_LARGE);
    }
    return switch (ContentCoding.decode(raw, entity.getContentEncoding(), limits.bytes())) {
      case Decoded.Plain(var plain) -> new Step.Answer(200, headers(response), plain);
      case Decoded.Bad(var cause) -> new Step.Nothing(cause);
    };
  }

  private byte @Nullable [] bytes(HttpEntity entity) throws IOException {
    var in = entity.getContent();
    var out = new ByteArrayOutputStream((int) Math.max(16 << 10, entity.getContentLength()));
    var buffer = new byte[16 << 10];
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      out.write(buffer, 0, n);
      if (out.size() > limits.bytes()) {
        return null;
      }
    }
    return out.toByteArray();
  }

  private static Headers headers(ClassicHttpResponse response) {
    return new Headers(
        Fitness.validators(header(response, "ETag"), header(response, "Last-Modified")),
        header(response, "Content-Type"),
        header(response, "Retry-After"),
        header(response, "Date"));
  }

  private static @Nullable String header(ClassicHttpResponse response, String name) {
    var header = response.getFirstHeader(name);
    return header == null ? null : header.getValue();
  }

  @Override
  public void close() {
    watchdog.shutdownNow();
  }
}
