package dev.feedwarden.model;

import org.jspecify.annotations.Nullable;

/** Somebody who wrote something: a name, an address, a home page, whatever the feed tells. */
public record Person(@Nullable String name, @Nullable String email, @Nullable String uri) {
  public Person {
    if (name == null && email == null && uri == null) {
      throw new IllegalArgumentException("nobody");
    }
  }

  /** What to call this person. */
  public String shown() {
    if (name != null) {
      return name;
    }
    return email != null ? email : String.valueOf(uri);
  }
}
