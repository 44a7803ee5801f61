package dev.feedwarden.api;

import dev.feedwarden.api.Server.Place;
import dev.feedwarden.model.WebUrl;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * By which names we may be asked. Whoever can only be reached from this machine is asked by another
 * name only when somebody made that name lead here, to read us through a visitor's browser.
 *
 * @param isLocal we can only be reached from this machine, and have no other name
 */
record OwnNames(boolean isLocal) {
  private static final Pattern LITERAL =
      Pattern.compile("(?:[0-9]{1,3}(?:\\.[0-9]{1,3}){3}|\\[[0-9a-f:.]+])(?::[0-9]{1,5})?");

  static OwnNames of(Place place, @Nullable WebUrl publicUrl) {
    var isLoopback =
        place.host().startsWith("127.")
            || place.host().equals("::1")
            || place.host().equals("localhost");
    return new OwnNames(isLoopback && publicUrl == null);
  }

  // A name without a dot is nobody's to give away.
  boolean isOurs(@Nullable String host) {
    if (!isLocal || host == null) {
      return true;
    }
    var name = host.toLowerCase(Locale.ROOT);
    return name.indexOf('.') < 0
        || LITERAL.matcher(name).matches()
        || name.replaceFirst(":[0-9]+$", "").endsWith(".localhost");
  }
}
