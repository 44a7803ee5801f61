package dev.feedwarden.store;

import dev.feedwarden.model.Article;
import dev.feedwarden.model.Blame;
import dev.feedwarden.model.Credentials;
import dev.feedwarden.model.Entry;
import dev.feedwarden.model.ErrorType;
import dev.feedwarden.model.FeedState;
import dev.feedwarden.model.FeedState.Reliability;
import dev.feedwarden.model.FeedState.Snapshot;
import dev.feedwarden.model.FeedState.Unmodified;
import dev.feedwarden.model.FeedState.Visits;
import dev.feedwarden.model.Health;
import dev.feedwarden.model.Health.LastError;
import dev.feedwarden.model.Health.Outage;
import dev.feedwarden.model.Health.Streak;
import dev.feedwarden.model.Intake;
import dev.feedwarden.model.Label;
import dev.feedwarden.model.Lie;
import dev.feedwarden.model.MoveCandidate;
import dev.feedwarden.model.NextPoll;
import dev.feedwarden.model.Overlap;
import dev.feedwarden.model.Overrides;
import dev.feedwarden.model.Source;
import dev.feedwarden.model.Source.Settings;
import dev.feedwarden.model.Source.Stamps;
import dev.feedwarden.model.SourceId;
import dev.feedwarden.model.Standing;
import dev.feedwarden.model.Validators;
import dev.feedwarden.model.WebUrl;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows to values: the only place that knows both the columns and the records. */
final class Rows {
  static final String MANUAL = "manual";

  /** The columns of a source with its feed's state, for {@code sources s JOIN feed_state f}. */
  static final String REGISTERED =
      """
      s.id, s.name, s.feed_url, s.enabled, s.feed_poll_interval_minutes, s.credentials, s.policy,
      s.feed_disabled_at, s.feed_disabled_until, s.feed_disable_reason, s.feed_disabled_by,
      s.feed_disable_note, s.ingestion_mode, s.revision, s.created_at, s.updated_at, s.notes,
      s.tags, f.last_etag, f.last_modified, f.body_hash, f.last_item_count,
      f.whole_at, f.whole_from, f.etag_churn, f.validators_lied_at, f.validators_lie,
      f.unmodified_count, f.unmodified_at, f.consecutive_errors,
      f.error_count, f.streak_type, f.same_type_streak, f.any_type_streak, f.error_repeats,
      f.last_error, f.last_error_type, f.last_error_blame, f.last_polled_at, f.last_success_at,
      f.next_poll_at, f.next_poll_reason, f.failing_since, f.told_at, f.moved_to, f.moved_how,
      f.moved_sightings, f.moved_since, f.moved_common, f.moved_of, s.merged_into,
      """
          + RhythmColumns.NAMES
          + ", "
          + WatchColumns.NAMES;

  private Rows() {}

  static Registered registered(ResultSet row) throws SQLException {
    var merged = row.getString("merged_into");
    return new Registered(source(row), state(row), merged == null ? null : new SourceId(merged));
  }

  private static Source source(ResultSet row) throws SQLException {
    var url = row.getString("feed_url");
    var minutes = row.getInt("feed_poll_interval_minutes");
    return new Source(
        new SourceId(row.getString("id")),
        new Settings(
            new Label(
                row.getString("name"), TagRows.read(row.getString("tags")), row.getString("notes")),
            url == null ? null : WebUrl.of(url),
            row.getBoolean("enabled"),
            new Intake(
                minutes == 0 ? null : Duration.ofMinutes(minutes),
                Intake.Mode.ofWire(row.getString("ingestion_mode"))),
            credentials(row.getString("credentials")),
            overrides(row.getString("policy"))),
        standing(row),
        row.getLong("revision"),
        new Stamps(time(row, "created_at"), time(row, "updated_at")));
  }

  private static Credentials.@Nullable Encrypted credentials(@Nullable String text) {
    return text == null ? null : new Credentials.Encrypted(text);
  }

  private static @Nullable Overrides overrides(@Nullable String text) {
    return text == null ? null : Overrides.ofText(text);
  }

  private static Standing standing(ResultSet row) throws SQLException {
    var reason = row.getString("feed_disable_reason");
    if (reason == null) {
      return Standing.ACTIVE;
    }
    var since = time(row, "feed_disabled_at");
    var by = row.getString("feed_disabled_by");
    if (reason.equals(MANUAL)) {
      var note = row.getString("feed_disable_note");
      return new Standing.Stopped(since, by, note == null ? "" : note);
    }
    return new Standing.Cooling(
        ErrorType.ofWire(reason), since, time(row, "feed_disabled_until"), by);
  }

  private static FeedState state(ResultSet row) throws SQLException {
    var validators = new Validators(row.getString("last_etag"), row.getString("last_modified"));
    return new FeedState(
        new Snapshot(
            validators,
            row.getString("body_hash"),
            row.getInt("last_item_count"),
            new Reliability(
                maybeTime(row, "whole_at"),
                maybeUrl(row.getString("whole_from")),
                row.getInt("etag_churn"),
                lie(row),
                new Unmodified(row.getInt("unmodified_count"), maybeTime(row, "unmodified_at"))),
            RhythmColumns.read(row),
            WatchColumns.read(row)),
        new Health(
            row.getInt("consecutive_errors"),
            row.getLong("error_count"),
            new Streak(
                type(row.getString("streak_type")),
                row.getInt("same_type_streak"),
                row.getInt("any_type_streak")),
            row.getInt("error_repeats"),
            lastError(row)),
        new Visits(maybeTime(row, "last_polled_at"), maybeTime(row, "last_success_at")),
        new NextPoll(
            maybeTime(row, "next_poll_at"),
            NextPoll.Reason.ofWire(row.getString("next_poll_reason"))),
        move(row));
  }

  // Before anybody told them apart it was all of them.
  private static @Nullable Lie lie(ResultSet row) throws SQLException {
    var at = maybeTime(row, "validators_lied_at");
    var kind = row.getString("validators_lie");
    return at == null ? null : new Lie(kind == null ? Lie.Kind.BOTH : Lie.Kind.ofWire(kind), at);
  }

  private static @Nullable MoveCandidate move(ResultSet row) throws SQLException {
    var to = maybeUrl(row.getString("moved_to"));
    return to == null
        ? null
        : new MoveCandidate(
            to,
            MoveCandidate.How.ofWire(row.getString("moved_how")),
            row.getInt("moved_sightings"),
            time(row, "moved_since"),
            new Overlap(row.getInt("moved_common"), row.getInt("moved_of")));
  }

  private static @Nullable LastError lastError(ResultSet row) throws SQLException {
    var type = type(row.getString("last_error_type"));
    return type == null
        ? null
        : new LastError(
            type,
            row.getString("last_error"),
            new Outage(time(row, "failing_since"), maybeTime(row, "told_at")),
            blame(row.getString("last_error_blame")));
  }

  // Before anybody asked it was always the feed.
  private static Blame blame(@Nullable String wire) {
    return wire == null ? Blame.FEED : Blame.ofWire(wire);
  }

  static @Nullable ErrorType type(@Nullable String wire) {
    return wire == null ? null : ErrorType.ofWire(wire);
  }

  static Article article(ResultSet row) throws SQLException {
    return new Article(
        row.getLong("id"),
        new SourceId(row.getString("source_id")),
        row.getString("guid"),
        version(row),
        new Article.Seen(row.getInt("revision"), time(row, "first_seen_at")),
        maybeId(row, "duplicate_of"));
  }

  static Article.Revision revision(ResultSet row) throws SQLException {
    return new Article.Revision(row.getInt("revision"), version(row), time(row, "replaced_at"));
  }

  private static Article.Version version(ResultSet row) throws SQLException {
    var tags = row.getString("tags");
    var link = row.getString("link");
    var text = text(row);
    return new Article.Version(
        new Entry.Content(
            row.getString("title"),
            link,
            row.getString("author"),
            text.summary(),
            tags.isEmpty() ? List.of() : List.of(tags.split("\n")),
            row.getString("language")),
        new Entry.Body(
            text.html(),
            EnclosureText.read(row.getString("enclosures")),
            CommentsText.read(row.getString("comments_url"), link)),
        new Entry.Dates(
            maybeTime(row, "published_at"),
            maybeTime(row, "updated_at"),
            row.getBoolean("dates_guessed")));
  }

  // Before anybody packed them each had its column.
  private static PackedText text(ResultSet row) throws SQLException {
    var packed = row.getBytes("packed");
    return packed == null
        ? new PackedText(row.getString("summary"), row.getString("content_html"))
        : PackedText.unpack(packed);
  }

  static @Nullable Long maybeId(ResultSet row, String column) throws SQLException {
    var id = row.getLong(column);
    return row.wasNull() ? null : (Long) id;
  }

  private static @Nullable WebUrl maybeUrl(@Nullable String text) {
    return text == null ? null : WebUrl.of(text);
  }

  static Instant time(ResultSet row, String column) throws SQLException {
    return Instant.ofEpochMilli(row.getLong(column));
  }

  static @Nullable Instant maybeTime(ResultSet row, String column) throws SQLException {
    var millis = row.getLong(column);
    return row.wasNull() ? null : Instant.ofEpochMilli(millis);
  }

  static @Nullable Long millis(@Nullable Instant at) {
    return at == null ? null : at.toEpochMilli();
  }
}
