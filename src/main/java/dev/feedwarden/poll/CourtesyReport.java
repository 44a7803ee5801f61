package dev.feedwarden.poll;

import dev.feedwarden.model.Courtesy;
import dev.feedwarden.model.HostKey;
import dev.feedwarden.policy.CourtesyCheck;
import dev.feedwarden.policy.CourtesyCheck.Grade;
import dev.feedwarden.policy.CourtesyCheck.Promise;
import dev.feedwarden.store.CourtesyBook;
import dev.feedwarden.store.CourtesyBook.Page;
import dev.feedwarden.store.Database;
import java.time.Duration;
import java.util.List;

/** What a publisher may be shown of how we treat a host: the days, their sum, and our grades. */
public record CourtesyReport(HostKey host, List<Page> days, Courtesy total, List<Grade> grades) {
  /** What is published: a second between two requests, whatever the operator wishes. */
  private static final Duration PUBLISHED_GAP = Duration.ofSeconds(1);

  public CourtesyReport {
    days = List.copyOf(days);
    grades = List.copyOf(grades);
  }

  /** The last days of a host. */
  public static CourtesyReport of(Database database, HostKey host, int days) {
    var book = new CourtesyBook(database);
    var found = book.days(host, database.now().minus(Duration.ofDays(days)));
    var total = found.stream().map(Page::courtesy).reduce(Courtesy.NOTHING, Courtesy::plus);
    var promise = new Promise(PUBLISHED_GAP, book.lanes(host), book.isValidated(host));
    return new CourtesyReport(host, found, total, CourtesyCheck.of(total, promise));
  }
}
