package dev.feedwarden.feed;

import dev.feedwarden.model.Ipv6;
import java.net.IDN;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Host, port and user info of a link in their one spelling (URL Standard, 3.5 and 4.4). */
final class Authority {
  private static final String FORBIDDEN = " #/:<>?@[\\]^|%\u007f";
  private static final long NOT_A_NUMBER = -1;

  private Authority() {}

  /** The authority of a special scheme, or null for what is none. */
  static @Nullable String parse(String scheme, String text) {
    var at = text.lastIndexOf('@');
    var rest = text.substring(at + 1);
    int colon = rest.indexOf(':', Math.max(0, rest.lastIndexOf(']')));
    var host = host(colon < 0 ? rest : rest.substring(0, colon));
    var port = colon < 0 ? "" : port(scheme, rest.substring(colon + 1));
    if (host == null || port == null) {
      return null;
    }
    return (at < 0 ? "" : userInfo(text.substring(0, at))) + host + port;
  }

  /** Whether a part of a text is a host name that is written as plainly as can be. */
  static boolean isPlainName(String text, int from, int to) {
    int label = from;
    for (int i = from; i < to; i++) {
      var c = text.charAt(i);
      var letter = c >= 'a' && c <= 'z';
      if (!letter && c != '.' && c != '-' && !(c >= '0' && c <= '9')) {
        return false;
      }
      label = c == '.' ? i + 1 : label;
    }
    return label < to && text.charAt(label) >= 'a'; // else it may be a number
  }

  private static String userInfo(String text) {
    var colon = text.indexOf(':');
    var name = Escapes.USER_INFO.encoded(colon < 0 ? text : text.substring(0, colon));
    var password = colon < 0 ? "" : Escapes.USER_INFO.encoded(text.substring(colon + 1));
    var shown = password.isEmpty() ? name : name + ":" + password;
    return shown.isEmpty() ? "" : shown + "@";
  }

  private static @Nullable String port(String scheme, String digits) {
    if (digits.isEmpty()) {
      return "";
    }
    if (!isDecimal(digits)) {
      return null;
    }
    var port = digits.replaceFirst("^0+(?=.)", "");
    if (port.length() > 5 || Integer.parseInt(port) > 65_535) {
      return null;
    }
    return port.equals(scheme.equals("https") ? "443" : "80") ? "" : ":" + port;
  }

  private static @Nullable String host(String text) {
    if (isPlainName(text, 0, text.length())) {
      return text;
    }
    if (text.startsWith("[")) {
      var address =
          text.endsWith("]") ? Ipv6.canonical(text.substring(1, text.length() - 1)) : null;
      return address == null ? null : "[" + address + "]";
    }
    var name = ascii(Escapes.decoded(text));
    if (name == null || name.isEmpty() || name.chars().anyMatch(Authority::isForbidden)) {
      return null;
    }
    var labels = labels(name);
    var last = labels.getLast();
    return isDecimal(last) || number(last) != NOT_A_NUMBER ? ipv4(labels) : name;
  }

  private static @Nullable String ascii(String name) {
    if (name.chars().allMatch(c -> c < 0x80)) {
      return name.toLowerCase(Locale.ROOT);
    }
    try {
      return IDN.toASCII(name, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException notAName) {
      return null;
    }
  }

  private static boolean isForbidden(int c) {
    return c < 0x20 || FORBIDDEN.indexOf(c) >= 0;
  }

  private static List<String> labels(String name) {
    var labels = Arrays.asList(name.split("\\.", -1));
    var rooted = labels.size() > 1 && labels.getLast().isEmpty();
    return rooted ? labels.subList(0, labels.size() - 1) : labels;
  }

  private static @Nullable String ipv4(List<String> labels) {
    var parts = labels.stream().map(Authority::number).toList();
    int count = parts.size();
    if (count > 4 || parts.contains(NOT_A_NUMBER)) {
      return null;
    }
    var tooLarge = parts.subList(0, count - 1).stream().anyMatch(part -> part > 255);
    if (tooLarge || parts.getLast() >= 1L << (8 * (5 - count))) {
      return null;
    }
    long address = parts.getLast();
    for (int i = 0; i < count - 1; i++) {
      address += parts.get(i) << (8 * (3 - i));
    }
    var bits = address;
    return List.of(24, 16, 8, 0).stream()
        .map(shift -> Long.toString((bits >> shift) & 0xFF))
        .collect(Collectors.joining("."));
  }

  // Decimal, octal after a zero, hexadecimal after 0x; far too many digits are just too many.
  private static long number(String label) {
    var hex = label.startsWith("0x");
    var octal = !hex && label.length() > 1 && label.startsWith("0");
    var digits = hex ? label.substring(2) : label;
    int radix = hex ? 16 : octal ? 8 : 10;
    if (label.isEmpty()) {
      return NOT_A_NUMBER;
    }
    long value = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = Character.digit(digits.charAt(i), radix);
      if (digit < 0) {
        return NOT_A_NUMBER;
      }
      value = Math.min(value * radix + digit, 1L << 40);
    }
    return value;
  }

  private static boolean isDecimal(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
