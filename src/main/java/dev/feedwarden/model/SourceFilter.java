package dev.feedwarden.model;

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
 */
public record SourceFilter(
    @Nullable Boolean enabled,
    boolean feedActive,
    @Nullable String status,
    @Nullable ErrorType errorType,
    @Nullable String host,
    @Nullable String tag,
    @Nullable String search) {

  /** In the words of {@link #status}. */
  public static final Set<String> STATUSES =
      Set.of("active", "cooling", "stopped", "held", "disabled");

  /** Every source. */
  public static final SourceFilter ALL =
      new SourceFilter(null, false, null, null, null, null, null);

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
