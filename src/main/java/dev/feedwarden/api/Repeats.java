package dev.feedwarden.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.feedwarden.api.Answer.Content;
import dev.feedwarden.api.auth.Fingerprint;
import dev.feedwarden.store.Answers;
import dev.feedwarden.store.Answers.Begun;
import dev.feedwarden.store.Answers.Kept;
import dev.feedwarden.store.Database;
import java.util.LinkedHashMap;
import java.util.regex.Pattern;

/**
 * A request that carries an {@code Idempotency-Key} is done once: sent again, it gets the answer
 * that it had. A refusal is not kept, since nothing was done.
 */
final class Repeats {
  static final String HEADER = "Idempotency-Key";
  static final int LONGEST_KEY = 200;
  private static final String TYPE = "Content-Type";
  private static final int LONGEST_BODY = 64 << 10;
  private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1," + LONGEST_KEY + "}");

  private final Database database;
  private final Answers answers;

  Repeats(Database database) {
    this.database = database;
    this.answers = new Answers(database);
  }

  /** A route's handler, which is not asked for what it did already. */
  Route.Handler once(Route route) {
    return request -> {
      var given = request.header(HEADER);
      if (given.isEmpty()) {
        return route.handler().handle(request);
      }
      if (!KEY.matcher(given.get()).matches()) {
        throw Refusal.field(
            HEADER, "must be 1 to " + LONGEST_KEY + " visible ASCII characters without spaces");
      }
      var key = new Answers.Key(request.who(), given.get());
      return switch (answers.begin(key, fingerprint(route, request), database.now())) {
        case Begun.First() -> done(route, request, key);
        case Begun.Busy() ->
            throw Refusal.of(409, "A request with this key is being done.")
                .with("Retry-After", "1");
        case Begun.Other() -> throw Refusal.of(422, "The key was used for another request.");
        case Begun.Done(var kept) -> again(kept);
      };
    };
  }

  private Answer done(Route route, Request request, Answers.Key key) throws InterruptedException {
    Answer answer = null;
    try {
      answer = route.handler().handle(request);
      return answer;
    } finally {
      if (answer == null) {
        answers.forget(key);
      } else {
        answers.end(key, kept(answer));
      }
    }
  }

  private static Kept kept(Answer answer) {
    var headers = new LinkedHashMap<String, Object>(answer.headers());
    return switch (answer.content()) {
      case Content.Text(var type, var text) -> {
        headers.put(TYPE, type);
        yield new Kept(
            answer.status(), Json.write(headers), text.length() > LONGEST_BODY ? null : text);
      }
      case Content.Nothing _ -> new Kept(answer.status(), Json.write(headers), "");
      case Content.Live _ -> throw new IllegalStateException("a stream cannot be kept");
    };
  }

  private static Answer again(Kept kept) {
    if (kept.body() == null) {
      throw Refusal.of(409, "The request was done before; its answer was too long to keep.");
    }
    var headers = new LinkedHashMap<String, String>();
    Json.read(kept.headers().getBytes(UTF_8), Shapes.ANYTHING)
        .properties()
        .forEach(header -> headers.put(header.getKey(), header.getValue().asString()));
    var type = headers.remove(TYPE);
    headers.put("Idempotency-Replayed", "true");
    return new Answer(
        kept.status(),
        headers,
        type == null ? new Content.Nothing() : new Content.Text(type, kept.body()));
  }

  private static String fingerprint(Route route, Request request) {
    var payload = request.payload();
    return Fingerprint.of(route + "\n" + payload.type() + "\n" + Fingerprint.of(payload.bytes()));
  }
}
