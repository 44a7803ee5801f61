package dev.feedwarden.frontier;

import dev.feedwarden.model.PageVisit;
import dev.feedwarden.model.PageVisit.End;
import dev.feedwarden.model.PageVisit.Receipt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a person may want to know about pages: those that are given up; all of them on request. */
final class PageLog {
  private static final Logger LOG = LoggerFactory.getLogger(PageLog.class);

  private PageLog() {}

  static void visited(PageVisit visit, Receipt receipt) {
    var event =
        visit.end() instanceof End.Dead && receipt == Receipt.WRITTEN
            ? LOG.atWarn()
            : LOG.atDebug();
    var page = visit.claim().page();
    event
        .addKeyValue("page_id", page.id())
        .addKeyValue("source_id", page.sourceId().value())
        .addKeyValue("url", page.url().masked())
        .addKeyValue("end", Ending.of(visit, receipt).wire())
        .addKeyValue("reason", reason(visit.end()))
        .log(visit.end() instanceof End.Dead ? "page given up" : "page visited");
  }

  private static String reason(End end) {
    return switch (end) {
      case End.Later(var reason, _, _) -> reason.wire();
      case End.Dead(var reason) -> reason.wire();
      case End.Skipped(var reason) -> reason.wire();
      case End.Fetched _, End.Elsewhere _, End.Deferred _ -> "";
    };
  }
}
