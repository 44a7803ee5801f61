package dev.feedwarden.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.api.pages.DoorPages;
import dev.feedwarden.api.pages.Html;
import dev.feedwarden.model.SourcesElsewhere;
import dev.feedwarden.store.Unavailable;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.http.HttpStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What went wrong, as RFC 9457 has it: never more than a client needs to know. */
final class Problems {
  static final String TYPE = "application/problem+json";
  private static final String OUR_FAULT = "This is a fault of Feedwarden's own; its log says more.";
  private static final int SMALL = 64 << 10; // what most routes would read anyway
  private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

  private Problems() {}

  static Map<String, Object> fields(
      int status, String detail, String requestId, List<Refusal.Fault> faults) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("type", "about:blank");
    fields.put("title", HttpStatus.getMessage(status));
    fields.put("status", status);
    fields.put("detail", detail);
    fields.put("request_id", requestId);
    fields.put(
        "errors",
        faults.stream()
            .map(fault -> Map.of("field", fault.field(), "message", fault.message()))
            .toList());
    return fields;
  }

  static void tell(Refusal refusal, Context ctx) {
    hearOut(ctx);
    if (refusal.status() == 401 && ctx.method().equals(HandlerType.GET) && isForPage(ctx)) {
      ctx.status(303).header("Location", "/login").result("");
      return;
    }
    refusal.headers().forEach(ctx::header);
    write(ctx, refusal.status(), refusal.detail(), refusal.faults());
  }

  /** A change of what is not decided here. */
  static void tell(SourcesElsewhere elsewhere, Context ctx) {
    tell(Refusal.of(409, String.join(" ", elsewhere.sentences())), ctx);
  }

  // A connection that is closed on what is still coming is reset, and takes our answer with it.
  private static void hearOut(Context ctx) {
    if (ctx.req().getContentLengthLong() > SMALL) {
      return;
    }
    try {
      ctx.req().getInputStream().readNBytes(SMALL);
    } catch (IOException | IllegalStateException gone) {
      LOG.debug("a body was not heard out", gone);
    }
  }

  /** What Javalin says by itself: no such route, or not with this verb. */
  static void tell(HttpResponseException said, Context ctx) {
    switch (said.getStatus()) {
      case 404 -> tell(Refusal.notFound(), ctx);
      case 405 -> tell(Refusal.of(405, "The method is not one of this address."), ctx);
      default -> tell(Refusal.of(said.getStatus(), "The request cannot be done."), ctx);
    }
  }

  /** A fault of our own: all of it to the log, nothing of it to the client. */
  static void ourFault(Throwable fault, Context ctx) {
    log(fault, ctx);
    write(ctx, 500, OUR_FAULT, List.of());
  }

  /** A database that is away or full: no fault of the request, which may come again. */
  static void tell(Unavailable fault, Context ctx) {
    log(fault, ctx);
    tell(Refusal.of(503, "The database cannot be used now.").with("Retry-After", "10"), ctx);
  }

  private static void log(Throwable fault, Context ctx) {
    LOG.atError()
        .addKeyValue("method", ctx.method().name())
        .addKeyValue("path", ctx.path())
        .setCause(fault)
        .log("request failed");
  }

  /** The same for what is no exception, where nothing but the bare answer is at hand. */
  static void ourFault(HttpServletResponse response, Error fault) {
    LOG.error("request failed", fault);
    try {
      response.reset();
      response.setStatus(500);
      SafeHeaders.ALL.forEach(response::setHeader);
      response.setContentType(TYPE);
      response
          .getOutputStream()
          .write(Json.write(fields(500, OUR_FAULT, "", List.of())).getBytes(UTF_8));
    } catch (IOException | IllegalStateException gone) {
      LOG.debug("nobody was left to tell", gone);
    }
  }

  private static boolean isForPage(Context ctx) {
    return !ctx.path().startsWith("/api/")
        && Asked.isForPage(name -> Optional.ofNullable(ctx.header(name)));
  }

  private static void write(Context ctx, int status, String detail, List<Refusal.Fault> faults) {
    if (isForPage(ctx)) {
      ctx.status(status)
          .contentType(Html.TYPE)
          .result(DoorPages.lost(status, detail, faults, Door.requestId(ctx)));
      return;
    }
    ctx.status(status)
        .contentType(TYPE)
        .result(Json.write(fields(status, detail, Door.requestId(ctx), faults)));
  }
}
