package dev.feedwarden.model;

import org.jspecify.annotations.Nullable;

/**
 * What a request may ask "changed since?" with, and whom.
 *
 * @param of the URL whose document the validators stand for; nobody else is asked with them
 */
public record Condition(Validators validators, @Nullable WebUrl of) {
  public static final Condition NONE = new Condition(Validators.NONE, null);

  /** What is sent to a URL; a redirect may have led to another than last time. */
  public Validators at(WebUrl url) {
    return of == null || of.equals(url) ? validators : Validators.NONE;
  }
}
