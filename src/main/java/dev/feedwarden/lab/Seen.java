package dev.feedwarden.lab;

import java.util.Map;

/**
 * What an upstream remembers of one request.
 *
 * @param connection 1 for the first connection the upstream accepted
 * @param startedAt when the request had been read, by {@link System#nanoTime}
 * @param endedAt when the last bytes of the answer were about to leave or the client had hung up;
 *     of a request still being answered, the time of asking
 */
public record Seen(Request request, int connection, long startedAt, long endedAt) {
  /** The request's path, without its query. */
  public String path() {
    return request.path();
  }

  /** The request's headers by lower-case name. */
  public Map<String, String> headers() {
    return request.headers();
  }
}
