package dev.feedwarden.store;

import dev.feedwarden.model.Page;
import dev.feedwarden.model.PageContent;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.WebUrl;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A page as columns. */
final class PageColumns {
  private PageColumns() {}

  static Page read(ResultSet row) throws SQLException {
    return new Page(
        row.getLong("id"),
        new SourceId(row.getString("source_id")),
        WebUrl.of(row.getString("url")),
        new Page.Submission(
            Page.Origin.ofWire(row.getString("origin")),
            row.getInt("priority"),
            Rows.time(row, "submitted_at")),
        new Page.Progress(
            Page.State.ofWire(row.getString("state")),
            reason(row.getString("reason")),
            Rows.maybeId(row, "merged_into"),
            Rows.maybeTime(row, "next_attempt_at"),
            new Page.Tries(row.getInt("attempts"), row.getInt("losses")),
            new Page.Way(WebUrl.of(row.getString("at_url")), row.getInt("hops"))),
        answer(row));
  }

  private static Page.@Nullable Reason reason(@Nullable String wire) {
    return wire == null ? null : Page.Reason.ofWire(wire);
  }

  private static Page.@Nullable Answer answer(ResultSet row) throws SQLException {
    var at = Rows.maybeTime(row, "ended_at");
    var last = row.getString("final_url");
    return at == null
        ? null
        : new Page.Answer(
            last == null ? null : WebUrl.of(last),
            row.getInt("status_code"),
            row.getString("content_type"),
            row.getString("body_hash"),
            at);
  }

  static PageContent content(ResultSet row) throws SQLException {
    return new PageContent(
        new PageContent.Facts(
            row.getString("title"),
            row.getString("byline"),
            Rows.maybeTime(row, "published_at"),
            row.getString("canonical_url"),
            row.getString("language"),
            row.getString("image_url")),
        row.getString("content_html"),
        row.getString("content_text"));
  }
}
