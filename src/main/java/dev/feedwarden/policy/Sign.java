package dev.feedwarden.policy;

import dev.feedwarden.model.Cause;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Function;

/** What one poll says about our own line to the world. */
public sealed interface Sign {
  /** It works: somebody's feed came through. */
  record Good() implements Sign {}

  /** It may be broken. */
  record Suspect(Cause cause) implements Sign {}

  /**
   * A web page came instead of a feed, as from somebody who wants us to log in first.
   *
   * @param page the same for the same page
   */
  record Page(String page) implements Sign {}

  /** Nothing. */
  record Silent() implements Sign {}

  /**
   * Reads the sign of a poll.
   *
   * @param hash tells bodies apart
   */
  static Sign of(Outcome outcome, FetchResult result, Function<byte[], String> hash) {
    return switch (outcome) {
      case Outcome.Fresh _, Outcome.NotModified _ -> new Good();
      case Outcome.Deferred _ -> new Silent();
      case Outcome.Failed(var error, _, _) ->
          switch (suspect(error.cause())) {
            case YES -> new Suspect(error.cause());
            case SAME_PAGE ->
                result instanceof Answered answer && isPage(answer)
                    ? new Page(hash.apply(answer.body()))
                    : new Silent();
            case NO -> new Silent();
          };
    };
  }

  // A status is an answer, whatever it says.
  private static CauseTable.Suspect suspect(Cause cause) {
    return CauseTable.of(cause).suspect();
  }

  private static boolean isPage(Answered answer) {
    var type = String.valueOf(answer.headers().contentType()).toLowerCase(Locale.ROOT);
    var length = Math.min(answer.body().length, 200);
    var beginning =
        new String(answer.body(), 0, length, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
    return type.contains("html")
        || beginning.contains("<!doctype html")
        || beginning.contains("<html");
  }
}
