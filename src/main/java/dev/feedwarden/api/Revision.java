package dev.feedwarden.api;

import java.util.Arrays;
import java.util.Optional;

/** A source's revision as an entity tag, and what a client says of it (RFC 9110 section 13.1.1). */
final class Revision {
  private Revision() {}

  static String tag(long revision) {
    return "\"" + revision + "\"";
  }

  /** Refuses a client that saw another revision; whoever saw none may go on. */
  static void check(Request request, long present) {
    var asked = request.header("If-Match");
    if (asked.isPresent() && !matches(asked.get(), present)) {
      throw stale();
    }
  }

  /** Refuses a client that did not say what it saw. */
  static void demand(Request request) {
    if (request.header("If-Match").isEmpty()) {
      throw Refusal.of(428, "If-Match must say which ETag this replaces.");
    }
  }

  static Refusal stale() {
    return Refusal.of(412, "The source was changed meanwhile; read it again.");
  }

  private static boolean matches(String header, long present) {
    return header.strip().equals("*")
        || Optional.of(header).stream()
            .flatMap(text -> Arrays.stream(text.split(",", -1)))
            .anyMatch(tag -> tag.strip().equals(tag(present)));
  }
}
