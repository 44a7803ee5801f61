package dev.feedwarden.feed;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Time zones as dates in feeds name them. */
final class Zones {
  private static final Pattern NUMERIC =
      Pattern.compile(
          "(?:(?:UTC|GMT|Z) ?)?([+\\-\\u2212])([0-9]{1,2})(?::?([0-9]{2}))?(?::?[0-9]{2})?(?:"
              + " ?\\(.*\\)| [A-Z]+)?");
  private static final Pattern NAMED =
      Pattern.compile("\\(?(?:ETC/)?([A-Z]{1,5})\\)?(?: ?\\(.*\\))?");

  // Minutes east of Greenwich; the letters of the military zones are meaningless (RFC 2822, 4.3).
  private static final Map<String, Integer> EAST =
      Map.ofEntries(
          zone("UT", 0),
          zone("UTC", 0),
          zone("GMT", 0),
          zone("Z", 0),
          zone("WET", 0),
          zone("WEST", 60),
          zone("BST", 60),
          zone("CET", 60),
          zone("MET", 60),
          zone("MEZ", 60),
          zone("CEST", 120),
          zone("MEST", 120),
          zone("MESZ", 120),
          zone("EET", 120),
          zone("SAST", 120),
          zone("EEST", 180),
          zone("MSK", 180),
          zone("MSD", 240),
          zone("IST", 330),
          zone("HKT", 480),
          zone("SGT", 480),
          zone("AWST", 480),
          zone("JST", 540),
          zone("KST", 540),
          zone("ACST", 570),
          zone("AEST", 600),
          zone("AEDT", 660),
          zone("NZST", 720),
          zone("NZDT", 780),
          zone("BRT", -180),
          zone("ART", -180),
          zone("NST", -210),
          zone("NDT", -150),
          zone("AST", -240),
          zone("ADT", -180),
          zone("AT", -240),
          zone("EST", -300),
          zone("EDT", -240),
          zone("ET", -300),
          zone("CST", -360),
          zone("CDT", -300),
          zone("CT", -360),
          zone("MST", -420),
          zone("MDT", -360),
          zone("MT", -420),
          zone("PST", -480),
          zone("PDT", -420),
          zone("PT", -480),
          zone("AKST", -540),
          zone("AKDT", -480),
          zone("HST", -600));

  private static final Map<String, ZoneId> REGIONS =
      ZoneId.getAvailableZoneIds().stream()
          .filter(id -> id.indexOf('/') > 0)
          .collect(Collectors.toUnmodifiableMap(id -> id.toUpperCase(Locale.ROOT), ZoneId::of));

  private Zones() {}

  /** The zone of a name; UTC for none and for a name nobody knows; null for what is no zone. */
  static @Nullable ZoneId of(@Nullable String written) {
    var zone = written == null ? "" : written.strip().toUpperCase(Locale.ROOT);
    if (zone.isEmpty()) {
      return ZoneOffset.UTC;
    }
    var numeric = NUMERIC.matcher(zone);
    if (numeric.matches()) {
      var sign = numeric.group(1).equals("+") ? 1 : -1;
      var minutes = numeric.group(3) == null ? 0 : Integer.parseInt(numeric.group(3));
      return offset(sign * (Integer.parseInt(numeric.group(2)) * 60 + minutes));
    }
    var named = NAMED.matcher(zone);
    if (named.matches()) {
      return offset(EAST.getOrDefault(named.group(1), 0));
    }
    return REGIONS.get(zone);
  }

  private static @Nullable ZoneOffset offset(int minutes) {
    return Math.abs(minutes) <= 18 * 60 ? ZoneOffset.ofTotalSeconds(minutes * 60) : null;
  }

  private static Map.Entry<String, Integer> zone(String name, int minutesEast) {
    return Map.entry(name, minutesEast);
  }
}
