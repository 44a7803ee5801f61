package dev.feedwarden.model;

import org.jspecify.annotations.Nullable;

/**
 * What a server gave us to ask "changed since?" with; echoed byte for byte, never newer than the
 * stored items.
 */
public record Validators(@Nullable String etag, @Nullable String lastModified) {
  public static final Validators NONE = new Validators(null, null);

  /** Whether a request that carries these is a conditional one. */
  public boolean any() {
    return etag != null || lastModified != null;
  }
}
