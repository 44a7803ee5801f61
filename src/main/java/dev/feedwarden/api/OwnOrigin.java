package dev.feedwarden.api;

import dev.feedwarden.model.WebUrl;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Whether a browser asks on behalf of one of our own pages.
 *
 * @param publicUrl how people reach us, if the operator said
 */
record OwnOrigin(@Nullable WebUrl publicUrl) {
  /** Whether the browser says so; one that says nothing is not believed. */
  boolean isAskedByUs(Function<String, Optional<String>> headers) {
    return headers
        .apply("Sec-Fetch-Site")
        .map("same-origin"::equals)
        .orElseGet(() -> isOurs(headers, headers.apply("Origin").orElse("")));
  }

  /** Whether the browser says that it was another's page; what is no browser says nothing. */
  boolean isAskedByAnother(Function<String, Optional<String>> headers) {
    var silent = headers.apply("Sec-Fetch-Site").isEmpty() && headers.apply("Origin").isEmpty();
    return !silent && !isAskedByUs(headers);
  }

  private boolean isOurs(Function<String, Optional<String>> headers, String origin) {
    if (!(WebUrl.parse(origin) instanceof WebUrl.Parsed.Good(var from))) {
      return false;
    }
    return publicUrl == null
        ? from.authority().equalsIgnoreCase(headers.apply("Host").orElse(""))
        : from.isOfOrigin(publicUrl);
  }
}
