package dev.feedwarden.api;

import dev.feedwarden.model.Remark;

/** What was odd about a poll, in words for people. */
public final class RemarkWords {
  private RemarkWords() {}

  public static String of(Remark remark) {
    return switch (remark) {
      case EMPTY -> "no entries, where there were some";
      case SMALLER -> "less than a tenth of its size";
      case FOREIGN -> "another site's feed";
      case ACCEPTED -> "believed, as it stays so";
      case WEB_PAGE -> "a web page, where a feed was";
      case PARKED -> "a page that sells the domain";
      case ETAG_LIES -> "other entries under the same ETag";
      case DATE_LIES -> "other entries under the same Last-Modified";
      case UNMODIFIED_LIES -> "had changed while the server said 304";
      case ETAG_CHURNS -> "another ETag for the same document";
      case GAP -> "entries may be missing since the poll before";
      case GAP_FILLED -> "the missing entries were in its archive";
      case STALE -> "silent for longer than usual";
    };
  }
}
