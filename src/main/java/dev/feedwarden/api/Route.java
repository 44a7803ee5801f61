package dev.feedwarden.api;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One row of the table that the server, the scope check, the tests and OpenAPI are all made from.
 *
 * @param path with {@code {name}} for what varies
 * @param summary one line for people
 */
public record Route(
    Verb verb, String path, Rule rule, String summary, Traffic traffic, Handler handler) {
  public Route {
    Objects.requireNonNull(rule, "a route without a rule");
  }

  /** What a route does with a request that the door has let through. */
  @FunctionalInterface
  public interface Handler {
    Answer handle(Request request) throws InterruptedException;
  }

  public enum Verb {
    GET,
    POST,
    PUT,
    PATCH,
    DELETE
  }

  /**
   * What comes in and goes out.
   *
   * @param queries the only parameters that may be given
   * @param onceAKey whether a request that names a key is done once, however often it is sent
   */
  public record Traffic(List<Query> queries, @Nullable Body body, Output output, boolean onceAKey) {
    public Traffic {
      queries = List.copyOf(queries);
    }

    Optional<Query> query(String name) {
      return queries.stream().filter(query -> query.name().equals(name)).findFirst();
    }
  }

  /** One parameter after the question mark. */
  public record Query(String name, Shape shape, String meaning) {}

  /**
   * What a request carries.
   *
   * @param types the media types that are taken
   * @param shape of JSON; nothing for what a handler reads itself
   * @param optional it may be left out altogether
   */
  public record Body(List<String> types, int largest, @Nullable Shape shape, boolean optional) {
    public Body {
      types = List.copyOf(types);
    }
  }

  /**
   * What a good answer is.
   *
   * @param types the media types that it may have; none if there is nothing in it
   */
  public record Output(int status, List<String> types, @Nullable Shape shape) {
    public Output {
      types = List.copyOf(types);
    }

    public Output(int status, String type, @Nullable Shape shape) {
      this(status, List.of(type), shape);
    }
  }

  static final String JSON = "application/json";
  private static final int LARGEST_JSON = 64 << 10;
  private static final Output NOTHING = new Output(204, List.of(), null);
  private static final Pattern VARIABLE = Pattern.compile("\\{([a-z_]+)}");

  public static Route get(String path, Rule rule, String summary, Handler handler) {
    return of(Verb.GET, path, rule, summary, handler);
  }

  public static Route post(String path, Rule rule, String summary, Handler handler) {
    return of(Verb.POST, path, rule, summary, handler);
  }

  public static Route of(Verb verb, String path, Rule rule, String summary, Handler handler) {
    return new Route(
        verb, path, rule, summary, new Traffic(List.of(), null, NOTHING, false), handler);
  }

  public Route queries(Query... queries) {
    return with(new Traffic(List.of(queries), traffic.body, traffic.output, traffic.onceAKey));
  }

  public Route takes(Shape shape) {
    return takes(new Body(List.of(JSON), LARGEST_JSON, shape, false));
  }

  public Route takes(Body body) {
    return with(new Traffic(traffic.queries, body, traffic.output, traffic.onceAKey));
  }

  public Route answers(int status, Shape shape) {
    return answers(new Output(status, JSON, shape));
  }

  public Route answers(Output output) {
    return with(new Traffic(traffic.queries, traffic.body, output, traffic.onceAKey));
  }

  /** May be sent again by whoever did not hear the answer. */
  public Route onceAKey() {
    return with(new Traffic(traffic.queries, traffic.body, traffic.output, true));
  }

  private Route with(Traffic other) {
    return new Route(verb, path, rule, summary, other, handler);
  }

  /** The names in the path. */
  List<String> variables() {
    return VARIABLE.matcher(path).results().map(match -> match.group(1)).toList();
  }

  @Override
  public String toString() {
    return verb + " " + path;
  }
}
