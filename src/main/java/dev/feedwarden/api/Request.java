package dev.feedwarden.api;

import dev.feedwarden.api.auth.Caller;
import dev.feedwarden.api.auth.Scope;
import dev.feedwarden.model.SourceId;
import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a handler is given: all of it checked against its route.
 *
 * @param path what stood for the names in the route's path
 * @param queries the parameters that were given
 */
public record Request(
    From from,
    Map<String, String> path,
    Map<String, String> queries,
    Function<String, Optional<String>> headers,
    Payload payload) {
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,17}");

  /** Who asks, and from where. */
  public record From(@Nullable Caller caller, InetAddress address) {}

  /** The body as it came, and as JSON when the route says so. */
  @SuppressWarnings("ArrayRecordComponent") // read once, never compared
  public record Payload(byte[] bytes, String type, @Nullable JsonNode json) {
    static final Payload NONE = new Payload(new byte[0], "", null);
  }

  /** The name in the audit of what this request changes. */
  public String who() {
    return from.caller() == null ? "anonymous" : from.caller().subject();
  }

  /** What who asks may do. */
  public Scope scope() {
    return from.caller() == null ? Scope.READ : from.caller().scope();
  }

  /** The checked body of a route that takes one. */
  public JsonNode json() {
    var json = payload.json();
    if (json == null) {
      throw new IllegalStateException("the route takes no JSON");
    }
    return json;
  }

  public Optional<String> query(String name) {
    return Optional.ofNullable(queries.get(name));
  }

  public long number(String name, long otherwise) {
    return query(name).map(Long::parseLong).orElse(otherwise);
  }

  public boolean isTrue(String name) {
    return query(name).filter("true"::equals).isPresent();
  }

  /** The source that the path names; one canonical spelling. */
  public SourceId source() {
    return SourceId.parse(path.getOrDefault("id", ""))
        .orElseThrow(() -> Refusal.field("id", "must be a source's id, in lower case"));
  }

  /**
   * The row that the path names by its number; one canonical spelling.
   *
   * @param whose such as "an article's"
   */
  public long row(String whose) {
    var text = path.getOrDefault("id", "");
    if (!NUMBER.matcher(text).matches()) {
      throw Refusal.field("id", "must be " + whose + " number");
    }
    return Long.parseLong(text);
  }

  public Optional<String> header(String name) {
    return headers.apply(name);
  }
}
