package dev.feedwarden.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** IPv6 addresses as text: RFC 4291 section 2.2 in, RFC 5952 section 4 out. */
public final class Ipv6 {
  private static final int GROUPS = 8;
  private static final Pattern GROUP = Pattern.compile("[0-9a-fA-F]{1,4}");

  private Ipv6() {}

  /** The one spelling of an address, or null for what is none; a zone is none. */
  public static @Nullable String canonical(String text) {
    var gap = text.indexOf("::");
    var head = gap < 0 ? List.<Integer>of() : groups(text.substring(0, gap), false);
    var tail = groups(gap < 0 ? text : text.substring(gap + 2), true);
    if (head == null || tail == null) {
      return null;
    }
    var missing = GROUPS - head.size() - tail.size();
    if (gap < 0 ? missing != 0 : missing < 1) {
      return null;
    }
    var all = new ArrayList<>(head);
    all.addAll(Collections.nCopies(missing, 0));
    all.addAll(tail);
    return shortest(all);
  }

  private static @Nullable List<Integer> groups(String text, boolean atEnd) {
    var groups = new ArrayList<Integer>();
    var parts = text.isEmpty() ? new String[0] : text.split(":", -1);
    for (int i = 0; i < parts.length; i++) {
      if (GROUP.matcher(parts[i]).matches()) {
        groups.add(Integer.parseInt(parts[i], 16));
      } else if (atEnd && i == parts.length - 1 && WebUrl.QUAD.matcher(parts[i]).matches()) {
        var bytes = parts[i].split("\\.", -1);
        groups.add(Integer.parseInt(bytes[0]) << 8 | Integer.parseInt(bytes[1]));
        groups.add(Integer.parseInt(bytes[2]) << 8 | Integer.parseInt(bytes[3]));
      } else {
        return null;
      }
    }
    return groups;
  }

  // The first of the longest runs of two or more zeros becomes "::".
  private static String shortest(List<Integer> groups) {
    int from = 0;
    int longest = 1;
    for (int i = 0; i < GROUPS; i++) {
      int end = i;
      while (end < GROUPS && groups.get(end) == 0) {
        end++;
      }
      if (end - i > longest) {
        from = i;
        longest = end - i;
      }
    }
    return longest == 1
        ? joined(groups)
        : joined(groups.subList(0, from)) + "::" + joined(groups.subList(from + longest, GROUPS));
  }

  private static String joined(List<Integer> groups) {
    return String.join(
        ":", groups.stream().map(g -> Integer.toHexString(g).toLowerCase(Locale.ROOT)).toList());
  }
}
