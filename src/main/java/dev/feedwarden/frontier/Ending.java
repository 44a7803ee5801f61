package dev.feedwarden.frontier;

import dev.feedwarden.model.PageVisit;
import dev.feedwarden.model.PageVisit.End;
import dev.feedwarden.model.PageVisit.Receipt;
import java.util.Locale;

/** What a visit came to, in one word for logs and metrics. */
public enum Ending {
  FETCHED,
  MERGED,
  RETRY,
  DEAD,
  SKIPPED,
  /** Sent on to another host by a redirect. */
  REDIRECTED,
  /** Nothing was asked of the page: its robots.txt came first, or is not to be had. */
  DEFERRED,
  SUPERSEDED;

  static Ending of(PageVisit visit, Receipt receipt) {
    return switch (receipt) {
      case MERGED -> MERGED;
      case SUPERSEDED -> SUPERSEDED;
      case WRITTEN ->
          switch (visit.end()) {
            case End.Fetched _ -> FETCHED;
            case End.Later _ -> RETRY;
            case End.Dead _ -> DEAD;
            case End.Skipped _ -> SKIPPED;
            case End.Elsewhere _ -> REDIRECTED;
            case End.Deferred _ -> DEFERRED;
          };
    };
  }

  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
