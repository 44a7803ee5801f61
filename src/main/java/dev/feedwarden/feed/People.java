package dev.feedwarden.feed;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Gathers who wrote an item, from the elements that may say so. */
final class People {
  private static final int MOST = 10;
  private static final int LONGEST = 200;
  private static final Pattern MAIL_AND_NAME = Pattern.compile("\\S+@\\S+\\s*\\(([^()]+)\\)");
  private static final Pattern NAME_AND_MAIL = Pattern.compile("([^<>]+)<[^<>]*@[^<>]*>");

  private final Set<String> authors = new LinkedHashSet<>();
  private final Set<String> creators = new LinkedHashSet<>();
  private final Set<String> performers = new LinkedHashSet<>();

  /** RSS: an address with a name in brackets, or just a name. */
  void author(Text text) {
    add(authors, text);
  }

  /** Dublin Core. */
  void creator(Text text) {
    add(creators, text);
  }

  /** Podcasts. */
  void performer(Text text) {
    add(performers, text);
  }

  /** Atom: the person construct just opened; the name, else the address. */
  void person(Cursor cursor) {
    var depth = cursor.depth();
    var name = Text.EMPTY;
    var mail = Text.EMPTY;
    while (cursor.nextChild(depth)) {
      switch (cursor.name().local()) {
        case "name" -> name = Text.atom(cursor);
        case "email" -> mail = Text.atom(cursor);
        default -> {}
      }
    }
    add(authors, name.raw() == null ? mail : name);
  }

  /** The names that the most particular kind of element gave. */
  @Nullable String names() {
    return Stream.of(authors, creators, performers)
        .filter(names -> !names.isEmpty())
        .findFirst()
        .map(names -> names.stream().collect(Collectors.joining(", ")))
        .orElse(null);
  }

  private static void add(Set<String> names, Text text) {
    var line = text.title(LONGEST);
    var name = within(MAIL_AND_NAME, within(NAME_AND_MAIL, line));
    if (!name.isEmpty() && names.size() < MOST) {
      names.add(name);
    }
  }

  private static String within(Pattern pattern, String line) {
    var found = pattern.matcher(line);
    return found.matches() ? found.group(1).strip() : line;
  }
}
