package dev.feedwarden.feed;

import static java.util.stream.Collectors.toUnmodifiableSet;

import java.text.Normalizer;
import java.time.DayOfWeek;
import java.time.Month;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The words of dates in the languages that feeds are written in, whatever the host speaks. */
final class CalendarNames {
  private static final int SHORTEST = 3;
  // Croatian is missing: its listopad is October, to Poles and Czechs it is November.
  private static final List<String> LANGUAGES =
      List.of(
          "en", "de", "fr", "es", "pt", "it", "nl", "pl", "ru", "uk", "cs", "sk", "hu", "el", "tr",
          "sv", "nb", "da", "fi", "ro", "bg", "ca", "gl", "id", "et", "lv", "lt", "is", "sl", "sr",
          "he", "ar", "zh", "ja", "ko");
  private static final List<TextStyle> STYLES =
      List.of(
          TextStyle.FULL, TextStyle.FULL_STANDALONE, TextStyle.SHORT, TextStyle.SHORT_STANDALONE);
  private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}\\p{M}'’]+");

  private static final Map<String, Integer> ENGLISH =
      Map.ofEntries(
          Map.entry("jan", 1),
          Map.entry("feb", 2),
          Map.entry("mar", 3),
          Map.entry("apr", 4),
          Map.entry("may", 5),
          Map.entry("jun", 6),
          Map.entry("jul", 7),
          Map.entry("aug", 8),
          Map.entry("sep", 9),
          Map.entry("oct", 10),
          Map.entry("nov", 11),
          Map.entry("dec", 12));
  // What umlauts become on keyboards that lack them, and short forms that Unicode has not.
  private static final Map<String, Integer> LEGACY =
      Map.of("maerz", 3, "mrz", 3, "maer", 3, "jaenner", 1, "sett", 9, "ιουν", 6, "ιουλ", 7);

  private static final Set<String> ORDINALS =
      Set.of("st", "nd", "rd", "th", "er", "ere", "re", "e", "eme", "º", "ª", "го", "de", "ste");
  private static final Set<String> FILLERS =
      Stream.of(
              "at on of the um uhr am den der de del do da das dos le la las les à a á o klo kl"
                  + " kello ore alle ora il di dne r г год года году р року в о u y óra órakor om"
                  + " saat godz στις στα και op tanggal pukul")
          .flatMap(words -> Stream.of(words.split(" ", -1)))
          .map(CalendarNames::folded)
          .collect(toUnmodifiableSet());

  /** The words for the halves of a day that are written before the time, and who writes so. */
  record Half(String text, boolean isAfternoon, ZoneOffset zone) {}

  static final List<Half> HALVES =
      List.of(
          new Half("오전", false, ZoneOffset.ofHours(9)),
          new Half("오후", true, ZoneOffset.ofHours(9)),
          new Half("午前", false, ZoneOffset.ofHours(9)),
          new Half("午後", true, ZoneOffset.ofHours(9)),
          new Half("上午", false, ZoneOffset.ofHours(8)),
          new Half("下午", true, ZoneOffset.ofHours(8)));

  private CalendarNames() {}

  /** The number of a month, or 0 for what is none. */
  static int month(String word) {
    var name = folded(word);
    var english = ENGLISH.get(name);
    return english != null ? english : World.MONTHS.getOrDefault(name, 0);
  }

  static boolean isWeekday(String word) {
    return World.WEEKDAYS.contains(folded(word));
  }

  static boolean isFiller(String word) {
    return FILLERS.contains(folded(word));
  }

  static boolean isOrdinal(String word) {
    return ORDINALS.contains(folded(word));
  }

  private static String folded(String word) {
    var lower = word.toLowerCase(Locale.ROOT);
    if (isAscii(lower)) {
      return lower;
    }
    var apart = Normalizer.normalize(lower, Normalizer.Form.NFD);
    var out = new StringBuilder(apart.length());
    apart
        .chars()
        .filter(c -> Character.getType(c) != Character.NON_SPACING_MARK)
        .forEach(
            c ->
                out.append(
                    switch (c) {
                      case 'ł' -> 'l';
                      case 'ı' -> 'i';
                      case 'ø' -> 'o';
                      case 'ς' -> 'σ';
                      case '’' -> '\'';
                      default -> (char) c;
                    }));
    return out.toString();
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 0x7F) {
        return false;
      }
    }
    return true;
  }

  /** Made from the locale data of the JDK when the first word comes that is not plain English. */
  private static final class World {
    static final Map<String, Integer> MONTHS = months();
    static final Set<String> WEEKDAYS = weekdays();

    private static Map<String, Integer> months() {
      var exact = new HashMap<String, Integer>();
      var prefixes = new HashMap<String, Integer>();
      for (var language : LANGUAGES) {
        for (var month : Month.values()) {
          for (var style : STYLES) {
            var name = month.getDisplayName(style, Locale.forLanguageTag(language));
            for (var word : words(name)) {
              exact.putIfAbsent(word, month.getValue());
              for (int end = SHORTEST; end < word.length(); end++) {
                prefixes.merge(word.substring(0, end), month.getValue(), World::same);
              }
            }
          }
        }
      }
      exact.putAll(LEGACY);
      prefixes.putAll(exact);
      return Map.copyOf(prefixes);
    }

    private static Set<String> weekdays() {
      var days = new HashSet<>(Set.of("thurs", "thur", "tues", "wednes", "weds"));
      for (var language : LANGUAGES) {
        for (var day : DayOfWeek.values()) {
          for (var style : STYLES) {
            days.addAll(words(day.getDisplayName(style, Locale.forLanguageTag(language))));
          }
        }
      }
      return Set.copyOf(days);
    }

    // Two months that begin alike are neither; 0 is no month.
    private static int same(int one, int other) {
      return one == other ? one : 0;
    }

    private static List<String> words(String name) {
      if (name.chars().anyMatch(Character::isDigit)) {
        return List.of();
      }
      return BETWEEN
          .splitAsStream(name)
          .filter(word -> !word.isEmpty())
          .map(CalendarNames::folded)
          .filter(word -> !FILLERS.contains(word))
          .toList();
    }
  }
}
