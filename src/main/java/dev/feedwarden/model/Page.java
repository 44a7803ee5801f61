package dev.feedwarden.model;

import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A page that is to be fetched, or was.
 *
 * @param url as it was given
 * @param answer the last one that there was
 */
public record Page(
    long id,
    SourceId sourceId,
    WebUrl url,
    Submission submission,
    Progress progress,
    @Nullable Answer answer) {

  /** Who wants it. */
  public record Submission(Origin origin, int priority, Instant at) {}

  /**
   * How far it has come.
   *
   * @param reason why it is not fetched
   * @param mergedInto the page that it turned out to be
   * @param nextAttemptAt nothing when nothing is to be done
   */
  public record Progress(
      State state,
      @Nullable Reason reason,
      @Nullable Long mergedInto,
      @Nullable Instant nextAttemptAt,
      Tries tries,
      Way way) {}

  /**
   * What it has cost.
   *
   * @param attempts visits that were counted
   * @param losses visits of which nobody was ever heard again
   */
  public record Tries(int attempts, int losses) {}

  /** Where redirects have led so far: what is asked next. */
  public record Way(WebUrl at, int hops) {}

  /**
   * What a server said.
   *
   * @param status 0 if nothing
   * @param hash of the body
   */
  public record Answer(
      @Nullable WebUrl finalUrl,
      int status,
      @Nullable String contentType,
      @Nullable String hash,
      Instant at) {}

  /** Where its address came from. */
  public enum Origin {
    FEED,
    MANUAL,
    SITEMAP;

    /** What a person asks for goes first. */
    public int priority() {
      return switch (this) {
        case MANUAL -> 10;
        case FEED -> 0;
        case SITEMAP -> -10;
      };
    }

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Origin ofWire(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }

  /** What is to be done with it. */
  public enum State {
    PENDING,
    FETCHING,
    RETRY,
    FETCHED,
    DEAD,
    SKIPPED,
    MERGED;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static State ofWire(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }

    /** The state that somebody named, if there is such a one. */
    public static Optional<State> parse(String text) {
      return Arrays.stream(values()).filter(state -> state.wire().equals(text)).findFirst();
    }
  }

  /** Why a page was not fetched. */
  public enum Reason {
    NETWORK,
    UPSTREAM_FAILURE,
    RATE_LIMITED,
    FORBIDDEN,
    NOT_FOUND,
    GONE,
    /** Another status between 400 and 499. */
    REFUSED,
    NOT_MODIFIED,
    UNEXPECTED,
    NOT_HTML,
    EMPTY,
    UNDECODABLE,
    TOO_LARGE,
    REDIRECT_LIMIT,
    BLOCKED_ADDRESS,
    BAD_URL,
    /** Its robots.txt does not want it to be asked for. */
    ROBOTS,
    /** It waits until its robots.txt can be had. */
    ROBOTS_UNREACHABLE,
    /** It does not want to be kept. */
    NOINDEX,
    /** Who fetched it was lost again and again. */
    LOST;

    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Reason ofWire(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }
  }
}
