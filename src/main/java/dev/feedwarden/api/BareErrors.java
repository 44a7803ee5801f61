package dev.feedwarden.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.List;
import org.eclipse.jetty.ee10.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** What is said to a request that the server itself cannot understand: a problem, and no more. */
final class BareErrors extends ErrorPageErrorHandler {
  @Override
  protected void generateResponse(
      Request request,
      Response response,
      int status,
      @Nullable String message,
      @Nullable Throwable cause,
      Callback callback) {
    response.setStatus(status);
    SafeHeaders.ALL.forEach((name, value) -> response.getHeaders().put(name, value));
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, Problems.TYPE);
    response.write(true, ByteBuffer.wrap(body(status)), callback);
  }

  private static byte[] body(int status) {
    return Json.write(Problems.fields(status, "The request cannot be done.", "", List.of()))
        .getBytes(UTF_8);
  }
}
