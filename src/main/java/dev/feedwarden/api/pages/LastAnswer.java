package dev.feedwarden.api.pages;

import dev.feedwarden.feed.Breakage;
import dev.feedwarden.feed.FeedReader;
import dev.feedwarden.store.Exhibits.Kept;
import dev.feedwarden.store.Packed;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The last answer that a poll failed on, as text.
 *
 * @param wrong what is, if that is plain to see: where a strict parser gives up
 * @param body what was kept of it
 * @param note how much of it that is
 */
public record LastAnswer(
    When at,
    int status,
    List<String> headers,
    List<String> redirects,
    String wrong,
    String body,
    String note) {

  private static final Pattern PAGE =
      Pattern.compile("\\s*(?:<!doctype\\s+html|<html)\\b", Pattern.CASE_INSENSITIVE);

  static LastAnswer of(Kept kept, Instant now) {
    var exhibit = kept.exhibit();
    var bytes = Packed.unpack(exhibit.packed());
    var isWhole = bytes.length == exhibit.size();
    var text = FeedReader.text(bytes, exhibit.contentType());
    return new LastAnswer(
        When.of(kept.endedAt(), now),
        kept.statusCode(),
        lines(exhibit.headers()),
        lines(exhibit.redirects()),
        PAGE.matcher(text).lookingAt()
            ? "It is a web page."
            : Breakage.of(text, isWhole).map(LastAnswer::words).orElse(""),
        Remote.block(text, Packed.MOST),
        isWhole
            ? "all " + PollLine.size(exhibit.size())
            : "the first " + PollLine.size(bytes.length) + " of " + PollLine.size(exhibit.size()));
  }

  private static List<String> lines(List<String> lines) {
    return lines.stream().map(line -> Remote.line(line, 300)).toList();
  }

  private static String words(Breakage at) {
    return "It breaks at line "
        + at.line()
        + ", column "
        + at.column()
        + ": "
        + Remote.line(at.words(), 200);
  }
}
