package dev.feedwarden.policy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads Cache-Control (RFC 9111 section 5.2) as a private cache would. */
public final class CacheControl {
  /** RFC 9111 section 1.2.2: what is too large to represent counts as 2^31 seconds. */
  public static final Duration LONGEST = Duration.ofSeconds(1L << 31);

  private CacheControl() {}

  /**
   * How long an answer is fresh by its max-age. The first one counts (section 4.2.1); one that is
   * not a number says nothing.
   */
  public static Optional<Duration> maxAge(@Nullable String header) {
    if (header == null) {
      return Optional.empty();
    }
    return directives(header).stream()
        .filter(directive -> name(directive).equalsIgnoreCase("max-age"))
        .findFirst()
        .flatMap(directive -> DeltaSeconds.parse(argument(directive), LONGEST));
  }

  // A comma within a quoted string is text, and so is a quote after a backslash.
  private static List<String> directives(String header) {
    var directives = new ArrayList<String>();
    var quoted = false;
    int start = 0;
    for (int i = 0; i < header.length(); i++) {
      var c = header.charAt(i);
      if (quoted && c == '\\') {
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        directives.add(header.substring(start, i).strip());
        start = i + 1;
      }
    }
    directives.add(header.substring(start).strip());
    return directives;
  }

  private static String name(String directive) {
    var equals = directive.indexOf('=');
    return equals < 0 ? directive : directive.substring(0, equals);
  }

  // Section 5.2: both forms ought to be accepted, whichever is the right one to send.
  private static String argument(String directive) {
    var equals = directive.indexOf('=');
    var text = equals < 0 ? "" : directive.substring(equals + 1);
    var quoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
    return quoted ? text.substring(1, text.length() - 1) : text;
  }
}
