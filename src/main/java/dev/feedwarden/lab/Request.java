package dev.feedwarden.lab;

import static java.util.Locale.ROOT;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One request as an upstream read it.
 *
 * @param headers by lower-case name; a repeated header's values are joined by a comma
 * @param askedBefore how many requests for this path came before this one
 */
public record Request(
    String method, String target, Map<String, String> headers, String body, int askedBefore) {
  public Request {
    headers = Collections.unmodifiableMap(new TreeMap<>(headers));
  }

  /** The target without its query. */
  public String path() {
    var query = target.indexOf('?');
    return query < 0 ? target : target.substring(0, query);
  }

  /** The value of a header, whatever the case of its name. */
  public @Nullable String header(String name) {
    return headers.get(name.toLowerCase(ROOT));
  }

  Request withAskedBefore(int times) {
    return new Request(method, target, headers, body, times);
  }
}
