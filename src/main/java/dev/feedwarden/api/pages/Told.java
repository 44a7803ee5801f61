package dev.feedwarden.api.pages;

import static dev.feedwarden.api.Shapes.word;

import dev.feedwarden.api.Request;
import dev.feedwarden.api.Route.Query;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a page says first after its reader did something; an address can name one, not write it. */
enum Told {
  ADDED("The source is registered; its first poll is due."),
  KNOWN("This feed was registered already; here it is."),
  CHANGED("Saved."),
  UNCHANGED("Nothing was to be changed."),
  ENABLED("Enabled: it begins anew and is due now."),
  DISABLED("Disabled."),
  ASKED("Due now; the next free worker polls it."),
  REMOVED("The source and its articles are gone."),
  STALE("Somebody else changed it meanwhile; nothing was saved."),
  MOVED("It has its new address."),
  MOVED_BACK("It has its old address again and is due now."),
  REPAIR_REJECTED("Rejected; it is not proposed again."),
  NOT_POLLED("The source that has this feed is not polled; enable that one first."),
  STOPPED("It is stopped; enable it first."),
  TAKEN("It was taken."),
  REFUSED("The destination refused it."),
  OUT_OF_REACH("The destination takes nothing now.");

  static final Query QUERY =
      new Query(
          "told",
          word(Arrays.stream(values()).map(Told::wire).toList()),
          "what was done just before");

  private final String sentence;

  Told(String sentence) {
    this.sentence = sentence;
  }

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static @Nullable String of(Request request) {
    return request
        .query(QUERY.name())
        .map(text -> valueOf(text.toUpperCase(Locale.ROOT)).sentence)
        .orElse(null);
  }
}
