package dev.feedwarden.feed;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Time zones as dates in feeds name them. */
final class Zones {
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
          zone("EST", -300),
          zone("EDT", -240),
          zone("CST", -360),
          zone("CDT", -300),
          zone("MST", -420),
          zone("MDT", -360),
          zone("PST", -480),
          zone("PDT", -420),
          zone("AKST", -540),
          zone("AKDT", -480),
          zone("WEDT", 60),
          zone("CEDT", 120),
          zone("EEDT", 180),
          zone("IDT", 180),
          zone("TRT", 180),
          zone("EAT", 180),
          zone("CAT", 120),
          zone("WAT", 60),
          zone("МСК", 180),
          zone("IRST", 210),
          zone("GST", 240),
          zone("PKT", 300),
          zone("NPT", 345),
          zone("ICT", 420),
          zone("WIB", 420),
          zone("WITA", 480),
          zone("PHT", 480),
          zone("MYT", 480),
          zone("ACDT", 630),
          zone("CHST", 600),
          zone("BRST", -120),
          zone("UYT", -180),
          zone("CLT", -240),
          zone("CLST", -180),
          zone("VET", -240),
          zone("BOT", -240),
          zone("COT", -300),
          zone("PET", -300),
          zone("ECT", -300),
          zone("HDT", -540),
          zone("SST", -660),
          zone("HST", -600));

  // Neither summer nor winter time, but whichever the clocks there show.
  private static final Map<String, ZoneId> AMERICAN =
      Map.of(
          "AT", ZoneId.of("America/Halifax"),
          "ET", ZoneId.of("America/New_York"),
          "CT", ZoneId.of("America/Chicago"),
          "MT", ZoneId.of("America/Denver"),
          "PT", ZoneId.of("America/Los_Angeles"));

  private Zones() {}

  /** The zone of an abbreviation, or null for one that nobody knows. */
  static @Nullable ZoneId named(String written) {
    var name = written.toUpperCase(Locale.ROOT);
    var east = EAST.get(name);
    return east == null ? AMERICAN.get(name) : ZoneOffset.ofTotalSeconds(east * 60);
  }

  /** The offset of an abbreviation in capitals that means one and the same all year. */
  static int secondsEast(String name, int unknown) {
    var east = EAST.get(name);
    return east == null ? unknown : east * 60;
  }

  /** The zone of a region such as Europe/Berlin, or null. */
  static @Nullable ZoneId region(String written) {
    return Regions.ALL.get(written.toUpperCase(Locale.ROOT));
  }

  private static Map.Entry<String, Integer> zone(String name, int minutesEast) {
    return Map.entry(name, minutesEast);
  }

  private static final class Regions {
    static final Map<String, ZoneId> ALL =
        ZoneId.getAvailableZoneIds().stream()
            .filter(id -> id.indexOf('/') > 0)
            .collect(Collectors.toUnmodifiableMap(id -> id.toUpperCase(Locale.ROOT), ZoneId::of));
  }
}
