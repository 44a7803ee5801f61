package dev.feedwarden.model;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Parameters of a URL that look like secrets, by their names. */
final class QuerySecrets {
  private static final List<String> PARTS =
      List.of(
          "token",
          "key",
          "secret",
          "pass",
          "pwd",
          "jwt",
          "auth",
          "sig",
          "session",
          "code",
          "credential",
          "access");
  private static final Pattern PARAMETER = Pattern.compile("([?&;])([^=?&;#]*)=[^?&;#]+");
  private static final Set<String> NAMES = Set.of("tok", "sid", "pw");

  private QuerySecrets() {}

  /** The same text with the values of secret parameters replaced. */
  static String masked(String text) {
    return PARAMETER
        .matcher(text)
        .replaceAll(
            found ->
                isSecret(decoded(found.group(2)))
                    ? Matcher.quoteReplacement(found.group(1) + found.group(2) + "=***")
                    : Matcher.quoteReplacement(found.group()));
  }

  /** The same path and query without some parameters. */
  static String without(String target, Predicate<String> name) {
    var query = target.indexOf('?');
    if (query < 0) {
      return target;
    }
    var kept =
        Arrays.stream(target.substring(query + 1).split("&", -1))
            .filter(one -> !name.test(name(one)))
            .collect(Collectors.joining("&"));
    return target.substring(0, query) + (kept.isEmpty() ? "" : "?" + kept);
  }

  static boolean isSecret(String name) {
    var lower = name.toLowerCase(Locale.ROOT);
    return NAMES.contains(lower) || PARTS.stream().anyMatch(lower::contains);
  }

  private static String name(String parameter) {
    return decoded(parameter.replaceFirst("=.*", ""));
  }

  private static String decoded(String name) {
    try {
      return URLDecoder.decode(name, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException strayPercent) {
      return name;
    }
  }
}
