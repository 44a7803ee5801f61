package dev.feedwarden.feed;

import dev.feedwarden.model.Budget;
import dev.feedwarden.model.WebUrl;

/**
 * A piece of text as a feed gave it, neither sanitised nor resolved.
 *
 * @param html whether it is HTML, or text as it is
 * @param base where its relative links begin
 */
public record Markup(String value, boolean html, WebUrl base) {
  /** No text. */
  public static Markup none(WebUrl base) {
    return new Markup("", false, base);
  }

  /** Whether there is nothing to read. */
  public boolean isBlank() {
    return value.isBlank();
  }

  /** The text as HTML that is safe to show. */
  public Sanitizer.Result clean(Budget budget) {
    return clean(budget, new Desk());
  }

  Sanitizer.Result clean(Budget budget, Desk desk) {
    return html
        ? Sanitizer.clean(value, base, budget, desk)
        : new Sanitizer.Result.Safe(value.replace("&", "&amp;").replace("<", "&lt;"), false);
  }

  /** At most {@code max} characters of what a reader sees of a title, a name or a tag. */
  String title(int max) {
    return html ? PlainText.ofTitle(value, max) : PlainText.ofText(value, max);
  }

  /** At most {@code max} characters of a body's {@link #words}, as one line. */
  String beginning(String words, int max) {
    return html ? PlainText.beginning(words, max) : PlainText.ofText(value, max);
  }

  /** Everything that a reader sees of a body, for comparing. */
  String words(Desk desk) {
    return html ? PlainText.words(value, desk) : value.strip();
  }
}
