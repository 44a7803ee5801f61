package dev.feedwarden.poll;

import dev.feedwarden.model.Exhibit;
import dev.feedwarden.model.FetchResult;
import dev.feedwarden.model.FetchResult.Answered;
import dev.feedwarden.model.Masked;
import dev.feedwarden.model.Outcome;
import dev.feedwarden.model.Source;
import dev.feedwarden.store.Packed;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is left of an answer that a poll failed on; nothing of one that it did not. */
final class Remains {
  private static final int MOST_HEADERS = 60;
  private static final int LONGEST_LINE = 300;

  private Remains() {}

  static @Nullable Exhibit of(Source source, Outcome outcome, FetchResult result) {
    return outcome instanceof Outcome.Failed
            && result instanceof Answered answer
            && answer.body().length > 0
            && !source.isPrivate() // what only its owner may read is not kept for others
        ? exhibit(answer)
        : null;
  }

  private static Exhibit exhibit(Answered answer) {
    return new Exhibit(
        answer.headers().contentType() == null ? null : line(answer.headers().contentType()),
        answer.headers().all().entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .limit(MOST_HEADERS)
            .map(header -> line(header.getKey() + ": " + header.getValue()))
            .toList(),
        answer.trace().redirects().stream()
            .map(hop -> line(hop.status() + " " + hop.to().masked()))
            .toList(),
        answer.body().length,
        Packed.pack(answer.body()));
  }

  // One line without secrets, and nothing that a database would refuse.
  private static String line(String text) {
    var clean = new StringBuilder();
    Masked.text(text)
        .codePoints()
        .limit(LONGEST_LINE)
        .map(c -> Character.isISOControl(c) || isHalf(c) ? 0xfffd : c)
        .forEach(clean::appendCodePoint);
    return clean.toString();
  }

  private static boolean isHalf(int c) {
    return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
  }
}
