package dev.feedwarden.deliver;

import dev.feedwarden.fetch.Sender.Reply;
import dev.feedwarden.policy.RetryAfter;
import java.time.Instant;
import java.util.function.Predicate;

/** What an answer over HTTP means. */
final class HttpVerdict {
  private static final int LONGEST_WORD = 100;

  private HttpVerdict() {}

  /**
   * The verdict of a reply.
   *
   * @param taken whether an answer says that the message was taken
   */
  static Verdict of(Reply reply, Predicate<Reply.Answered> taken, Instant now) {
    return switch (reply) {
      case Reply.Unanswered(var cause) ->
          new Verdict.DestinationTrouble("no answer: " + cause.wire(), null);
      case Reply.Answered answer when taken.test(answer) -> new Verdict.Delivered(null);
      case Reply.Answered answer when isAboutDestination(answer.status()) ->
          new Verdict.DestinationTrouble(
              words(answer),
              RetryAfter.parse(answer.retryAfter(), answer.date(), now).orElse(null));
      case Reply.Answered answer -> new Verdict.EventRefused(answer.status(), words(answer));
    };
  }

  // Whoever moved away, is busy or broken says nothing about what was sent.
  private static boolean isAboutDestination(int status) {
    return status >= 500 || status == 429 || status == 408 || (status >= 300 && status < 400);
  }

  /** A status and what the answer says in a word, if it does so. */
  static String words(Reply.Answered answer) {
    var word = answer.text().strip();
    var isWord =
        !word.isEmpty()
            && word.length() <= LONGEST_WORD
            && word.chars().allMatch(c -> c > 0x20 && c < 0x7f && c != '<');
    return "status " + answer.status() + (isWord ? ": " + word : "");
  }
}
