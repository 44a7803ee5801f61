package dev.feedwarden.feed;

import dev.feedwarden.model.Person;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Gathers who wrote something, from the elements that may say so; the most particular kind counts.
 */
final class People {
  private static final int MOST = 10;
  private static final int LONGEST = 200;
  private static final Pattern MAIL =
      Pattern.compile("[^\\s<>()\\[\\]\"',;:]+@[^\\s<>()\\[\\]\"',;:]+");
  private static final Pattern AROUND =
      Pattern.compile("^[\\s(<\\[\"',:-]+|[\\s()<>\\[\\]\"',:-]+$");

  private List<Person> people = List.of();
  private int rank = Integer.MAX_VALUE;
  private int dropped;

  /** Whether elements of this rank could still count. */
  boolean wants(int offered) {
    return offered <= rank;
  }

  /** How many were too many. */
  int dropped() {
    return dropped;
  }

  List<Person> best() {
    return people;
  }

  /**
   * The element just opened: words with an address somewhere, or parts each in their own element.
   */
  void read(Cursor cursor, int offered) {
    var depth = cursor.depth();
    var base = cursor.base();
    var words = cursor.words();
    String name = null;
    String mail = null;
    String uri = null;
    while (true) {
      switch (cursor.next()) {
        case START -> {
          switch (cursor.depth() == depth + 1 ? cursor.name().local() : "") {
            case "name", "fullname" -> name = line(cursor, name);
            case "email" -> mail = line(cursor, mail);
            case "uri", "url", "homepage" -> uri = line(cursor, uri);
            default -> {}
          }
        }
        case TEXT -> cursor.appendTo(words);
        case END -> {
          if (cursor.depth() < depth) {
            var home = uri == null ? null : Links.resolve(base, uri);
            add(offered, person(name, mail, home, words.text()));
            return;
          }
        }
        case DONE, BROKEN -> {
          return;
        }
      }
    }
  }

  void add(int offered, @Nullable Person person) {
    if (person == null || offered > rank) {
      return;
    }
    if (offered < rank) {
      rank = offered;
      people = new ArrayList<>();
    }
    if (people.size() == MOST) {
      dropped++;
    } else if (!people.contains(person)) {
      people.add(person);
    }
  }

  static @Nullable Person person(
      @Nullable String name, @Nullable String mail, @Nullable String uri, String words) {
    if (name != null || mail != null || uri != null) {
      return split(name == null ? "" : name, mail, uri);
    }
    return split(PlainText.ofTitle(words, LONGEST), null, null);
  }

  // "a@b (Name)", "Name <a@b>", "Name, a@b" and whatever else people write.
  private static @Nullable Person split(String line, @Nullable String mail, @Nullable String uri) {
    var name = line;
    var address = mail;
    var found = MAIL.matcher(line);
    if (line.indexOf('@') >= 0 && found.find()) {
      address = mail == null ? found.group().replaceFirst("(?i)^mailto:", "") : mail;
      var rest = line.substring(0, found.start()) + " " + line.substring(found.end());
      name = AROUND.matcher(rest).replaceAll("").replaceAll("\\s+", " ");
    }
    var called = name.isBlank() ? null : name;
    return called == null && address == null && uri == null
        ? null
        : new Person(called, address, uri);
  }

  private static @Nullable String line(Cursor cursor, @Nullable String before) {
    var line = TextReader.rss(cursor).title(LONGEST);
    return before != null || line.isEmpty() ? before : line;
  }
}
