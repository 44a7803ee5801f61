package dev.feedwarden.policy;

import dev.feedwarden.model.Durations;
import dev.feedwarden.model.WebUrl;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What may be registered, whoever asks for it: a person at a keyboard, a list, or a client.
 *
 * @param guard whether a URL may be asked at all, as far as can be told without asking
 */
public record Admission(Predicate<WebUrl> guard) {
  public static final int LONGEST_NAME = 200;
  public static final int LONGEST_MINUTES = 24 * 60;

  /** What a text comes to that was meant to be a feed's address. */
  public sealed interface Judged {
    record Good(WebUrl url) implements Judged {}

    /** No URL of ours; the reason completes the sentence "the URL …". */
    record Bad(String reason) implements Judged {}

    /** A URL that is private, local or reserved, and that the operator did not allow. */
    record Private(WebUrl url) implements Judged {}
  }

  public Judged feed(String text) {
    return switch (WebUrl.parse(text)) {
      case WebUrl.Parsed.Bad(var reason) -> new Judged.Bad(reason);
      case WebUrl.Parsed.Good(var url) ->
          guard.test(url) ? new Judged.Good(url) : new Judged.Private(url);
    };
  }

  /** Whether a source may be called so. */
  public static boolean isName(String name) {
    return !name.isBlank()
        && length(name) <= LONGEST_NAME
        && name.chars().noneMatch(Character::isISOControl);
  }

  /** A name that somebody else chose, made to fit. */
  public static String fitting(String name) {
    return length(name) <= LONGEST_NAME
        ? name
        : name.substring(0, name.offsetByCodePoints(0, LONGEST_NAME - 1)) + "…";
  }

  private static int length(String name) {
    return name.codePointCount(0, name.length());
  }

  /** The time between two polls that so many minutes are, if it is one that may be asked for. */
  public static Optional<Duration> interval(long minutes) {
    return minutes >= 1 && minutes <= LONGEST_MINUTES
        ? Optional.of(Duration.ofMinutes(minutes))
        : Optional.empty();
  }

  /** The same as people write it: a number of minutes, or with a unit as 90m, 2h or 1d. */
  public static Optional<Duration> interval(String text) {
    return Durations.parse(text.matches("\\d+") ? text + "m" : text)
        .filter(pause -> pause.equals(Duration.ofMinutes(pause.toMinutes())))
        .flatMap(pause -> interval(pause.toMinutes()));
  }
}
