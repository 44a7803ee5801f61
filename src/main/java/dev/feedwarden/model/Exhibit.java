package dev.feedwarden.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer that a poll failed on, as far as people may want to look at it later.
 *
 * @param headers a line each, without secrets
 * @param redirects on the way to it, a line each, without secrets
 * @param size of the whole body
 * @param packed the beginning of the body, compressed
 */
@SuppressWarnings("ArrayRecordComponent") // written and read, never compared
public record Exhibit(
    @Nullable String contentType,
    List<String> headers,
    List<String> redirects,
    long size,
    byte[] packed) {
  public Exhibit {
    headers = List.copyOf(headers);
    redirects = List.copyOf(redirects);
  }
}
