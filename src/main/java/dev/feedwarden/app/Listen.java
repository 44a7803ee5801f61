package dev.feedwarden.app;

import dev.feedwarden.api.Server.Place;
import java.util.regex.Pattern;

/** Where the API is answered, if anywhere. */
public sealed interface Listen {
  record Off() implements Listen {}

  record At(Place place) implements Listen {}

  /** The spelling of a setting. */
  default String text() {
    return switch (this) {
      case Off() -> "off";
      case At(var place) -> place.toString();
    };
  }

  /** Reads HOST:PORT; port 0 is any that is free. */
  static Reading<Listen> read(String text) {
    if (text.isEmpty() || text.equalsIgnoreCase("off")) {
      return new Reading.Good<>(new Off());
    }
    var match = Syntax.PLACE.matcher(text);
    if (!match.matches() || Integer.parseInt(match.group(3)) > 65_535) {
      return new Reading.Bad<>("is not a place to listen; write for example 127.0.0.1:8080 or off");
    }
    var host = match.group(1) == null ? match.group(2) : match.group(1);
    return new Reading.Good<>(new At(new Place(host, Integer.parseInt(match.group(3)))));
  }

  /** How a place is written. */
  final class Syntax {
    private static final Pattern PLACE =
        Pattern.compile("(?:\\[([0-9a-fA-F:.]+)]|([A-Za-z0-9._-]+)):(\\d{1,5})");

    private Syntax() {}
  }
}
