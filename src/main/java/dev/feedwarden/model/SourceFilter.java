package dev.feedwarden.model;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which sources a list shows; what is absent asks for nothing.
 *
 * @param feedActive only those with a feed that is enabled, and not disabled or past its cooldown
 * @param status one of {@link #STATUSES}
 * @param errorType of the last poll
 * @param host a host key
 * @param tag in the form of {@link Tag}
 * @param search a part of the name or of the feed's URL, in any case
 * @param notice what about it deserves a look
 */
public record SourceFilter(
    @Nullable Boolean enabled,
    boolean feedActive,
    @Nullable String status,
    @Nullable ErrorType errorType,
    @Nullable String host,
    @Nullable String tag,
    @Nullable String search,
    @Nullable Notice notice) {

  /** Why somebody should look at a source. */
  public enum Notice {
    /** It is polled, and its last poll failed. */
    FAILING,
    /** All is well, but it has had nothing new for long. */
    QUIET,
    /** It answers with what does not look like itself. */
    SUSPECT,
    /** It is silent for longer than it ever is. */
    STALE,
    /** What is wrong with it will not heal by waiting. */
    PERSON,
    /** A person does not want it to be polled. */
    OFF;

    /** Its name in addresses. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** What will not heal by waiting, when a feed was disabled for it. */
  public static final Set<ErrorType> LASTING =
      Set.of(ErrorType.NOT_FOUND, ErrorType.GONE, ErrorType.FORBIDDEN, ErrorType.PARSE_ERROR);

  /** The status of a source whose feed another one has. */
  public static final String MERGED = "merged";

  /** In the words of {@link #status}. */
  public static final Set<String> STATUSES =
      Set.of("active", "cooling", "stopped", "held", "disabled", MERGED);

  /** Every source. */
  public static final SourceFilter ALL =
      new SourceFilter(null, false, null, null, null, null, null);

  /** Without a notice. */
  public SourceFilter(
      @Nullable Boolean enabled,
      boolean feedActive,
      @Nullable String status,
      @Nullable ErrorType errorType,
      @Nullable String host,
      @Nullable String tag,
      @Nullable String search) {
    this(enabled, feedActive, status, errorType, host, tag, search, null);
  }

  /** The sources that deserve a look for one reason. */
  public static SourceFilter of(Notice notice) {
    return new SourceFilter(null, false, null, null, null, null, null, notice);
  }

  /** The sources that stand in one way. */
  public static SourceFilter ofStatus(String status) {
    return new SourceFilter(null, false, status, null, null, null, null);
  }

  public SourceFilter {
    if (status != null && !STATUSES.contains(status)) {
      throw new IllegalArgumentException("not a status: " + status);
    }
  }

  /** The one status that a source has. */
  public static String status(Source source, FeedState state) {
    return switch (source.standing()) {
      case Standing.Cooling _ -> "cooling";
      case Standing.Stopped _ -> "stopped";
      case Standing.Active _ when !source.settings().enabled() -> "disabled";
      case Standing.Active _ -> state.next().reason() == NextPoll.Reason.HELD ? "held" : "active";
    };
  }
}
